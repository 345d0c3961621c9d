import { Command, Option } from 'commander';
import type { LayerOptions } from './commands/check-layers.js';
import type { CommandResult } from './commands/command.js';
import type { LaunchCommandOptions } from './commands/launch.js';
import type { DetachOptions } from './commands/detach.js';
import type { Host } from './host.js';
import { version } from './version.js';

/** What a parsed command line asks for: work that is done when it is called. */
export type Work = () => Promise<CommandResult>;

/** Options of every command that reports. */
export interface ReportOptions {
  readonly format: string;
  readonly strict?: boolean;
  /** The report itself is what was asked for, so that formats for programs go to standard output. */
  readonly product?: 'report';
}

/** Takes the chosen work and how to report it. Commands load their code when they run, not before. */
export type Choose = (work: Work, options: ReportOptions) => void;

/**
 * The command tree, from which help, completion and the parser follow. Where the first word of the command line names a
 * command, that one alone is added: the others would cost every run and could not be reached.
 */
export function commandLine(host: Host, choose: Choose, firstWord?: string): Command {
  const program = new Command('mcpolicy')
    .description('Compile one per-tool MCP approval policy into each agent client\'s own config: exact, or refused.')
    .version(version, '-V, --version')
    .showSuggestionAfterError()
    .addHelpText('after', `\nExamples:\n  mcpolicy render codex                      print the Codex config of the spec found here\n  mcpolicy render codex --spec mcpolicy.toml --policy-only\n  mcpolicy fingerprint --scope policy\n  mcpolicy drivers                           what each client can say exactly\n  mcpolicy explain MCP301\n\nExit codes: 0 done and it holds, 1 the answer is no, 2 could not tell, 3 the spec is invalid, 4 a driver refuses.`);
  for (const add of addersFor(firstWord)) add(program, host, choose);
  return program;
}

/** Every command, in the order of the help. */
const adders = new Map<string | undefined, (program: Command, host: Host, choose: Choose) => void>([
  ['render', addRender],
  ['apply', addApply],
  ['check', addCheck],
  ['diff', addDiff],
  ['import', addImport],
  ['attach', addAttach],
  ['detach', addDetach],
  ['launch', addLaunch],
  ['inspect', addInspect],
  ['fingerprint', addFingerprint],
  ['drivers', addDrivers],
  ['explain', addExplain],
  ['init', addInit],
  ['schema', addSchema],
  ['completion', addCompletion],
]);

/** `completion` is about all of them, and the version is asked of none. */
function addersFor(firstWord: string | undefined) {
  const asked = firstWord === 'completion' ? undefined : adders.get(firstWord);
  if (asked !== undefined) return [asked];
  return firstWord === '--version' || firstWord === '-V' ? [] : [...adders.values()];
}

/** How commands report whose product is a report. */
const reportFormats = ['text', 'json', 'github', 'sarif', 'junit'] as const;

const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

function withSpec(command: Command): Command {
  return command
    .option('--spec <file>', 'spec file, "-" for standard input; repeat to merge several (default: the nearest mcpolicy.* up to the repository root)', collect, [])
    .option('--spec-format <format>', 'format of standard input: toml, yaml, json or jsonc');
}

function withReport(command: Command, formats: readonly string[] = ['text', 'json']): Command {
  return command.addOption(new Option('--format <format>', 'how to report').choices([...formats]).default('text')).option('--strict', 'notes count as findings (exit 1)');
}

function addRender(program: Command, host: Host, choose: Choose): void {
  withReport(withSpec(program.command('render').argument('<driver>', 'the client, see `mcpolicy drivers`')))
    .description('print the client\'s own config for the spec, or refuse and print nothing')
    .option('--policy-only', 'only the approvals of tools, for a file that declares the servers already')
    .option('--part <part>', 'only this part, for clients that keep servers and approvals apart')
    .addHelpText('after', '\nExamples:\n  mcpolicy render codex > config.toml\n  mcpolicy render codex --policy-only\n  mcpolicy render claude-code --part settings')
    .action((driver: string, options: ReportOptions & { spec: readonly string[] }) => {
      choose(async () => (await import('./commands/render.js')).runRender(driver, options, host), options);
    });
}

