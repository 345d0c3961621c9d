import { inWorkspace } from '../apply/workspace.js';

/** A spec as objects, with the targets of one client. */
export interface Written {
  readonly driver: string;
  readonly servers: Readonly<Record<string, object>>;
  readonly target: Readonly<Record<string, string>>;
}

/** What `check` and `explain` say. */
export interface Said {
  readonly exit: number;
  /** Codes with their places, errors only: `MCP406 p.toml:1`. */
  readonly errors: readonly string[];
  readonly notes: readonly string[];
  /** What happens to the pairs that were asked for. */
  readonly happens: Readonly<Record<string, string>>;
}

/** Writes the client's files, lets somebody change them, and asks what is said about them. */
export async function saidAbout({ driver, servers, target }: Written, change: (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>, pairs: readonly string[] = []): Promise<Said> {
  const spec = { version: 1, mcpServers: servers, targets: { [driver]: target } };
  return inWorkspace({ 'mcpolicy.json': JSON.stringify(spec) }, async ({ run, read, write }) => {
    const applied = await run('apply', '--yes');
    if (applied.exit !== 0) throw new Error(applied.stderr);
    const names = Object.values(target);
    const changed = change(Object.fromEntries(names.map((name) => [name, read(name)])));
    for (const [name, text] of Object.entries(changed)) write(name, text);
    const { exit, stderr } = await run('check');
    const said = (kind: string) => [...new Set([...stderr.matchAll(new RegExp(`^(\\S+?)(?::(\\d+):\\d+)?: ${kind}\\[(MCP\\d+)\\]`, 'gm'))].map(([, file = '', line = '', code = '']) => `${code} ${file}${line === '' ? '' : `:${line}`}`))];
    const happens: [string, string][] = [];
    for (const pair of pairs) {
      const explained = await run('explain', pair, '--format', 'json');
      happens.push([pair, explained.exit === 0 ? ((JSON.parse(explained.stdout) as { answers: { happens: string }[] }).answers[0]?.happens ?? '') : explained.stderr]);
    }
    return { exit, errors: said('error'), notes: said('note').filter((note) => !note.startsWith('MCP419')), happens: Object.fromEntries(happens) };
  });
}
