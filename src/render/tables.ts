import type { NativeValue } from '../driver.js';

export function isNativeTable(value: NativeValue): value is Record<string, NativeValue> {
  return typeof value === 'object' && !Array.isArray(value);
}

/** A table that has no keys at all, inherited ones included. */
export function emptyTable(): Record<string, NativeValue> {
  return Object.create(null) as Record<string, NativeValue>;
}

/** Sets an own key, `__proto__` included. */
export function setOwn(table: object, key: string, value: unknown): void {
  Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
}
