import { describe, expect, it } from 'vitest';
import { rootOf } from '../../src/spec/checked.js';
import { hasCredentialParameter, isCredentialArgument, secretsInArguments, secretsInMap, secretsInText, secretsInUrl } from '../../src/spec/secret-faults.js';
import { isCredentialPair } from '../../src/secrets.js';

const token = 'ghp_PLANTED0123456789abcdef';
const node = rootOf('a');

describe('arguments that are credentials', () => {
  it.each([
    ['--token=abc', ''],
    ['-token=abc', ''],
    ['TOKEN=abc', ''],
    ['--api-key = abc', ''],
    ['Authorization: abc', ''],
    ['X-API-Key:abc', ''],
    ['--password=a\nb', ''],
    ['abc', '--token'],
    ['abc', '-password'],
  ])('%j behind %j', (argument, previous) => {
    expect(isCredentialArgument(argument, previous)).toBe(true);
  });

  it.each([
    ['--token', ''],
    ['--token=', ''],
    ['---token=abc', ''],
    ['--name=abc', ''],
    ['1token=abc', ''],
    ['abc', ''],
    ['abc', 'token'],
    ['abc', '--name'],
    ['abc', '--token=x'],
    ['abc', '---token'],
    ['--verbose', '--token'],
    ['${env:T}', '--token'],
    ['--token=${env:T}', ''],
    ['see --token=abc', ''],
    ['abc', 'x --token'],
    ['', '--token'],
  ])('but not %j behind %j', (argument, previous) => {
    expect(isCredentialArgument(argument, previous)).toBe(false);
  });

  it('are named by their number', () => {
    const faults = secretsInArguments([['x'], ['--token'], ['abc'], [token], ['--key=', { env: 'K' }], [], ['--token'], [{ env: 'T' }], ['x'], ['--header', { env: 'A' }], ['Bearer abc']], node);
    expect(faults.map(({ code, message, at }) => [code, message, at?.path])).toEqual([
      ['MCP210', 'argument 3 looks like a credential', [2]],
      ['MCP210', 'argument 4 looks like a credential', [3]],
    ]);
  });
});

describe('addresses that hold credentials', () => {
  it.each(['https://x/?token=abc', 'https://x/?a=b&api_key=abc', 'https://x/#access_token=abc', 'https://x/?a=b#token=abc'])('%s', (text) => {
    expect(hasCredentialParameter(new URL(text))).toBe(true);
    expect(secretsInUrl(new URL(text), [text], node).map(({ message }) => message)).toEqual(['url holds a literal that looks like a credential']);
  });

  it.each(['https://x/', 'https://x/token=abc', 'https://x/?token=', 'https://x/?name=abc', 'https://x/#part', 'https://x/?token_limit=5'])('but not %s', (text) => {
    expect(hasCredentialParameter(new URL(text))).toBe(false);
    expect(secretsInUrl(new URL(text), [text], node)).toEqual([]);
  });

  it.each(['https://user@x/', 'https://:pass@x/', 'https://user:pass@x/'])('as a user name or password: %s', (text) => {
    expect(secretsInUrl(new URL(text), [text], node).map(({ message }) => message)).toEqual(['url holds a user name or password']);
  });

  it('by what a part looks like', () => {
    expect(secretsInUrl(new URL(`https://x/${token}`), [`https://x/${token}`], node)).toHaveLength(1);
    expect(secretsInUrl(new URL('https://x/reference'), ['https://x/', { env: token }], node)).toHaveLength(1);
  });
});

describe('maps that hold credentials', () => {
  it.each([
    ['TOKEN', ['abc']],
    ['TOKEN', ['abc', { env: 'A' }]],
    ['Authorization', ['Basic', { env: 'A' }]],
    ['Authorization', ['Basic abc ', { env: 'A' }]],
    ['Cookie', ['sid=abc; other=', { env: 'A' }]],
    ['REGION', [token]],
    ['REGION', ['eu', { env: token }]],
  ])('%s: %j', (name, value) => {
    expect(secretsInMap([{ name: 'A', value: ['a'] }, { name, value }], node, 'header').map(({ code, message, at }) => [code, message, at?.path, at?.part])).toEqual([['MCP210', `header "${name}" is a literal that looks like a credential`, [name], 'value']]);
  });

  it.each([
    ['TOKEN', []],
    ['TOKEN', [{ env: 'A' }]],
    ['MAX_TOKEN', ['100']],
    ['REGION', ['eu', { env: 'A' }]],
    ['Authorization', ['Bearer ', { env: 'A' }]],
    ['Authorization', [{ env: 'A' }, ' ', { env: 'B' }]],
    ['Cookie', ['sid=', { env: 'A' }, '; other.b-c=', { env: 'B' }, ', ']],
  ])('but not %s: %j', (name, value) => {
    expect(secretsInMap([{ name, value }], node, 'header')).toEqual([]);
  });

  it('in a name', () => {
    expect(secretsInMap([{ name: token, value: ['a'] }], node, 'header').map(({ code, message, at }) => [code, message, at?.part])).toEqual([['MCP210', 'the name of header "[hidden: looks like a secret]" looks like a credential', 'key']]);
  });

  it('in a text of its own', () => {
    expect(secretsInText([token], node, 'cwd').map(({ message }) => message)).toEqual(['cwd holds a literal that looks like a credential']);
    expect(secretsInText(['/srv', { env: 'A' }], node, 'cwd')).toEqual([]);
  });
});

it.each([
  ['token', 'abc', true],
  ['name', 'abc', false],
  ['token', '', false],
  ['token', 'x${env:A}', false],
  ['token_file', '/run/token', false],
])('%s with the value %j is a credential: %s', (key, value, is) => {
  expect(isCredentialPair(key, value)).toBe(is);
});
