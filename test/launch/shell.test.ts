import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotePosix, quotePowerShell } from '../../src/launch/shell.js';

describe('words for a POSIX shell', () => {
  it.skipIf(process.platform === 'win32')('reach a program as they are', () => {
    const word = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom("'", "''", '\\', '$HOME', '`x`', '\n', '*', '~', '', '-', '"', '!', '#', '\\\n', "\\'")).map((text) => text.replaceAll('\0', ''));
    fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
      const script = `${[process.execPath, '-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...words].map(quotePosix).join(' ')}\n`;
      const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
      expect(JSON.parse(stdout)).toEqual(words.map((text) => Buffer.from(text, 'utf8').toString('utf8')));
    }), { numRuns: 25 });
  });

  it.each([['plain-Word_1./:@%+,', 'plain-Word_1./:@%+,'], ['', "''"], ['a b', "'a b'"], ["it's", "'it'\\''s'"], ['~', "'~'"], ['A=1', "'A=1'"]])('%j is %s', (word, quoted) => {
    expect(quotePosix(word)).toBe(quoted);
  });
});

describe('words for PowerShell', () => {
  it.each([['plain', "'plain'"], ['', "''"], ["it's", "'it''s'"], ['it\u2019s', "'it\u2019\u2019s'"], ['$x `n "y"', "'$x `n \"y\"'"]])('%j is %s', (word, quoted) => {
    expect(quotePowerShell(word)).toBe(quoted);
  });
});
