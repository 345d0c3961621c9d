import { test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { http, observe, observeCollision, rows, stdio, type HeadlessSuite } from '../../harness/headless-suite.js';
import { runCopilot } from '../run.js';

const folder = new URL('../../harness', import.meta.url).pathname;
/** A value that a second expansion, a shell or a glob would change. */
const value = 'v-$HOME-${HOME}-*-%PATH%';

/** References arrive as the value and nothing else; what the client would expand or withhold is refused. */
export function referenceCases(suite: HeadlessSuite): void {
  test('references in command, arguments and environment', async () => {
    const servers: SpecServers = {
      srv: { command: '${env:MY_NODE}', args: ['${env:MY_FOLDER}/mcp-server.mjs', '{{config:srv}}'], env: { A: '${env:MY_VALUE}', B: 'x${env:MY_VALUE}y', C: '5 $ ~ %PATH%', D: '8080' }, tools: { t1: 'approve' } },
    };
    const fleet = [stdio('srv', ['t1'], { A: value, B: `x${value}y`, C: '5 $ ~ %PATH%', D: '8080' })];
    const env = { MY_NODE: process.execPath, MY_FOLDER: folder, MY_VALUE: value, '8080': 'other' };
    await observe(suite, { title: 'references of a local server', servers: fleet, rows: rows('srv', ['t1'], 'envReference', 'RUN') }, (scenario) => runCopilot(suite.client(), { ...scenario, parts: rendered('copilot-cli', servers), env }));
  });

  test('references in address and headers', async () => {
    const servers: SpecServers = { srv: { url: '{{url:srv}}${env:MY_EMPTY}', headers: { 'X-A': '${env:MY_VALUE}', 'X-B': 'x${env:MY_VALUE}y', 'X-C': 'MY_VALUE' }, tools: { t1: 'approve' } } };
    const fleet = [http('srv', ['t1'], { 'x-a': value, 'x-b': `x${value}y`, 'x-c': 'MY_VALUE' })];
    await observe(suite, { title: 'references of a remote server', servers: fleet, rows: rows('srv', ['t1'], 'envReference', 'RUN') }, (scenario) => runCopilot(suite.client(), { ...scenario, parts: rendered('copilot-cli', servers), env: { MY_VALUE: value, MY_EMPTY: '' } }));
  });

  test('arguments and a working folder that are names of variables stay as they are', async () => {
    const servers: SpecServers = { srv: { ...started('srv'), cwd: folder, args: ['mcp-server.mjs', '{{config:srv}}'], tools: { t1: 'approve' } } };
    await observe(suite, { title: 'literals that are names of variables', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'stdio', 'RUN') }, (scenario) => runCopilot(suite.client(), { ...scenario, parts: rendered('copilot-cli', servers), env: { 'mcp-server.mjs': 'other', [folder]: 'other', [process.execPath]: 'other' } }));
  });

  test('a variable that is not set is sent as text, which is what the note says', async () => {
    const servers: SpecServers = { srv: { url: '{{url:srv}}', headers: { 'X-A': 'x${env:MY_VALUE}y' }, tools: { t1: 'approve' } } };
    await observe(suite, { title: 'reference that is not set', servers: [http('srv', ['t1'], { 'x-a': 'x${MY_VALUE}y' })], rows: rows('srv', ['t1'], 'limit', 'RUN') }, (scenario) => runCopilot(suite.client(), { ...scenario, parts: rendered('copilot-cli', servers) }));
  });

  test('a value of env that is the name of a variable is replaced, which is why it is refused', async () => {
    const refused = { srv: { command: 'x', env: { A: 'MY_VALUE' } } };
    const mcp = JSON.stringify({ mcpServers: { srv: { type: 'local', ...started('srv'), env: { A: 'MY_VALUE' }, tools: ['*'] } } });
    const tested = { title: 'env value that is the name of a variable', servers: [stdio('srv', ['t1'], { A: 'other' })], rows: rows('srv', ['t1'], 'collision', 'RUN'), refused, reason: /for the name of a variable/ };
    await observeCollision(suite, 'copilot-cli', tested, (scenario) => runCopilot(suite.client(), { ...scenario, parts: forced({ args: '--allow-tool=srv(t1)', mcp }), env: { MY_VALUE: 'other' } }));
  });

  test('a literal "$NAME" is expanded, which is why it is refused', async () => {
    const refused = { srv: { command: 'x', args: ['$MY_FOLDER'] } };
    const mcp = JSON.stringify({ mcpServers: { srv: { type: 'local', ...started('srv'), args: ['$MY_FOLDER/mcp-server.mjs', '{{config:srv}}'], tools: ['*'] } } });
    const tested = { title: 'literal "$NAME" in an argument', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'collision', 'RUN'), refused, reason: /would not stay literal/ };
    await observeCollision(suite, 'copilot-cli', tested, (scenario) => runCopilot(suite.client(), { ...scenario, parts: forced({ args: '--allow-tool=srv(t1)', mcp }), env: { MY_FOLDER: folder } }));
  });

  test.each(['GITHUB_TOKEN', 'COPILOT_GITHUB_TOKEN', 'OPENAI_API_KEY', 'GITHUB_PERSONAL_ACCESS_TOKEN'])('%s stays text in a header, which is why it is refused', async (name) => {
    const refused = { srv: { url: 'https://docs.example/mcp', headers: { 'X-A': `x\${env:${name}}y` } } };
    const mcp = JSON.stringify({ mcpServers: { srv: { type: 'http', url: '{{url:srv}}', headers: { 'X-A': `x\${${name}}y` }, tools: ['*'] } } });
    const tested = { title: `withheld ${name}`, servers: [http('srv', ['t1'], { 'x-a': `x\${${name}}y` })], rows: rows('srv', ['t1'], 'limit', 'RUN'), refused, reason: /can stay plain text/ };
    await observeCollision(suite, 'copilot-cli', tested, (scenario) => runCopilot(suite.client(), { ...scenario, parts: forced({ args: '--allow-tool=srv(t1)', mcp }), env: { [name]: 'a-value' } }));
  });
}
