import { describe, expect, it } from 'vitest';
import { layers } from '../src/drivers/codex/layers.js';
import type { LayerContext, LayerFile, LayerFolder, LayerPlace } from '../src/driver.js';

const repo: LayerFolder = { path: '/repo', real: '/real/repo', below: [] };
const sub: LayerFolder = { path: '/repo/sub', real: '/real/repo/sub', below: ['sub'] };
const context: LayerContext = { folders: [repo], home: '/home/a', env: {}, platform: 'linux' };
const shown = (places: readonly LayerPlace[]) => places.map(({ kind, part, format, folder, file, isNamed, project }) => `${kind} ${part} ${format} ${[folder, ...file].join('/')}${isNamed ? ' named' : ''}${project === undefined ? '' : ` of ${project.path}`}`);

describe('where Codex looks', () => {
  const user = (folder: string) => [`user config toml ${folder}/config.toml`, `user hooks json ${folder}/hooks.json`];
  const system = ['system config toml /etc/codex/config.toml', 'system hooks json /etc/codex/hooks.json', 'managed requirements toml /etc/codex/requirements.toml'];
  const project = ['project override toml /repo/.codex/config.override.toml of /repo', 'project config toml /repo/.codex/config.toml of /repo', 'project hooks json /repo/.codex/hooks.json of /repo'];
  const managed = 'managed config toml /etc/codex/managed_config.toml';

  it('on a machine of one person', () => {
    expect(shown(layers.places(context))).toEqual([managed, ...project, ...user('/home/a/.codex'), ...system]);
  });

  it('under another home', () => {
    expect(shown(layers.places({ ...context, folders: [], env: { CODEX_HOME: '/c' } }))).toEqual([managed, ...user('/c'), ...system]);
    expect(shown(layers.places({ ...context, folders: [], env: { CODEX_HOME: '' } }))).toEqual([managed, ...user('/home/a/.codex'), ...system]);
  });

  it('for a profile, in folders below the root too', () => {
    expect(shown(layers.places({ ...context, folders: [sub, repo], profile: 'work' }))).toEqual([managed, ...project.map((place) => place.replaceAll('/repo', '/repo/sub')), ...project, 'profile config toml /home/a/.codex/work.config.toml named', ...user('/home/a/.codex'), ...system]);
    expect(shown(layers.places({ ...context, folders: [], profile: 'work', env: { CODEX_HOME: '/c' } }))).toContain('profile config toml /c/work.config.toml named');
  });

  it('on Windows', () => {
    const places = (env: LayerContext['env']) => shown(layers.places({ ...context, folders: [], platform: 'win32', env }));
    const below = (folder: string) => [`system config toml ${folder}/OpenAI/Codex/config.toml`, `system hooks json ${folder}/OpenAI/Codex/hooks.json`, `managed requirements toml ${folder}/OpenAI/Codex/requirements.toml`];
    expect(places({})).toEqual(['managed config toml /home/a/.codex/managed_config.toml', ...user('/home/a/.codex'), ...below('C:\\ProgramData')]);
    expect(places({ ProgramData: 'D:' })).toEqual(['managed config toml /home/a/.codex/managed_config.toml', ...user('/home/a/.codex'), ...below('D:')]);
  });

  it('in a linked worktree: hooks are those of the main checkout', () => {
    const mainCheckout: LayerFolder = { path: '/main', real: '/main', below: [] };
    expect(shown(layers.places({ ...context, folders: [sub], mainCheckout })).slice(1, 5)).toEqual([
      'project override toml /repo/sub/.codex/config.override.toml of /repo/sub',
      'project config toml /repo/sub/.codex/config.toml of /repo/sub',
      'project hooks toml /main/sub/.codex/config.toml of /repo/sub',
      'project hooks json /main/sub/.codex/hooks.json of /repo/sub',
    ]);
  });

  it('and what no file shows', () => {
    expect(layers.unseen(context)).toBe('Codex also takes settings that an organisation delivers with the account; no file shows them');
    expect(layers.unseen({ ...context, platform: 'darwin' })).toBe('Codex also takes managed preferences of this Mac, and settings that an organisation delivers with the account; no file shows them');
  });
});

