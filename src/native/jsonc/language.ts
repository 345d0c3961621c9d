import type { Language } from '../language.js';
import { findMarkers } from '../markers.js';
import { readJsonc } from '../read.js';
import { equal, type NativeContent } from '../value.js';
import { planJson } from './plan.js';
import { unprintable } from './print.js';
import { readTree } from './tree.js';

/** JSON with comments and trailing commas. A file that was plain JSON stays plain JSON. */
export const jsonc: Language = {
  read: readJsonc,
  unprintable,
  plan: (text, change, hollow) => {
    const tree = readTree(text);
    return Promise.resolve({ steps: planJson(text, tree, change, hollow), markers: findMarkers(text, tree.comments) });
  },
  isStillSound: (before, after, value) => {
    if (parsePlain(before) === undefined) return true;
    const plain = parsePlain(after);
    return plain !== undefined && equal(plain.value, value);
  },
};

function parsePlain(text: string): { readonly value: NativeContent } | undefined {
  try {
    return { value: JSON.parse(text) as NativeContent };
  } catch {
    return undefined;
  }
}
