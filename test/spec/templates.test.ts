import { describe, expect, it } from 'vitest';
import type { Template } from '../../src/model.js';
import { rootOf } from '../../src/spec/checked.js';
import { checkTemplate, literalParts, templateText } from '../../src/spec/templates.js';

const check = (text: string, ...label: readonly (string | number)[]) => {
  const { value, faults } = checkTemplate(text, rootOf('a'), String(label[0] ?? 'value'), label[1]);
  return { value, faults: faults.map(({ code, message, fix }) => [code, message, fix]) };
};

describe('templates', () => {
  it.each<[string, Template, readonly string[]]>([
    ['', [], []],
    ['a', ['a'], ['a']],
    ['$HOME {x} $', ['$HOME {x} $'], ['$HOME {x} $']],
    ['${env:A}', [{ env: 'A' }], []],
    ['${env:A}${env:_b1}', [{ env: 'A' }, { env: '_b1' }], []],
    ['a${env:A}b', ['a', { env: 'A' }, 'b'], ['a', 'b']],
    ['Bearer ${env:TOKEN}', ['Bearer ', { env: 'TOKEN' }], ['Bearer ']],
    ['${env:A}${', [{ env: 'A' }, '${'], ['${']],
  ])('%j', (text, template, literals) => {
    expect(check(text).value).toEqual(template);
    expect(templateText(template)).toBe(text);
    expect(literalParts(template)).toEqual(literals);
  });

  it.each(['${', '${A}', '${env:}', '${env:1}', '${env:A', '${env: A}', '${input:a}', '${ENV:A}', '$${env:A} ${', 'x ${env:A-B}', '${env:A}${B}'])('are refused with another %j', (text) => {
    expect(check(text).faults).toEqual([['MCP212', 'value holds "${" that starts no ${env:NAME} reference', undefined]]);
    expect(check(text, 'argument', 2).faults).toMatchObject([['MCP212', 'argument 2 holds "${" that starts no ${env:NAME} reference', undefined]]);
  });

  it.each(['\ud800', 'a\udfff', '\ud800${env:A}'])('are refused with half a character', (text) => {
    expect(check(text, 'header', 'X-A').faults).toEqual([['MCP213', 'header "X-A" holds half of a surrogate pair', 'Write the value in valid Unicode.']]);
  });

  it.each(['${env:A}', '$ {', '$', '{', '😀'])('are sound: %j', (text) => {
    expect(check(text).faults).toEqual([]);
  });
});
