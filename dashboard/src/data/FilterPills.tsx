import { Button, Group, Pill, Text } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import { formatDate } from '../ui/format.ts';
import classes from './FilterPills.module.css';
import type { FilterField } from './field-kinds.ts';
import { type Filter, type FilterGroup, type FilterSet, isFiltered, NO_FILTERS, operatorTitle } from './filters.ts';

interface FilterPillsProps {
  fields: readonly FilterField[];
  filters: FilterSet;
  onChange: (filters: FilterSet) => void;
}

/** The conditions in force, each with a way to take it off. */
export function FilterPills({ fields, filters, onChange }: FilterPillsProps) {
  if (!isFiltered(filters)) return null;
  const told = (filter: Filter) => toldFilter(filter, fields);
  const parts = [
    ...filters.filters.map((filter, index) => ({
      text: told(filter),
      without: { ...filters, filters: filters.filters.filter((_, other) => other !== index) },
    })),
    ...filters.groups.map((group, index) => ({
      text: toldGroup(group, told),
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

function toldGroup({ join, negated, filters }: FilterGroup, told: (filter: Filter) => string): string {
  const inside = filters.map(told).join(join === 'any' ? ' or ' : ' and ');
  return negated ? `not (${inside})` : filters.length > 1 ? `(${inside})` : inside;
}

function toldFilter({ field: key, operator, values, negated }: Filter, fields: readonly FilterField[]): string {
  const field = fields.find((one) => one.key === key);
  const kind = field?.kind ?? 'text';
  const isDay = kind === 'date' || kind === 'dateTime';
  const shown = values.map((value) => (isDay ? formatDate(`${value}T00:00:00`) : value));
  const value = shown.join(operator === 'between' ? ' and ' : ', ');
  return [negated ? 'not:' : '', field?.title ?? key, operatorTitle(operator, kind), value]
    .filter((part) => part !== '')
    .join(' ');
}
