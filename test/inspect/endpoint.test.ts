import { expect, it } from 'vitest';
import { resolveEndpoint } from '../../src/inspect/endpoint.js';

it.each([
  ['TOKEN', 'short1', true],
  ['TOKEN', 'word', false],
  ['REGION', 'hunter2hunter2', true],
  ['REGION', 'eu-west', false],
])('takes the value of %s, %s, for one that no server may show: %s', (name, value, isKept) => {
  const endpoint = resolveEndpoint('docs', { type: 'stdio', command: ['docs'], args: [], env: [{ name, value: [{ env: name }] }] }, { [name]: value });
  expect(endpoint.ok && endpoint.value.secrets.includes(value)).toBe(isKept);
});
