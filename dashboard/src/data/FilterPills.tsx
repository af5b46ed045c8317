import { Button, Group, Pill, Text } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import { useQueries } from '@tanstack/react-query';
import { formatDate } from '../ui/format.ts';
import { DELETED } from './columns.tsx';
import classes from './FilterPills.module.css';
import { type FilterField, referencedCollection } from './field-kinds.ts';
import { type Filter, type FilterGroup, type FilterSet, isFiltered, NO_FILTERS, operatorTitleOf } from './filters.ts';
import { namesQuery } from './queries.ts';

interface FilterPillsProps {
  fields: readonly FilterField[];
  filters: FilterSet;
  onChange: (filters: FilterSet) => void;
}

/** The active filters, each with a button to remove it. */
export function FilterPills({ fields, filters, onChange }: FilterPillsProps) {
  const nameOf = useReferencedNames(fields, filters);
  if (!isFiltered(filters)) return null;
  const describe = (filter: Filter) => describeFilter(filter, fields, nameOf);
  const parts = [
    ...filters.filters.map((filter, index) => ({
      text: describe(filter),
      without: { ...filters, filters: filters.filters.filter((_, other) => other !== index) },
    })),
    ...filters.groups.map((group, index) => ({
      text: describeGroup(group, describe),
      without: { ...filters, groups: filters.groups.filter((_, other) => other !== index) },
    })),
  ];
  return (
    <Group gap="xs">
      {parts.length > 1 && (
        <Text size="sm" c="dimmed">
          {filters.join === 'any' ? 'Any of' : 'All of'}
        </Text>
      )}
      {parts.map(({ text, without }, index) => (
        <Pill
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be alike
          key={index}
          size="md"
          className={classes.filter}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove the filter: ${text}`, 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => onChange(without)}
        >
          {text}
        </Pill>
      ))}
      {parts.length > 1 && (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(NO_FILTERS)}>
          Remove all
        </Button>
      )}
    </Group>
  );
}

function describeGroup({ join, negated, filters }: FilterGroup, describe: (filter: Filter) => string): string {
  const joinedFilters = filters.map(describe).join(join === 'any' ? ' or ' : ' and ');
  return negated ? `not (${joinedFilters})` : filters.length > 1 ? `(${joinedFilters})` : joinedFilters;
}

type NameOf = (field: FilterField, itemId: string) => string;

/** Filters on reference fields contain ids of items. Returns a function from these ids to the names of the items. */
function useReferencedNames(fields: readonly FilterField[], { filters, groups }: FilterSet): NameOf {
  const idsByCollection = new Map<string, Set<string>>();
  for (const filter of [...filters, ...groups.flatMap((group) => group.filters)]) {
    const field = fields.find(({ key }) => key === filter.field);
    const collectionId = field && referencedCollection(field.field);
    if (!collectionId) continue;
    const ids = idsByCollection.get(collectionId) ?? new Set();
    idsByCollection.set(collectionId, ids);
    for (const id of filter.values) ids.add(id);
  }
  const collectionIds = [...idsByCollection.keys()];
  const names = useQueries({
    queries: [...idsByCollection].map(([collectionId, ids]) => namesQuery(collectionId, [...ids].sort())),
  });
  return (field, itemId) => {
    const query = names[collectionIds.indexOf(referencedCollection(field.field) ?? '')];
    return query?.data?.get(itemId) ?? (query?.isPending ? '…' : DELETED);
  };
}

function describeFilter(
  { field: key, operator, values, negated }: Filter,
  fields: readonly FilterField[],
  nameOf: NameOf,
): string {
  const field = fields.find((candidate) => candidate.key === key);
  const kind = field?.kind ?? 'text';
  const shown = values.map((value) => {
    if (kind === 'date' || kind === 'dateTime') return formatDate(value);
    return field && (kind === 'reference' || kind === 'links') ? nameOf(field, value) : value;
  });
  const value = shown.join(operator === 'between' ? ' and ' : ', ');
  return [negated ? 'not:' : '', field?.title ?? key, operatorTitleOf(operator, kind), value]
    .filter((part) => part !== '')
    .join(' ');
}
