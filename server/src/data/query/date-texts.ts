/**
 * Reads ISO strings in filters as dates, because REST clients write `"2020-01-01T00:00:00.000Z"` where items hold
 * `{"$date": …}`.
 */
import { canonicalizeDate } from './dates.ts';
import type { Condition, Filter, Json, Path } from './tree.ts';

/**
 * Returns the filter with ISO strings read as dates in conditions on date fields. An item that is not validated may
 * hold a string in a DATETIME field, so the unchanged string also matches there.
 * @param dates keys of the DATETIME fields; system dates are always included
 */
export function readDateTexts(filter: Filter, dates: readonly string[] = []): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => readDateTexts(part, dates)) };
    case 'not':
      return { kind: 'not', part: readDateTexts(filter.part, dates) };
    default: {
      const isSystemDate = isKeyOf(filter.path, SYSTEM_DATES);
      const datedCondition = isSystemDate || isKeyOf(filter.path, dates) ? withDates(filter) : undefined;
      if (!datedCondition) return filter;
      return isSystemDate ? datedCondition : { kind: 'or', parts: [filter, datedCondition] };
    }
  }
}

const SYSTEM_DATES: readonly string[] = ['_createdDate', '_updatedDate'];

const isKeyOf = (path: Path, keys: readonly string[]): boolean => path.length === 1 && keys.includes(path[0] as string);

/** Returns the condition with its ISO strings replaced by dates, or undefined if it has none. */
function withDates(leaf: Condition): Condition | undefined {
  switch (leaf.kind) {
    case 'equals':
    case 'hasAll': {
      const values = leaf.values.map((value) => dateOf(value) ?? value);
      return values.some((value, i) => value !== leaf.values[i]) ? { ...leaf, values } : undefined;
    }
    case 'compares': {
      const value = dateOf(leaf.value as Json);
      return value && { ...leaf, value };
    }
    default:
      return undefined;
  }
}

function dateOf(value: Json): { readonly $date: string } | undefined {
  const $date = canonicalizeDate(value);
  return $date === null ? undefined : { $date };
}