const layer = (kind: LayerPlace['kind'], document: unknown, more: Partial<LayerPlace> = {}): LayerFile => ({ place: { kind, part: 'config', format: 'toml', folder: '/', file: [kind], ...(kind === 'project' ? { project: repo } : {}), ...more }, document });
const trusting = (path: string, level = 'trusted') => layer('user', { projects: { [path]: { trust_level: level } } });
const merge = (files: readonly LayerFile[], more: Partial<LayerContext> = {}) => layers.merge(files, { ...context, ...more });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const merged = (...files: readonly LayerFile[]) => plain(layers.combine(files)[0]?.value);

describe('how Codex merges', () => {
  it('tables key by key, everything else as a whole, the highest first', () => {
    expect(merged(layer('project', { a: { b: 1 }, l: [1], t: { x: 1 } }), layer('user', { a: { b: 2, c: 3 }, l: [2, 3], t: 1 }), layer('system', { a: 4, d: 5 }))).toEqual({ a: { b: 1, c: 3 }, l: [1], t: { x: 1 }, d: 5 });
    expect(merged(layer('user', { a: 1 }), layer('system', { a: { b: 1 } }))).toEqual({ a: 1 });
    expect(merged(layer('user', undefined), layer('system', { a: 1 }))).toEqual({ a: 1 });
    expect(merged(layer('user', 'x'), layer('system', { a: 1 }))).toEqual('x');
    expect(merged()).toEqual({});
  });

  it('keys like any other', () => {
    const document = JSON.parse('{"__proto__":{"a":1},"toString":{"b":2}}') as object;
    expect(JSON.stringify(layers.combine([layer('user', document), layer('system', document)])[0]?.value)).toBe('{"__proto__":{"a":1},"toString":{"b":2}}');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('configs only', () => {
    expect(layers.combine([layer('user', { a: 1 }, { part: 'hooks' }), layer('user', { b: 2 })])).toMatchObject([{ part: 'config', value: { b: 2 } }]);
  });

  it('nothing of a repository that belongs to the user alone', () => {
    const denied = ['openai_base_url', 'chatgpt_base_url', 'apps_mcp_product_sku', 'model_provider', 'model_providers', 'notify', 'profile', 'profiles', 'experimental_realtime_webrtc_call_base_url', 'experimental_realtime_ws_base_url', 'otel'];
    const document = Object.fromEntries([...denied, 'model', 'hooks'].map((key) => [key, 'x']));
    const value = (kind: LayerPlace['kind'], more: Partial<LayerContext> = {}, part = 'config') => Object.keys(merge([layer(kind, document, { part }), trusting('/repo')], more).active[0]?.document as object);
    expect(value('project')).toEqual(['model', 'hooks']);
    expect(value('user')).toEqual(Object.keys(document));
    expect(value('project', {}, 'hooks')).toEqual(Object.keys(document));
    expect(value('project', { mainCheckout: { path: '/main', real: '/main', below: [] } })).toEqual(['model']);
  });

  it('nothing, where the root of the project is another', () => {
    const undecided = 'project_root_markers moves the root of the project, which is not followed here';
    for (const markers of [[], ['.hg'], ['.git', '.hg'], '.git']) expect(merge([layer('user', { project_root_markers: markers })])).toMatchObject({ undecided });
    for (const files of [[layer('user', { project_root_markers: ['.git'] })], [], [layer('managed', { project_root_markers: [] })], [layer('project', { project_root_markers: [] }), trusting('/repo')]]) expect(merge(files)).not.toHaveProperty('undecided');
  });
});

describe('the files of a repository count', () => {
  const project = layer('project', { model: 'm' });
  const untold = [{ layer: project, why: 'nobody marked its folder as trusted' }];
  const refused = [{ layer: project, why: 'its folder is marked as untrusted' }];

  it.each(['/repo', '/real/repo'])('when somebody trusts %s', (path) => {
    expect(merge([project, trusting(path)]).ignored).toEqual([]);
    expect(merge([project, trusting(path)]).active.map(({ place }) => place.kind)).toEqual(['project', 'user']);
    expect(merge([project, trusting(path, 'untrusted')]).ignored).toEqual(refused);
  });

  it('not when nobody does, unless that can still come', () => {
    expect(merge([project]).ignored).toEqual(untold);
    expect(merge([project, trusting('/REPO')]).ignored).toEqual(untold);
    expect(merge([project, trusting('/')]).ignored).toEqual(untold);
    expect(merge([project, layer('user', { projects: { '/repo': { trust_level: 1 } } })]).ignored).toEqual(untold);
    expect(merge([project], { mayTrust: true }).ignored).toEqual([]);
    expect(merge([project, trusting('/repo', 'untrusted')], { mayTrust: true }).ignored).toEqual(refused);
    expect(merge([project, trusting('/repo', 'odd')], { mayTrust: true }).ignored).toEqual(untold);
  });

  it('not because a repository or an administrator says so', () => {
    const says = { projects: { '/repo': { trust_level: 'trusted' } } };
    expect(merge([layer('managed', says), layer('project', says)]).ignored).toHaveLength(1);
    expect(merge([project, layer('system', says)]).ignored).toEqual([]);
  });

  it('by their own folder first, then by the root, then by the main checkout', () => {
    const below = layer('project', {}, { project: sub });
    const mainCheckout: LayerFolder = { path: '/main', real: '/real/main', below: [] };
    const ignored = (projects: Readonly<Record<string, string>>) => merge([below, layer('user', { projects: Object.fromEntries(Object.entries(projects).map(([path, level]) => [path, { trust_level: level }])) })], { folders: [sub, repo], mainCheckout }).ignored.length;
    expect(ignored({ '/repo': 'trusted' })).toBe(0);
    expect(ignored({ '/repo': 'trusted', '/repo/sub': 'untrusted' })).toBe(1);
    expect(ignored({ '/repo/sub': 'trusted', '/real/repo/sub': 'untrusted' })).toBe(1);
    expect(ignored({ '/main': 'trusted' })).toBe(0);
    expect(ignored({ '/real/main': 'trusted', '/repo': 'untrusted' })).toBe(1);
    expect(ignored({ '/other': 'trusted' })).toBe(1);
  });
});

describe('what is said about layers', () => {
  const said = (files: readonly LayerFile[]) => merge([...files, trusting('/repo')]).remarks.map(({ layer: { place }, remark: { code, part, path, message, fix, server, tool } }) => [place.kind, `${code} ${part} ${path.join(' ')}`, message, fix, server, tool]);
  const remove = 'Remove it from the repository\'s file.';
  const servers = (s: object) => ({ mcp_servers: { s } });
  const mode = (approval_mode: unknown) => servers({ tools: { t: { approval_mode } } });

  it.each([
    ['approval_policy', 'never', ['on-request', 'untrusted']],
    ['sandbox_mode', 'danger-full-access', ['read-only', 'workspace-write']],
    ['approvals_reviewer', 'auto_review', ['user']],
  ])('%s of a repository', (key, wide, narrow) => {
    expect(said([layer('project', { [key]: wide })])).toEqual([['project', `MCP415 config ${key}`, `the repository sets ${key} = "${wide}" for whoever trusts it`, remove, undefined, undefined]]);
    expect(said([layer('project', {}), layer('user', { [key]: wide })])).toEqual([]);
    expect(said([layer('project', { [key]: { x: 1 } })])[0]?.[2]).toBe(`the repository sets ${key} = ... for whoever trusts it`);
    for (const value of narrow) expect(said([layer('project', { [key]: value })])).toEqual([]);
    expect(said([layer('project', { [key]: wide }), layer('user', { [key]: wide })])).toEqual([]);
    expect(said([layer('user', { [key]: wide })])).toEqual([]);
  });

  it('hooks of a repository, and of layers that the merge does not show', () => {
    const hooks = { hooks: { PermissionRequest: [] } };
    const brings = (part: string) => ['project', `MCP415 ${part} hooks PermissionRequest`, 'the repository brings a PermissionRequest hook, which answers prompts', remove, undefined, undefined];
    const answers = (kind: string, part: string) => [kind, `MCP413 ${part} hooks PermissionRequest`, 'a PermissionRequest hook answers prompts', 'Remove the hook, or make sure that it never allows.', undefined, undefined];
    expect(said([layer('project', hooks)])).toEqual([brings('config')]);
    expect(said([layer('project', hooks, { part: 'hooks' })])).toEqual([brings('hooks'), answers('project', 'hooks')]);
    expect(said([layer('user', hooks)])).toEqual([]);
    expect(said([layer('user', hooks, { part: 'hooks' }), layer('user', hooks), layer('system', hooks)])).toEqual([answers('user', 'hooks'), answers('system', 'config')]);
    expect(said([layer('project', { hooks: { Stop: [] } }), layer('user', {}, { part: 'hooks' })])).toEqual([]);
  });

  it.each(['command', 'args', 'cwd', 'url'])('a repository that replaces %s of a server', (key) => {
    const replaced = ['project', `MCP415 config mcp_servers s ${key}`, `the repository replaces "${key}", so approvals of this server go to other code`, 'Remove it from the repository\'s file, or give the server another name.', 's', undefined];
    expect(said([layer('project', servers({ [key]: ['x'] })), layer('user', servers({ [key]: ['y'] }))])).toEqual([replaced]);
    expect(said([layer('project', servers({ [key]: ['x'] })), layer('user', servers({ command: 'c', url: 'u', args: ['x'], cwd: 'd', [key]: ['x'] }))])).toEqual([]);
    expect(said([layer('project', servers({ [key]: ['x'] })), layer('user', servers({ enabled: true }))])).toEqual([]);
    expect(said([layer('project', servers({ [key]: ['x'] })), layer('system', servers({ command: 'c' }))])).toHaveLength(1);
  });

  it('a repository that sets the default of a server', () => {
    const key = 'default_tools_approval_mode';
    const sets = (value: string) => ['project', `MCP415 config mcp_servers s ${key}`, `the repository sets the server default to ${value} for whoever trusts it`, remove, 's', undefined];
    expect(said([layer('project', servers({ [key]: 'approve' }))])).toEqual([sets('"approve"')]);
    expect(said([layer('project', servers({ [key]: 'auto' })), layer('user', servers({ [key]: 'approve' }))])).toEqual([sets('"auto"')]);
    expect(said([layer('project', servers({ [key]: 1 }))])).toEqual([sets('no text')]);
    expect(said([layer('project', servers({ [key]: 'prompt' }))])).toEqual([]);
    expect(said([layer('project', servers({ [key]: 'prompt' })), layer('user', servers({ [key]: 'approve' }))])).toEqual([]);
    expect(said([layer('project', servers({ [key]: 'approve' })), layer('user', servers({ [key]: 'approve' }))])).toEqual([]);
  });

  it('a repository that sets the mode of a tool', () => {
    const path = 'config mcp_servers s tools t approval_mode';
    const turns = (value: string) => ['project', `MCP415 ${path}`, `the repository turns the user's "prompt" into ${value}`, remove, 's', 't'];
    const approves = ['project', `MCP416 ${path}`, 'the repository approves this tool for whoever trusts it', undefined, 's', 't'];
    const strict = servers({ default_tools_approval_mode: 'prompt' });
    expect(said([layer('project', mode('approve')), layer('user', mode('prompt'))])).toEqual([turns('"approve"')]);
    expect(said([layer('project', mode(1)), layer('user', mode('prompt'))])).toEqual([turns('no text')]);
    expect(said([layer('project', mode('auto')), layer('user', strict)])).toEqual([turns('"auto"')]);
    expect(said([layer('project', mode('approve'))])).toEqual([approves]);
    expect(said([layer('project', mode('approve')), layer('user', mode('auto'))])).toEqual([approves]);
    expect(said([layer('project', mode('approve')), layer('user', servers({ default_tools_approval_mode: 'prompt', tools: { t: { approval_mode: 'approve' } } }))])).toEqual([]);
    for (const value of ['prompt', 'auto']) expect(said([layer('project', mode(value))])).toEqual([]);
    expect(said([layer('project', servers({ tools: { t: {} } })), layer('user', strict)])).toEqual([]);
    expect(said([layer('project', mode('approve')), layer('project', mode('prompt'))])).toEqual([turns('"approve"')]);
  });

  it('files whose effect depends on the release, and limits of an administrator', () => {
    expect(said([layer('project', {}, { part: 'override' })])).toEqual([['project', 'MCP414 override ', 'releases of Codex behind 0.171 also take settings of the repository from this file', 'Move them into config.toml beside it.', undefined, undefined]]);
    expect(said([layer('managed', { a: 1, b: 2 }, { part: 'requirements' })])).toEqual([['managed', 'MCP417 requirements ', 'requirements of the administrator limit what Codex accepts (a, b)', 'Nothing: limits can refuse a run or switch a server off, and never approve a tool.', undefined, undefined]]);
    expect(said([layer('managed', undefined, { part: 'requirements' }), layer('project', undefined, { part: 'override' })])).toEqual([]);
  });
});
