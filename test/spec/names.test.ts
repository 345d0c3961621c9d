import { describe, expect, it } from 'vitest';
import { lookalikeForm, nameFault, trimName } from '../../src/spec/names.js';

describe('white space around a name', () => {
  it.each([
    ['a', 'a'],
    [' a', 'a'],
    ['a ', 'a'],
    ['\t a b\n', 'a b'],
    ['\u00a0é\u2003', 'é'],
    ['', ''],
    ['  ', ''],
    [' a a ', 'a a'],
  ])('%j is read as %j', (text, name) => {
    expect(trimName(text)).toBe(name);
  });

  it.each(['\ufeffa', 'a\ufeff', ' \ufeffa', 'a \ufeff ', '\ufeff', '\ufeffaaaa', 'aaaa\ufeff'])('that holds a byte order mark is kept: %j', (text) => {
    expect(trimName(text)).toBe(text);
    expect(nameFault(text)?.message).toBe('holds the invisible character U+FEFF');
  });

  it('is all that goes: a byte order mark inside stays a fault of the name', () => {
    expect(trimName(' a\ufeffb ')).toBe('a\ufeffb');
  });
});

describe('names that name exactly one thing', () => {
  it.each(['a', 'AZaz09_:@/.-', 'a b', 'é', '日本語', '😀', 'a"b', "a'b", 'a\\b', 'a[b]', '<<', '+', '(a)', 'e\u0301'])('%s', (name) => {
    expect(nameFault(name)).toBeUndefined();
  });

  it.each([
    ['', 'is empty', 'Write the exact name that the server lists.'],
    ['\ud800', 'holds half of a surrogate pair', 'Write the name in valid Unicode.'],
    ['a\u0000', 'holds the invisible character U+0000', 'Remove the character, or have the server renamed.'],
    ['a\u007f', 'holds the invisible character U+007F', 'Remove the character, or have the server renamed.'],
    ['a\u00ad', 'holds the invisible character U+00AD', 'Remove the character, or have the server renamed.'],
    ['a\u034fb', 'holds the invisible character U+034F', 'Remove the character, or have the server renamed.'],
    ['\u200ba', 'holds the invisible character U+200B', 'Remove the character, or have the server renamed.'],
    ['a\u2028b', 'holds the invisible character U+2028', 'Remove the character, or have the server renamed.'],
    ['a\u2029b', 'holds the invisible character U+2029', 'Remove the character, or have the server renamed.'],
    ['a\u3164', 'holds the invisible character U+3164', 'Remove the character, or have the server renamed.'],
    ['a\ufe0f', 'holds the invisible character U+FE0F', 'Remove the character, or have the server renamed.'],
    ['a\u{e0101}', 'holds the invisible character U+E0101', 'Remove the character, or have the server renamed.'],
    ['a\u{e0041}', 'holds the invisible character U+E0041', 'Remove the character, or have the server renamed.'],
    ['*', 'holds a wildcard', 'Names are exact: write one entry for each tool or server.'],
    ['get_?', 'holds a wildcard', 'Names are exact: write one entry for each tool or server.'],
    ['a*b', 'holds a wildcard', 'Names are exact: write one entry for each tool or server.'],
  ])('not %j, which %s', (name, message, fix) => {
    expect(nameFault(name)).toEqual({ message, fix });
  });
});

describe('names that look the same', () => {
  it.each([
    ['e\u0301', '\u00e9'],
    ['\u212b', '\u00c5'],
    ['a', 'a'],
  ])('%j has the form of %j', (name, form) => {
    expect(lookalikeForm(name)).toBe(form);
    expect(lookalikeForm(form)).toBe(form);
  });

  it('are not those that only look alike', () => {
    expect(lookalikeForm('а')).not.toBe(lookalikeForm('a'));
    expect(lookalikeForm('ａ')).not.toBe(lookalikeForm('a'));
    expect(lookalikeForm('A')).not.toBe(lookalikeForm('a'));
  });
});
