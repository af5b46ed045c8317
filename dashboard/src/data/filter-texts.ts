/** Filters in the URL: `field~operator~value~value`, with `!` before a negated operator. */
import { type Filter, type FilterGroup, type FilterSet, type Join, type Operator, operatorTitles } from './filters.ts';

const MAX_GROUPS = 9;

export const formatFilter = ({ field, operator, values, negated }: Filter): string =>
  [field, `${negated ? '!' : ''}${operator}`, ...values].map(escapeText).join('~');

/** Parses a filter. Returns null if the text is invalid. */
export function parseFilter(text: string): Filter | null {
  const [field, operatorText = '', ...values] = text.split('~').map(unescapeText);
  const operator = operatorText.replace(/^!/, '');
  if (!field || !Object.hasOwn(operatorTitles, operator)) return null;
  return { field, operator: operator as Operator, values, ...(operatorText.startsWith('!') ? { negated: true } : {}) };
}

/** Writes filters as `where`, filters of groups as `where1`, `where2` …, and each join as `match`, `match1` … */
export function writeFilters({ join, filters, groups }: FilterSet, search: URLSearchParams): void {
  if (join === 'any') search.set('match', 'any');
  for (const filter of filters) search.append('where', formatFilter(filter));
  for (const [index, group] of groups.slice(0, MAX_GROUPS).entries()) {
    search.set(`match${index + 1}`, `${group.negated ? '!' : ''}${group.join}`);
    for (const filter of group.filters) search.append(`where${index + 1}`, formatFilter(filter));
  }
}

export function readFilters(search: URLSearchParams): FilterSet {
  const filtersAt = (name: string) => search.getAll(name).flatMap((text) => parseFilter(text) ?? []);
  const groups: FilterGroup[] = [];
  for (let number = 1; number <= MAX_GROUPS; number++) {
    const filters = filtersAt(`where${number}`);
    if (filters.length === 0) continue;
    const match = search.get(`match${number}`) ?? '';
    groups.push({
      join: joinOf(match.replace(/^!/, '')),
      filters,
      ...(match.startsWith('!') ? { negated: true } : {}),
    });
  }
  return { join: joinOf(search.get('match')), filters: filtersAt('where'), groups };
}

const joinOf = (text: string | null): Join => (text === 'any' ? 'any' : 'all');
const escapeText = (text: string): string => text.replaceAll('%', '%25').replaceAll('~', '%7E');
const unescapeText = (text: string): string => text.replaceAll('%7E', '~').replaceAll('%25', '%');