function addApply(program: Command, host: Host, choose: Choose): void {
  withReport(withSpec(program.command('apply').argument('[driver]', 'the client, see `mcpolicy drivers` (default: that of every target of the spec)')))
    .description('bring a client\'s own files to the policy: show the change, ask, write, and judge the result')
    .option('--file <file>', 'the file that holds approvals (default: file of [targets.<driver>])')
    .option('--servers-file <file>', 'the file that holds servers, where that is another one')
    .option('--dry-run', 'show the change and write nothing (exit 1 when there is one)')
    .option('--yes', 'write without asking')
    .option('--prune', 'also remove approvals of servers that the policy does not declare')
    .option('--fail-on-change', 'exit 1 when a file was written, for hooks')
    .addHelpText('after', '\nExamples:\n  mcpolicy apply codex --dry-run\n  mcpolicy apply --yes                       every target of the spec\n  mcpolicy apply codex --file ~/.codex/config.toml --yes')
    .action((driver: string | undefined, options: ReportOptions & { readonly spec: readonly string[]; readonly failOnChange?: boolean }) => {
      choose(async () => (await import('./commands/apply-targets.js')).runApplyTargets(driver, options, host), options);
    });
}

function addCheck(program: Command, host: Host, choose: Choose): void {
  withReport(withSpec(program.command('check').argument('[paths...]', 'specs and target files to look at (default: everything the spec names)')), reportFormats)
    .description('compare the files of every target with the policy, and report what widens or voids it')
    .option('--all', 'check every spec that git tracks below this folder, each with its own targets')
    .option('--layers', 'judge what the client makes of all its files, instead of each target alone')
    .option('--cwd <folder>', 'with --layers: the working folder of the client (default: this one)')
    .option('--home <folder>', 'with --layers: the home folder of the user (default: yours)')
    .option('--profile <name>', 'with --layers: the profile that the client is started with')
    .addHelpText('after', '\nExamples:\n  mcpolicy check\n  mcpolicy check --layers --cwd packages/app\n  mcpolicy check --all --format sarif > mcpolicy.sarif\n  mcpolicy check .codex/config.toml --format json')
    .action((paths: readonly string[], options: ReportOptions & { readonly spec: readonly string[]; readonly all?: boolean } & LayerOptions) => {
      const check = async () => (await import('./commands/check.js')).runCheck(paths, options, host);
      const checkAll = async () => (await import('./commands/check-all.js')).runCheckAll(paths, options, host);
      choose(options.all === true ? checkAll : check, { ...options, product: 'report' });
    });
}

function addDiff(program: Command, host: Host, choose: Choose): void {
  withReport(program.command('diff').argument('[specs...]', 'the old and the new spec, each a file or git:REVISION:PATH; with --base the new ones only'), [...reportFormats, 'markdown'])
    .description('compare two policies by what they let happen without a person, and say no when the new one is looser')
    .option('--base <revision>', 'compare the specs here with the same ones in a revision of git')
    .addOption(new Option('--fail-on <changes>', 'which changes end with exit 1').choices(['loosened', 'any']).default('loosened'))
    .addHelpText('after', '\nExamples:\n  mcpolicy diff --base origin/main\n  mcpolicy diff git:HEAD~1:mcpolicy.toml mcpolicy.toml --format markdown\n  mcpolicy diff old.toml new.toml --fail-on any')
    .action((specs: readonly string[], options: ReportOptions & { readonly failOn: string; readonly base?: string }) => {
      choose(async () => (await import('./commands/diff.js')).runDiff(specs, options, host), { ...options, product: 'report' });
    });
}

function addImport(program: Command, host: Host, choose: Choose): void {
  program
    .command('import')
    .argument('<driver>', 'the client, see `mcpolicy drivers`')
    .argument('[files...]', 'its files (default: those of the project in this folder)')
    .description('print a spec that says what a client\'s files say now, and report what no spec can say')
    .option('--format <format>', 'format of the spec: toml, yaml or json', 'toml')
    .option('--strict', 'notes count as findings (exit 1)')
    .addHelpText('after', '\nExamples:\n  mcpolicy import codex > mcpolicy.toml\n  mcpolicy import codex ~/.codex/config.toml --format yaml')
    .action((driver: string, files: readonly string[], options: { readonly format: string; readonly strict?: boolean }) => {
      choose(async () => (await import('./commands/import.js')).runImport(driver, files, { as: options.format }, host), { ...options, format: 'text' });
    });
}

