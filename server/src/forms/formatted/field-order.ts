/** The fields of a form in the order in which a reader meets them. Pure. */
import { type Field, formLimits, isObject, type Step } from '@portico/domain';

/** Step by step, from top to bottom, as the widest layout has them; those that stand nowhere after them. */
export function inLayoutOrder(fields: readonly Field[], steps: readonly Step[]): Field[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const placed = new Set(steps.flatMap((step) => idsOf(step)).flatMap((id) => byId.get(id) ?? []));
  return [...placed, ...fields.filter((field) => !placed.has(field))];
}

function idsOf({ layout }: Step): string[] {
  const breakpoint = layout?.large ?? layout?.medium ?? layout?.small;
  return itemIds(breakpoint?.items, formLimits.groupDepth);
}

function itemIds(items: unknown, levels: number): string[] {
  if (!Array.isArray(items) || levels < 0) return [];
  const sorted = items
    .filter(isObject)
    .toSorted((a, b) => placeOf(a.row) - placeOf(b.row) || placeOf(a.column) - placeOf(b.column));
  return sorted.flatMap((item) => [
    ...(typeof item.fieldId === 'string' ? [item.fieldId] : []),
    ...(isObject(item.group) ? itemIds(item.group.items, levels - 1) : []),
  ]);
}

const placeOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
