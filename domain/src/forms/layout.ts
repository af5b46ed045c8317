/** Steps and their layouts: the position of each field at three window sizes (forms contract section 4). */
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

/** Returns one step that stacks the fields vertically over the full width of twelve columns. */
export function stackFields(fields: readonly Field[], id: string): Step {
  const items = fields.map((field, row) => ({ fieldId: field.id, row, column: 0, width: COLUMNS, height: 1 }));
  const layout = Object.fromEntries(breakpoints.map((size) => [size, { items, columns: COLUMNS, rowHeight: 1 }]));
  return { id, name: 'Page 1', hidden: false, layout };
}

/**
 * Completes every layout item, because the vendor's viewer hides an item that lacks one of the four numbers. Removes
 * the items of removed fields, because a caller who removes a field may send unchanged layouts. Anything that is not an
 * item remains unchanged, and the checks on saving report it.
 */
export function completeSteps(steps: readonly Step[], removed: ReadonlySet<string | undefined>): Step[] {
  return steps.map((step) => mapBreakpoints(step, (one) => ({ ...one, items: completeItems(one, removed) })));
}

function completeItems({ items, columns = COLUMNS }: Breakpoint, removed: ReadonlySet<string | undefined>) {
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
 * Appends fields that have no layout item to the end of the last step, because the vendor's viewer hides fields without
 * an item. This is used for changes that contain fields but no steps.
 */
export function appendMissingFields(steps: readonly Step[], fields: readonly Field[]): Step[] {
  const last = steps.at(-1);
  if (!last) return [...steps];
  return [
    ...steps.slice(0, -1),
    mapBreakpoints(last, (one, size) => {
      const shown = listFieldsInLayouts(steps, size);
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

/** Returns the ids of the fields that any step shows at this size, including those in groups. */
function listFieldsInLayouts(steps: readonly Step[], size: string): Set<unknown> {
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

function mapBreakpoints(step: Step, change: (breakpoint: Breakpoint, size: string) => Breakpoint): Step {
  const { layout } = step;
  if (!isObject(layout)) return step;
  const changed = Object.entries(layout).map(([size, one]) => [size, isObject(one) ? change(one, size) : one]);
  return { ...step, layout: Object.fromEntries(changed) };
}