function addAttach(program: Command, host: Host, choose: Choose): void {
  withReport(withSpec(program.command('attach').argument('[driver]', 'the client, see `mcpolicy drivers`')))
    .description('put the policy into a client\'s file for one run, with a receipt to take it out again')
    .option('--file <file>', 'the file that holds approvals (default: file of [targets.<driver>])')
    .option('--servers-file <file>', 'the file that holds servers, where that is another one')
    .option('--state <folder>', 'where receipts are kept (default: the user\'s state folder)')
    .option('--list', 'print the attachments there are')
    .addHelpText('after', '\nExamples:\n  id=$(mcpolicy attach codex --file ~/.codex/config.toml)\n  mcpolicy attach --list\n  mcpolicy detach "$id"')
    .action((driver: string | undefined, options: ReportOptions & { spec: readonly string[] }) => {
      choose(async () => (await import('./commands/attach.js')).runAttach(driver, options, host), options);
    });
}

function addDetach(program: Command, host: Host, choose: Choose): void {
  withReport(program.command('detach').argument('[ids...]', 'attachments, as `attach` printed them'))
    .description('restore what was there before an attachment, and keep what others changed since')
    .option('--state <folder>', 'where receipts are kept (default: the user\'s state folder)')
    .option('--all', 'every attachment there is')
    .addHelpText('after', '\nExamples:\n  mcpolicy detach 4be1c0ffee42\n  mcpolicy detach --all')
    .action((ids: readonly string[], options: ReportOptions & DetachOptions) => {
      choose(async () => (await import('./commands/detach.js')).runDetach(ids, options, host), options);
    });
}

function addLaunch(program: Command, host: Host, choose: Choose): void {
  withSpec(program.command('launch').argument('<driver>', 'the client, see `mcpolicy drivers`').argument('<command...>', 'the client\'s own command line, behind `--`'))
    .description('check everything, then run a client with the policy in its call and nothing on disk')
    .addOption(new Option('--print [shell]', 'print the command instead of running it').choices(['posix', 'powershell']))
    .option('--json', 'print what would be run as JSON instead of running it')
    .option('--report <file>', 'write what was decided as JSON before the client starts')
    .option('--accept <name>', 'start in spite of the finding with this name; repeat for several', collect, [])
    .option('--allow-unreachable-prompts', 'accept that prompts cannot be answered in this run')
    .option('--session-fingerprint <fingerprint>', 'refuse when the session is another one than this')
    .option('--client-version <version>', 'the version of the client; it is not asked then')
    .option('--assume-version <version>', 'the version to assume where the client gives none')
    .option('--no-version-cache', 'ask the client for its version even if it is known')
    .option('--program-words <number>', 'how many words of the command start the client (default: recognised)')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText('after', `\nExamples:\n  mcpolicy launch codex -- codex exec "fix the tests"\n  mcpolicy launch codex --print -- codex\n  mcpolicy launch claude-code --report decision.json -- claude -p "go"\n\nExit codes: the client's own; 125 refused or failed before it started, 126 it cannot be executed, 127 it was not found.`)
    .action((driver: string, command: readonly string[], options: LaunchCommandOptions) => {
      choose(async () => (await import('./commands/launch.js')).runLaunch(driver, command, options, host), { format: 'text', ...options });
    });
}

