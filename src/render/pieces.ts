/** Longer texts are kept apart from short-lived ones by the engine, and never moved. */
const leastLength = 1 << 18;

/** A long text that grows: what is added is put together to few long pieces, so that little is left to be cleared away. */
export class Pieces {
  private readonly done: string[] = [];
  private parts: string[] = [];
  private length = 0;

  add(text: string): void {
    this.parts.push(text);
    this.length += text.length;
    if (this.length >= leastLength) this.close();
  }

  /** All of it. Nothing is added afterwards. */
  all(): readonly string[] {
    if (this.parts.length > 0) this.close();
    return this.done;
  }

  private close(): void {
    this.done.push(this.parts.join(''));
    this.parts = [];
    this.length = 0;
  }
}
