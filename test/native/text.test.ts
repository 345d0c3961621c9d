import { describe, expect, it } from 'vitest';
import { isTemplatePath } from '../../src/native/template.js';
import { decodeText, encodeText } from '../../src/native/text.js';

describe('bytes of a file', () => {
  it.each<[string, Uint8Array, string, boolean]>([
    ['nothing', Buffer.from(''), '', false],
    ['plain text', Buffer.from('a = "é🙂"\r\n'), 'a = "é🙂"\r\n', false],
    ['a byte order mark', Buffer.from('\ufeffa = 1\n'), 'a = 1\n', true],
    ['two byte order marks', Buffer.from('\ufeff\ufeffa'), '\ufeffa', true],
    ['the replacement character itself', Buffer.from('\ufffd'), '\ufffd', false],
  ])('%s: are read and written back the same', (_what, bytes, text, bom) => {
    expect(decodeText(bytes)).toEqual({ ok: true, text, bom });
    expect(Buffer.compare(encodeText(text, bom), bytes)).toBe(0);
  });

  it.each<[string, Uint8Array, number, number, string]>([
    ['NUL bytes only', Buffer.alloc(512), 1, 1, 'NUL'],
    ['a NUL byte in the middle', Buffer.from('a = 1\nb\0'), 2, 2, 'NUL'],
    ['Latin-1', Buffer.from('a = 1\nb = "\xe9"\n', 'latin1'), 2, 6, 'UTF-8'],
    ['a cut character at the end', Buffer.from('a = "🙂').subarray(0, -1), 1, 6, 'UTF-8'],
    ['half of a surrogate pair', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 1, 2, 'UTF-8'],
    ['UTF-16, little end first', Buffer.from('\ufeffa = 1', 'utf16le'), 1, 1, 'UTF-16'],
    ['UTF-16, big end first', Buffer.from([0xfe, 0xff, 0, 0x61]), 1, 1, 'UTF-16'],
    ['an overlong form', Buffer.from([0x0a, 0xc0, 0xaf]), 2, 1, 'UTF-8'],
  ])('%s: are refused, and never taken for an empty file', (_what, bytes, line, column, word) => {
    const decoded = decodeText(bytes);
    expect(decoded).toMatchObject({ ok: false, problem: { kind: 'not-text', message: expect.stringContaining(word) as string, span: { start: { line, column } } } });
  });
});

describe('the path of a template', () => {
  it.each(['config.toml.tmpl', 'modify_config.toml', 'private_config.toml', 'dot_gitconfig', 'dot_codex/config.toml', 'home/private_dot_codex/config.toml', 'exact_private_dot_codex/x.toml', 'C:\\home\\dot_codex\\config.toml', 'encrypted_private_dot_x/y', 'private_modify_a.json', 'executable_dot_x'])('%s', (path) => {
    expect(isTemplatePath(path)).toBe(true);
  });

  it.each(['config.toml', '.codex/config.toml', 'my_dot_files/config.toml', 'private_notes/.codex/config.toml', 'modify_me/config.toml', 'dotfiles/config.toml', 'tmpl', 'a.tmpl/config.toml', ''])('not %s', (path) => {
    expect(isTemplatePath(path)).toBe(false);
  });
});
