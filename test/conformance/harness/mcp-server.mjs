/**
 * A stdio MCP server that logs every tool call, and ends at once when its environment is not the demanded one.
 * Usage: node mcp-server.mjs CONFIG.json, where the file holds a `ServedServer`.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answer, elicitation } from './mcp-answers.mjs';

/** @type {import('./mcp-answers.mjs').ServedServer} */
const server = JSON.parse(readFileSync(/** @type {string} */ (process.argv[2]), 'utf8'));

for (const [name, value] of Object.entries(server.demands)) {
  if (process.env[name] !== value) process.exit(3);
}

/** @param {unknown} message */
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** @type {Map<string, (action: string) => void>} Calls that wait for the user's answer, by the id of the question. */
const waiting = new Map();

/** @param {import('./mcp-answers.mjs').Message} message */
function receive(message) {
  if (message.method === undefined) {
    waiting.get(String(message.id))?.(message.result?.action ?? 'error');
    return;
  }
  const reply = answer(message, server);
  const tool = message.method === 'tools/call' ? server.tools.find(({ name }) => name === message.params.name) : undefined;
  if (tool?.elicits === true) {
    const id = `question-${String(message.id)}`;
    waiting.set(id, (action) => send({ jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text: `the user said ${action}` }] } }));
    send(elicitation(id));
  } else if (reply !== null) send(reply);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() !== '') receive(JSON.parse(line));
});
