import { Button, Checkbox, CloseButton, Drawer, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useOpenAfterMount } from '../ui/dialog-focus.ts';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/InlineInput.css';
import { type FormEvent, useRef, useState } from 'react';
import { AddButton } from '../ui/AddButton.tsx';
import { focusFirstInvalid } from '../ui/form-errors.ts';
import classes from './FilterDrawer.module.css';
import { type DraftRow, FilterRows } from './FilterRows.tsx';
import type { FilterField } from './field-kinds.ts';
import { createKindLookup, type Filter, type FilterSet, type Join, operatorsOf, validateFilter } from './filters.ts';

interface FilterDrawerProps {
  opened: boolean;
  fields: readonly FilterField[];
  filters: FilterSet;
  onApply: (filters: FilterSet) => void;
  onClose: () => void;
}

/** The form for filters. All filters are applied together, and only if every condition is complete. */
export function FilterDrawer({ opened, onClose, ...props }: FilterDrawerProps) {
  return (
    <Drawer opened={useOpenAfterMount(opened)} onClose={onClose} title="Filter">
      <FilterForm {...props} onClose={onClose} />
    </Drawer>
  );
}

interface DraftGroup {
  id: string;
  join: Join;
  negated: boolean;
  rows: readonly DraftRow[];
}

function FilterForm({ fields, filters, onApply, onClose }: Omit<FilterDrawerProps, 'opened'>) {
  const form = useRef<HTMLFormElement>(null);
  const newRow = (): DraftRow => {
    const field = fields.find(({ key }) => !key.startsWith('_')) ?? fields[0];
    const operator = operatorsOf(field?.kind ?? 'text')[0] ?? 'is';
    return { id: crypto.randomUUID(), filter: { field: field?.key ?? '_id', operator, values: [] } };
  };
  const toDrafts = (list: FilterSet['filters']): DraftRow[] =>
    list.map((filter) => ({ id: crypto.randomUUID(), filter }));
  const [join, setJoin] = useState(filters.join);
  const [rows, setRows] = useState<readonly DraftRow[]>(() =>
    filters.filters.length + filters.groups.length > 0 ? toDrafts(filters.filters) : [newRow()],
  );
  const [groups, setGroups] = useState<readonly DraftGroup[]>(() =>
    filters.groups.map((group) => ({
      id: crypto.randomUUID(),
      join: group.join,
      negated: group.negated ?? false,
      rows: toDrafts(group.filters),
    })),
  );
  const [showsErrors, setShowsErrors] = useState(false);
  const kindOfKey = createKindLookup(fields);
  const errorOf = ({ filter }: DraftRow) => validateFilter(filter, kindOfKey(filter.field) ?? 'text');
  const changeGroup = (id: string, change: (group: DraftGroup) => Partial<DraftGroup>) =>
    setGroups((now) => now.map((group) => (group.id === id ? { ...group, ...change(group) } : group)));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ([...rows, ...groups.flatMap((group) => group.rows)].some((row) => errorOf(row) !== null)) {
      setShowsErrors(true);
      focusFirstInvalid(form.current);
      return;
    }
    onApply({
      join,
      filters: rows.map(({ filter }) => withoutFalseNegation(filter)),
      groups: groups
        .filter((group) => group.rows.length > 0)
        .map((group) => ({
          join: group.join,
          filters: group.rows.map(({ filter }) => withoutFalseNegation(filter)),
          ...(group.negated ? { negated: true } : {}),
        })),
    });
  };
  const visibleErrorOf = (row: DraftRow) => (showsErrors ? errorOf(row) : null);
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <JoinChoice label="Items must match" value={join} onChange={setJoin} />
        <FilterRows label="Condition" rows={rows} fields={fields} onChange={setRows} error={visibleErrorOf} />
        {groups.map((group, index) => (
          <fieldset key={group.id} className={classes.group}>
            <legend className={classes.legend}>Group {index + 1}</legend>
            <Group justify="space-between" align="flex-end" wrap="nowrap">
              <JoinChoice
                label="In this group, items must match"
                value={group.join}
                onChange={(next) => changeGroup(group.id, () => ({ join: next }))}
              />
              <CloseButton
                aria-label={`Remove group ${index + 1}`}
                onClick={() => setGroups(groups.filter(({ id }) => id !== group.id))}
              />
            </Group>
            <FilterRows
              label={`Group ${index + 1}, condition`}
              rows={group.rows}
              fields={fields}
              onChange={(change) => changeGroup(group.id, (now) => ({ rows: change(now.rows) }))}
              error={visibleErrorOf}
            />
            <Group justify="space-between">
              <AddButton onClick={() => changeGroup(group.id, (now) => ({ rows: [...now.rows, newRow()] }))}>
                Add a condition to the group
              </AddButton>
              <Checkbox
                size="xs"
                label="Exclude items that match the group"
                checked={group.negated}
                onChange={({ currentTarget: { checked } }) => changeGroup(group.id, () => ({ negated: checked }))}
              />
            </Group>
          </fieldset>
        ))}
        {rows.length + groups.length === 0 && (
          <Text size="sm" c="dimmed">
            No conditions: all items are shown.
          </Text>
        )}
        <Group gap="xs">
          <AddButton onClick={() => setRows([...rows, newRow()])}>Add a condition</AddButton>
          {groups.length < 9 && (
            <AddButton
              onClick={() =>
                setGroups([...groups, { id: crypto.randomUUID(), join: 'any', negated: false, rows: [newRow()] }])
              }
            >
              Add a group
            </AddButton>
          )}
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Apply filters</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Omits `negated: false`, so that the filter equals one that was read from the URL. */
const withoutFalseNegation = ({ negated, ...filter }: Filter): Filter => (negated ? { ...filter, negated } : filter);

function JoinChoice({ label, value, onChange }: { label: string; value: Join; onChange: (join: Join) => void }) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      data={[
        { value: 'all', label: 'all conditions' },
        { value: 'any', label: 'any of the conditions' },
      ]}
      onChange={(event) => onChange(event.currentTarget.value as Join)}
    />
  );
}
