import { test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { http, observe, observeCollision, rows, stdio, type HeadlessSuite } from '../../harness/headless-suite.js';
import { ruleText } from '../rules.js';
import { runGemini } from '../run.js';

const folder = new URL('../../harness', import.meta.url).pathname;

/** References arrive as the value and nothing else; what the client would expand is refused. */
export function referenceCases(suite: HeadlessSuite): void {
  test('references in command, arguments, environment and working folder', async () => {
    const servers: SpecServers = {
      srv: { command: '${env:MY_NODE}', args: ['${env:MY_FOLDER}/mcp-server.mjs', '{{config:srv}}'], cwd: '${env:MY_FOLDER}', env: { A: '${env:MY_VALUE}', B: 'x${env:MY_VALUE}y', C: 'HOME ~ *' }, tools: { t1: 'approve' } },
    };
    const fleet = [stdio('srv', ['t1'], { A: 'v-*-~', B: 'xv-*-~y', C: 'HOME ~ *' })];
    const env = { MY_NODE: process.execPath, MY_FOLDER: folder, MY_VALUE: 'v-*-~' };
    await observe(suite, { title: 'references of a local server', servers: fleet, rows: rows('srv', ['t1'], 'envReference', 'RUN') }, (scenario) => runGemini(suite.client(), { ...scenario, parts: rendered('gemini-cli', servers), env }));
  });

  test('references in address and headers', async () => {
    const servers: SpecServers = { srv: { url: '{{url:srv}}${env:MY_EMPTY}', headers: { 'X-A': '${env:MY_VALUE}', 'X-B': 'x${env:MY_VALUE}y' }, tools: { t1: 'approve' } } };
    const fleet = [http('srv', ['t1'], { 'x-a': 'v-*-~', 'x-b': 'xv-*-~y' })];
    await observe(suite, { title: 'references of a remote server', servers: fleet, rows: rows('srv', ['t1'], 'envReference', 'RUN') }, (scenario) => runGemini(suite.client(), { ...scenario, parts: rendered('gemini-cli', servers), env: { MY_VALUE: 'v-*-~', MY_EMPTY: '' } }));
  });

  test('a value with "$" is expanded once more in headers, which is what the note says', async () => {
    const servers: SpecServers = { srv: { url: '{{url:srv}}', headers: { 'X-A': '${env:MY_VALUE}' }, tools: { t1: 'approve' } } };
    const fleet = [http('srv', ['t1'], { 'x-a': 'v-other' })];
    await observe(suite, { title: 'value that is a reference', servers: fleet, rows: rows('srv', ['t1'], 'limit', 'RUN') }, (scenario) => runGemini(suite.client(), { ...scenario, parts: rendered('gemini-cli', servers), env: { MY_VALUE: 'v-$MY_OTHER', MY_OTHER: 'other' } }));
  });

  test('a literal "$NAME" is expanded, which is why it is refused', async () => {
    const refused = { srv: { command: 'x', args: ['$MY_VALUE'] } };
    const settings = JSON.stringify({ mcpServers: { srv: { ...started('srv'), args: ['$MY_FOLDER/mcp-server.mjs', '{{config:srv}}'] } } });
    const tested = { title: 'literal "$NAME" in an argument', servers: [stdio('srv', ['t1'])], rows: rows('srv', ['t1'], 'collision', 'RUN'), refused, reason: /would not stay literal/ };
    await observeCollision(suite, 'gemini-cli', tested, (scenario) => runGemini(suite.client(), { ...scenario, parts: forced({ policy: ruleText('srv', 't1', 'allow', 900), settings }), env: { MY_FOLDER: folder } }));
  });

  test('NODE_OPTIONS does not reach a server, which is why it is refused', async () => {
    const refused = { srv: { command: 'x', env: { NODE_OPTIONS: '--no-warnings' } } };
    const settings = JSON.stringify({ mcpServers: { srv: { ...started('srv'), env: { NODE_OPTIONS: '--no-warnings' } } } });
    const tested = { title: 'NODE_OPTIONS', servers: [stdio('srv', ['t1'], { NODE_OPTIONS: '--no-warnings' })], rows: rows('srv', ['t1'], 'limit', 'ABSENT'), refused, reason: /does not pass the variable "NODE_OPTIONS"/ };
    await observeCollision(suite, 'gemini-cli', tested, (scenario) => runGemini(suite.client(), { ...scenario, parts: forced({ policy: ruleText('srv', 't1', 'allow', 900), settings }) }));
  });
}
