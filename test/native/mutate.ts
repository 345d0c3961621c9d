import { Random } from './random.js';

const inserted = ['"', "'", '"""', '#', '\n', '\r', '\r\n', '[', ']', '{', '}', ',', '.', '=', ' ', '\ufeff', '“', '\u0000', '\\', '//', '/*', ':'];

/** A document with a few characters too many or too few. */
export function mutated(text: string, seed: number): string {
  const random = new Random(seed ^ 0x2545f491);
  let result = text;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const offset = random.below(result.length + 1);
    const isCut = random.chance(0.4);
    result = result.slice(0, offset) + (isCut ? '' : random.pick(inserted)) + result.slice(offset + (isCut ? 1 + random.below(8) : 0));
  }
  return result;
}