function addInspect(program: Command, host: Host, choose: Choose): void {
  withReport(withSpec(program.command('inspect').argument('[servers...]', 'servers of the spec (default: all that are switched on)')))
    .description('ask the live servers of the spec for their tools and compare them with the policy; the only command that starts or connects to servers')
    .option('--timeout <seconds>', 'how long each server may take', '30')
    .addHelpText('after', '\nStarts the programs and opens the addresses that the spec declares, with the values of its variables. No tool is called.\n\nExamples:\n  mcpolicy inspect\n  mcpolicy inspect docs --timeout 10\n  mcpolicy inspect --format json')
    .action((servers: readonly string[], options: ReportOptions & { readonly spec: readonly string[]; readonly timeout: string }) => {
      choose(async () => (await import('./commands/inspect.js')).runInspect(servers, options, host), { ...options, product: 'report' });
    });
}

function addFingerprint(program: Command, host: Host, choose: Choose): void {
  withReport(withSpec(program.command('fingerprint')))
    .description('print what the spec amounts to as hashes, or compare one with --expect')
    .option('--scope <scope>', 'policy, mcp, runtime, profile or session (default: all that apply)')
    .option('--driver <driver>', 'the client, for the scopes runtime, profile and session')
    .option('--expect <fingerprint>', 'exit 1 when the fingerprint of --scope is another one')
    .addHelpText('after', '\nExamples:\n  mcpolicy fingerprint\n  mcpolicy fingerprint --scope session --driver codex --expect sha256:...')
    .action((options: ReportOptions & { spec: readonly string[] }) => {
      choose(async () => (await import('./commands/fingerprint.js')).runFingerprint(options, host), options);
    });
}

function addDrivers(program: Command, host: Host, choose: Choose): void {
  withReport(program.command('drivers'))
    .description('what each client can say exactly, and why the others are refused')
    .addHelpText('after', '\nExamples:\n  mcpolicy drivers\n  mcpolicy drivers --format json')
    .action((options: ReportOptions) => {
      choose(async () => (await import('./commands/drivers.js')).runDrivers(options.format, host), options);
    });
}

function addExplain(program: Command, host: Host, choose: Choose): void {
  withReport(withSpec(program.command('explain').argument('<subject>', 'server/tool, or a diagnostic code such as MCP301')))
    .description('what happens when a tool is called, and which line of which file decides; or what a code means')
    .option('--driver <driver>', 'this client only (default: those of the targets of the spec)')
    .option('--layers', 'from all files that the client merges here, instead of the target alone')
    .addHelpText('after', '\nExamples:\n  mcpolicy explain shell/run\n  mcpolicy explain shell/run --driver codex --layers\n  mcpolicy explain MCP301')
    .action((subject: string, options: ReportOptions & { readonly spec: readonly string[] }) => {
      const code = async () => (await import('./commands/explain.js')).runExplain(subject, options.format);
      const tool = async () => (await import('./commands/explain-tool.js')).runExplainTool(subject, options, host);
      choose(subject.includes('/') ? tool : code, options);
    });
}

function addSchema(program: Command, _host: Host, choose: Choose): void {
  program
    .command('schema')
    .description('print the JSON Schema of the spec, for editors')
    .addHelpText('after', '\nExample:\n  mcpolicy schema > .mcpolicy-schema.json')
    .action(() => {
      choose(async () => (await import('./commands/schema.js')).runSchema(), { format: 'text' });
    });
}

function addCompletion(program: Command, _host: Host, choose: Choose): void {
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh, fish or powershell')
    .description('print a script that completes commands, options, drivers and files in a shell')
    .addHelpText('after', '\nExamples:\n  source <(mcpolicy completion bash)\n  mcpolicy completion zsh > "${fpath[1]}/_mcpolicy"\n  mcpolicy completion fish > ~/.config/fish/completions/mcpolicy.fish\n  mcpolicy completion powershell | Out-String | Invoke-Expression')
    .action((shell: string) => {
      choose(async () => (await import('./commands/completion.js')).runCompletion(shell, program), { format: 'text' });
    });
}

function addInit(program: Command, host: Host, choose: Choose): void {
  withReport(program.command('init'))
    .description('propose a spec from what the clients of this project are configured to do; never overwrites')
    .option('--yes', 'write it without asking')
    .addHelpText('after', '\nExamples:\n  mcpolicy init\n  mcpolicy init --yes')
    .action((options: ReportOptions & { readonly yes?: boolean }) => {
      choose(async () => (await import('./commands/init.js')).runInit(options, host), options);
    });
}
