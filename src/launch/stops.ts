import type { Diagnostic } from '../diagnostics.js';
import type { ArgumentFinding, Driver, ExactDriver, Interpretation, Launcher } from '../driver.js';
import type { NormalizedPolicy } from '../model.js';
import { quote } from '../quote.js';
import type { Stop } from './accept.js';
import { readClientWords } from './client-words.js';
import { alteredVariables, missingVariables, type Env } from './environment.js';
import type { Launchable } from './launchable.js';
import type { LaunchFacts, LaunchOptions } from './plan.js';
import { sessionChange } from './session.js';
import { unreachablePrompts } from './unreachable.js';
import { isAtLeast, parseRelease } from './versions.js';
import type { LayerFinding } from './wider.js';

/** Everything that stops this run, in the order in which it is checked. */
export function stopsOf({ driver, launcher }: Launchable, policy: NormalizedPolicy, env: Env, args: readonly string[], options: LaunchOptions, facts: LaunchFacts): readonly Stop[] {
  const line = readClientWords(args, launcher);
  const meaning = launcher.interpret(line.words);
  const session = options.sessionFingerprint === undefined ? undefined : sessionChange(policy, driver, options.sessionFingerprint);
  const cause = options.allowUnreachablePrompts === true ? undefined : unattendedCause(meaning, facts);
  return [
    ...final(session === undefined ? [] : [session]),
    ...final(facts.version === undefined ? [] : versionFindings(launcher, driver, policy, facts.version)),
    ...final(missingVariables(policy, env, driver.id)),
    ...final(launcher.alters === undefined ? [] : alteredVariables(policy, env, driver, launcher.alters)),
    ...[...line.findings, ...meaning.findings].map((finding) => argumentStop(finding, driver)),
    ...(facts.layers?.wider ?? []).map(layerStop),
    ...final(facts.layers?.missing ?? []),
    ...final(unreachablePrompts(policy, cause, driver.id)),
  ];
}

function final(diagnostics: readonly Diagnostic[]): readonly Stop[] {
  return diagnostics.map((diagnostic) => ({ diagnostic }));
}

function unattendedCause(meaning: Interpretation, facts: LaunchFacts): string | undefined {
  const known = meaning.unattended ?? facts.layers?.unattended;
  if (known !== undefined || meaning.needsTerminal === undefined) return known;
  return facts.isInteractive === false ? 'nobody sits at a terminal' : undefined;
}

/** Each thing that this release is too old for. */
function versionFindings(launcher: Launcher, driver: ExactDriver, policy: NormalizedPolicy, version: string): readonly Diagnostic[] {
  const subject = { driver: driver.id };
  const release = parseRelease(version);
  if (release === undefined) return [{ code: 'MCP503', message: `${driver.title}: ${quote(version)} is no release number`, subject }];
  return launcher.minimums(policy).flatMap(({ version: needed, what, server }): readonly Diagnostic[] => {
    const minimum = parseRelease(needed);
    if (minimum !== undefined && isAtLeast(release, minimum)) return [];
    const who = server === undefined ? '' : `server ${quote(server)}: `;
    return [{ code: 'MCP502', message: `${who}${driver.title} ${version} is older than ${needed}, the first release known to honour ${what}`, subject: { ...subject, ...(server === undefined ? {} : { server }) } }];
  });
}

function argumentStop({ kind, name, message, fix }: ArgumentFinding, driver: ExactDriver): Stop {
  const code = kind === 'void' ? 'MCP504' : 'MCP505';
  const diagnostic: Diagnostic = { code, message: `argument of ${driver.title}: ${message}`, subject: { driver: driver.id }, ...(fix === undefined ? {} : { fix }) };
  return kind === 'void' ? { diagnostic } : { diagnostic, exception: `${code}:${name}` };
}

/** What the arguments of the run set can be left out, so nobody has to accept it. */
function layerStop({ diagnostic, kind, path }: LayerFinding): Stop {
  return kind === 'session' ? { diagnostic } : { diagnostic, exception: `${diagnostic.code}:${kind}:${path.join('.')}` };
}

export function variableException(name: string): string {
  return `MCP522:${name}`;
}

export function variableStop(name: string, driver: Driver): Stop {
  return { diagnostic: { code: 'MCP522', message: `the environment variable ${quote(name)} does not reach ${driver.title}`, subject: { driver: driver.id } }, exception: variableException(name) };
}
