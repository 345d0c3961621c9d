import type { AST } from 'toml-eslint-parser';
import { editList, type ListShape } from '../list.js';
import type { Step } from '../splice.js';

/** A step, or a change of an inline table or array: several changes of one of those have to be made together. */
export type PlanStep = Step | ListStep;

export interface ListStep {
  readonly kind: 'list';
  readonly list: AST.TOMLInlineTable | AST.TOMLArray;
  readonly drops: readonly number[];
  readonly additions: readonly string[];
}

/** Joins the changes of each list into steps. */
export function resolveLists(text: string, steps: readonly PlanStep[]): readonly Step[] {
  const lists = new Map<ListStep['list'], { readonly drops: Set<number>; readonly additions: string[] }>();
  const others: Step[] = [];
  for (const step of steps) {
    if (step.kind !== 'list') {
      others.push(step);
      continue;
    }
    const change = lists.get(step.list) ?? { drops: new Set(), additions: [] };
    lists.set(step.list, change);
    for (const index of step.drops) change.drops.add(index);
    change.additions.push(...step.additions);
  }
  const edits = [...lists].flatMap(([list, change]) => editList(text, shapeOf(list), { ...change, frame: frameOf(list) }));
  return [...others, ...edits];
}

function shapeOf(list: ListStep['list']): ListShape {
  const items = list.type === 'TOMLArray' ? list.elements : list.body;
  return { open: list.range[0] + 1, close: list.range[1] - 1, items: items.map((item) => item.range) };
}

function frameOf(list: ListStep['list']) {
  const padding = list.type === 'TOMLArray' ? '' : ' ';
  return { before: padding, between: ', ', after: padding };
}
