import { describe, expect, it } from 'vitest';
import { isAtLeast, parseRelease } from '../../src/launch/versions.js';

describe('release numbers', () => {
  it.each(['0.117.0', 'v1.2.3', '0.144.0-alpha.3', '1.0.0+build.7'])('%s is one', (text) => {
    expect(parseRelease(text)).toBeDefined();
  });

  it.each(['', '1', '1.2', '1.2.3.4', 'latest', '1.2.x', '1.2.3 ', '0x1.2.3', '1.2.99999999999'])('%j is none', (text) => {
    expect(parseRelease(text)).toBeUndefined();
  });

  it.each([
    ['0.117.0', '0.117.0', true],
    ['0.116.9', '0.117.0', false],
    ['0.118.0', '0.117.9', true],
    ['1.0.0', '0.117.0', true],
    ['0.20.0', '0.117.0', false],
    ['0.117.0-alpha.9', '0.117.0', false],
    ['0.118.0-alpha.1', '0.117.0', true],
    ['0.117.0', '0.117.0-alpha.1', true],
  ])('%s is at least %s: %s', (release, minimum, expected) => {
    expect(isAtLeast(parseRelease(release)!, parseRelease(minimum)!)).toBe(expected);
  });
});
