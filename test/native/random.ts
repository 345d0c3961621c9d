/** A small seeded generator: one number in a failure message is enough to see the same document again. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Some of the items, each at most once, in random order. */
  some<T>(items: readonly T[], most: number): T[] {
    return this.shuffle(items).slice(0, this.below(Math.min(most, items.length) + 1));
  }

  shuffle<T>(items: readonly T[]): T[] {
    return items.map((item) => [this.next(), item] as const).sort(([a], [b]) => a - b).map(([, item]) => item);
  }
}
