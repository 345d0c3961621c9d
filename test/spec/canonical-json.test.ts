import { describe, expect, it } from 'vitest';
import { canonicalJson, CanonicalText, type Canonical } from '../../src/spec/canonical-json.js';

describe('canonical JSON', () => {
  it.each<[Canonical, string]>([
    ['', '""'],
    ['a !#[]~', '"a !#[]~"'],
    ['"', '"\\""'],
    ['\\', '"\\\\"'],
    ['a"b', '"a\\"b"'],
    ['\n', '"\\n"'],
    ['é', '"é"'],
    ['\u007f', '"\u007f"'],
    [0, '0'],
    [-7, '-7'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [true, 'true'],
    [false, 'false'],
    [null, 'null'],
    [[], '[]'],
    [['b', 1, ['a']], '["b",1,["a"]]'],
    [new Map(), '{}'],
    [new Map<string, Canonical>([['b', 1], ['a', [null]], ['\u20ac', 2], ['\ud83d\ude00', 3], ['\ufb33', 4], ['__proto__', 5]]), '{"__proto__":5,"a":[null],"b":1,"€":2,"😀":3,"\ufb33":4}'],
    [new CanonicalText('{"is": "kept"}'), '{"is": "kept"}'],
    [new Map([['a', new CanonicalText('1')]]), '{"a":1}'],
  ])('of %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it.each<[Canonical, string]>([
    ['\ud800', 'a lone surrogate has no canonical form'],
    [['a', '\udfff'], 'a lone surrogate has no canonical form'],
    [new Map([['\ud800', 1]]), 'a lone surrogate has no canonical form'],
    [1.5, 'only safe integers have a canonical form'],
    [Number.NaN, 'only safe integers have a canonical form'],
    [Number.MAX_SAFE_INTEGER + 1, 'only safe integers have a canonical form'],
  ])('has no form for %j', (value, message) => {
    expect(() => canonicalJson(value)).toThrow(new TypeError(message));
  });
});
