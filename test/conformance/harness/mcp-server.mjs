/**
 * A stdio MCP server that logs every tool call, and ends at once when its environment is not the demanded one.
 * Usage: node mcp-server.mjs CONFIG.json, where the file holds a `ServedServer`.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answer } from './mcp-answers.mjs';

/** @type {import('./mcp-answers.mjs').ServedServer} */
const server = JSON.parse(readFileSync(/** @type {string} */ (process.argv[2]), 'utf8'));

for (const [name, value] of Object.entries(server.demands)) {
  if (process.env[name] !== value) process.exit(3);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() === '') return;
  const reply = answer(JSON.parse(line), server);
  if (reply !== null) process.stdout.write(`${JSON.stringify(reply)}\n`);
});
