/** Steps and their layouts (forms contract section 4): which field stands where, at three sizes of window. */
import { type Field, isObject } from './model.ts';
import { breakpoints, formLimits } from './vocabulary.ts';

export interface Step {
  id?: string;
  name?: string;
  hidden?: boolean;
  layout?: Record<string, Breakpoint | undefined>;
}

interface Breakpoint {
  items?: Record<string, unknown>[];
  columns?: number;
  rowHeight?: number;
}

const COLUMNS = 12;

/** One page with the fields under one another, over the whole width of twelve columns. */
export function stackedStep(fields: readonly Field[], id: string): Step {
  const items = fields.map((field, row) => ({ fieldId: field.id, row, column: 0, width: COLUMNS, height: 1 }));
  const layout = Object.fromEntries(breakpoints.map((size) => [size, { items, columns: COLUMNS, rowHeight: 1 }]));
  return { id, name: 'Page 1', hidden: false, layout };
}

/**
 * The steps with every item complete, and without those of fields that left the form: a caller who takes a field out
 * of the list sends the layouts as they were read. The vendor's viewer shows no item that lacks one of the four numbers.
 * What is not an item stays as it is, for the form-save checks to name.
 */
export function completedSteps(steps: readonly Step[], removed: ReadonlySet<string | undefined>): Step[] {
  return steps.map((step) => eachBreakpoint(step, (one) => ({ ...one, items: completedItems(one, removed) })));
}

function completedItems({ items, columns = COLUMNS }: Breakpoint, removed: ReadonlySet<string | undefined>) {
  if (!Array.isArray(items)) return items;
  return items
    .filter((item) => !isObject(item) || !removed.has(item.fieldId as string | undefined))
    .map((item, index) =>
      isObject(item)
        ? {
            ...item,
            row: item.row ?? index,
            column: item.column ?? 0,
            width: item.width ?? columns,
            height: item.height ?? 1,
          }
        : item,
    );
}

/**
 * Fields that stand in no layout, put under one another at the end of the last step: without an item the vendor's
 * viewer does not show them. For a change that brings fields and no steps.
 */
export function appendMissingFields(steps: readonly Step[], fields: readonly Field[]): Step[] {
  const last = steps.at(-1);
  if (!last) return [...steps];
  return [
    ...steps.slice(0, -1),
    eachBreakpoint(last, (one, size) => {
      const shown = fieldsInLayouts(steps, size);
      const missing = fields.filter((field) => !shown.has(field.id));
      const items = one.items ?? [];
      const width = one.columns ?? COLUMNS;
      const end = items.reduce((row, item) => Math.max(row, numberOf(item.row) + numberOf(item.height)), 0);
      return {
        ...one,
        items: [
          ...items,
          ...missing.map(({ id }, index) => ({ fieldId: id, row: end + index, column: 0, width, height: 1 })),
        ],
      };
    }),
  ];
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Ids of the fields that some step shows at this size, also within groups. */
function fieldsInLayouts(steps: readonly Step[], size: string): Set<unknown> {
  const ids = new Set<unknown>();
  const add = (items: unknown, depth: number): void => {
    if (!Array.isArray(items) || depth < 0) return;
    for (const item of items) {
      if (!isObject(item)) continue;
      ids.add(item.fieldId);
      if (isObject(item.group)) add(item.group.items, depth - 1);
    }
  };
  for (const step of steps) add(step.layout?.[size]?.items, formLimits.groupDepth);
  return ids;
}

function eachBreakpoint(step: Step, change: (breakpoint: Breakpoint, size: string) => Breakpoint): Step {
  const { layout } = step;
  if (!isObject(layout)) return step;
  const changed = Object.entries(layout).map(([size, one]) => [size, isObject(one) ? change(one, size) : one]);
  return { ...step, layout: Object.fromEntries(changed) };
}
