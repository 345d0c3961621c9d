import { test } from 'vitest';
import { forced, rendered, started, type SpecServers } from '../../harness/parts.js';
import { http, observe, observeCollision, rows, stdio, type HeadlessSuite } from '../../harness/headless-suite.js';
import { runClaude } from '../run.js';

/** A value that a second expansion, a shell or a glob would change. */
const value = 'v-$HOME-${HOME}-*-%PATH%';
const plainValue = 'v-$HOME-*-%PATH%';

/** References arrive as the value and nothing else; literal texts arrive as they are. */
export function referenceCases(suite: HeadlessSuite): void {
  test('references in command, arguments and environment', async () => {
    const servers: SpecServers = {
      srv: { command: '${env:MY_NODE}', args: ['${env:MY_FOLDER}/mcp-server.mjs', '{{config:srv}}'], env: { A: '${env:MY_VALUE}', B: 'x${env:MY_VALUE}y', C: '$HOME ~ %PATH% $5' }, tools: { t1: 'approve' } },
    };
    const fleet = [stdio('srv', ['t1'], { A: value, B: `x${value}y`, C: '$HOME ~ %PATH% $5' })];
    const env = { MY_NODE: process.execPath, MY_FOLDER: new URL('../../harness', import.meta.url).pathname, MY_VALUE: value };
    await observe(suite, { title: 'references of a local server', servers: fleet, rows: rows('srv', ['t1'], 'envReference', 'RUN') }, (scenario) => runClaude(suite.client(), { ...scenario, parts: rendered('claude-code', servers), env }));
  });

  test('references in address and headers', async () => {
    const servers: SpecServers = { srv: { url: '{{url:srv}}${env:MY_EMPTY}', headers: { 'X-A': '${env:MY_VALUE}', 'X-B': 'x${env:MY_VALUE}y', 'X-C': '$HOME %PATH% $5' }, tools: { t1: 'approve' } } };
    const fleet = [http('srv', ['t1'], { 'x-a': plainValue, 'x-b': `x${plainValue}y`, 'x-c': '$HOME %PATH% $5' })];
    await observe(suite, { title: 'references of a remote server', servers: fleet, rows: rows('srv', ['t1'], 'envReference', 'RUN') }, (scenario) => runClaude(suite.client(), { ...scenario, parts: rendered('claude-code', servers), env: { MY_VALUE: plainValue, MY_EMPTY: '' } }));
  });

  test('a value that is a reference itself is expanded once more in headers, which is what the note says', async () => {
    const servers: SpecServers = { srv: { url: '{{url:srv}}', headers: { 'X-A': '${env:MY_VALUE}' }, tools: { t1: 'approve' } } };
    const fleet = [http('srv', ['t1'], { 'x-a': 'v-other' })];
    await observe(suite, { title: 'value that is a reference', servers: fleet, rows: rows('srv', ['t1'], 'limit', 'RUN') }, (scenario) => runClaude(suite.client(), { ...scenario, parts: rendered('claude-code', servers), env: { MY_VALUE: 'v-${MY_OTHER}', MY_OTHER: 'other' } }));
  });

  test('a variable that is not set is sent as text, which is what the note says', async () => {
    const servers: SpecServers = { srv: { url: '{{url:srv}}', headers: { 'X-A': 'x${env:MY_VALUE}y' }, tools: { t1: 'approve' } } };
    const fleet = [http('srv', ['t1'], { 'x-a': 'x${MY_VALUE}y' })];
    await observe(suite, { title: 'reference that is not set', servers: fleet, rows: rows('srv', ['t1'], 'limit', 'RUN') }, (scenario) => runClaude(suite.client(), { ...scenario, parts: rendered('claude-code', servers) }));
  });

  test.each(['NPM_TOKEN', 'VAULT_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'ACTIONS_RUNTIME_TOKEN', 'OTEL_HEADERS'])('%s reads as empty in a header, which is why it is refused', async (name) => {
    const refused = { srv: { url: 'https://docs.example/mcp', headers: { 'X-A': `x\${env:${name}}y` } } };
    const mcp = JSON.stringify({ mcpServers: { srv: { type: 'http', url: '{{url:srv}}', headers: { 'X-A': `x\${${name}}y` } } } });
    const parts = forced({ mcp, settings: JSON.stringify({ permissions: { allow: ['mcp__srv__t1'] } }) });
    const tested = { title: `withheld ${name}`, servers: [http('srv', ['t1'], { 'x-a': 'xy' })], rows: rows('srv', ['t1'], 'limit', 'RUN'), refused, reason: /can read as empty/ };
    await observeCollision(suite, 'claude-code', tested, (scenario) => runClaude(suite.client(), { ...scenario, parts, env: { [name]: 'a-value' } }));
  });

  test('a local server gets what a remote one does not', async () => {
    const servers: SpecServers = { srv: { ...started('srv'), env: { A: '${env:NPM_TOKEN}' }, tools: { t1: 'approve' } } };
    await observe(suite, { title: 'NPM_TOKEN of a local server', servers: [stdio('srv', ['t1'], { A: 'a-value' })], rows: rows('srv', ['t1'], 'envReference', 'RUN') }, (scenario) => runClaude(suite.client(), { ...scenario, parts: rendered('claude-code', servers), env: { NPM_TOKEN: 'a-value' } }));
  });
}
