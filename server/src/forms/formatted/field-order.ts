/** The order in which a reader sees the fields of a form. */
import { type Field, formLimits, isObject, type Step } from '@portico/domain';

/** Sorts fields by step, and from top to bottom in the largest layout. Fields without a position come last. */
export function sortInLayoutOrder(fields: readonly Field[], steps: readonly Step[]): Field[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const fieldsInLayout = new Set(steps.flatMap((step) => idsOf(step)).flatMap((id) => byId.get(id) ?? []));
  return [...fieldsInLayout, ...fields.filter((field) => !fieldsInLayout.has(field))];
}

function idsOf({ layout }: Step): string[] {
  const breakpoint = layout?.large ?? layout?.medium ?? layout?.small;
  return listItemIds(breakpoint?.items, formLimits.groupDepth);
}

function listItemIds(items: unknown, levels: number): string[] {
  if (!Array.isArray(items) || levels < 0) return [];
  const sorted = items
    .filter(isObject)
    .toSorted((a, b) => gridIndex(a.row) - gridIndex(b.row) || gridIndex(a.column) - gridIndex(b.column));
  return sorted.flatMap((item) => [
    ...(typeof item.fieldId === 'string' ? [item.fieldId] : []),
    ...(isObject(item.group) ? listItemIds(item.group.items, levels - 1) : []),
  ]);
}

const gridIndex = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
