import { Button, Checkbox, CloseButton, Drawer, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useOpenOnceDrawn } from '../ui/dialog-focus.ts';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/InlineInput.css';
import { type FormEvent, useRef, useState } from 'react';
import { AddButton } from '../ui/AddButton.tsx';
import classes from './FilterDrawer.module.css';
import { type DraftRow, FilterRows } from './FilterRows.tsx';
import type { FilterField } from './field-kinds.ts';
import { type Filter, type FilterSet, type Join, kindsOf, operatorsOf, refusalOf } from './filters.ts';

interface FilterDrawerProps {
  opened: boolean;
  fields: readonly FilterField[];
  filters: FilterSet;
  onApply: (filters: FilterSet) => void;
  onClose: () => void;
}

/** Conditions, and groups of them, as a form: nothing is asked before it is whole. */
export function FilterDrawer({ opened, onClose, ...props }: FilterDrawerProps) {
  return (
    <Drawer opened={useOpenOnceDrawn(opened)} onClose={onClose} title="Filter">
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
  const first = (): DraftRow => {
    const field = fields.find(({ key }) => !key.startsWith('_')) ?? fields[0];
    const operator = operatorsOf(field?.kind ?? 'text')[0] ?? 'is';
    return { id: crypto.randomUUID(), filter: { field: field?.key ?? '_id', operator, values: [] } };
  };
  const drafted = (list: FilterSet['filters']): DraftRow[] =>
    list.map((filter) => ({ id: crypto.randomUUID(), filter }));
  const [join, setJoin] = useState(filters.join);
  const [rows, setRows] = useState<readonly DraftRow[]>(() =>
    filters.filters.length + filters.groups.length > 0 ? drafted(filters.filters) : [first()],
  );
  const [groups, setGroups] = useState<readonly DraftGroup[]>(() =>
    filters.groups.map((group) => ({
      id: crypto.randomUUID(),
      join: group.join,
      negated: group.negated ?? false,
      rows: drafted(group.filters),
    })),
  );
  const [isRefused, setRefused] = useState(false);
  const kindOfKey = kindsOf(fields);
  const refusal = ({ filter }: DraftRow) => refusalOf(filter, kindOfKey(filter.field) ?? 'text');
  const changeGroup = (id: string, change: (group: DraftGroup) => Partial<DraftGroup>) =>
    setGroups((now) => now.map((group) => (group.id === id ? { ...group, ...change(group) } : group)));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ([...rows, ...groups.flatMap((group) => group.rows)].some((row) => refusal(row) !== null)) {
      setRefused(true);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    onApply({
      join,
      filters: rows.map(({ filter }) => told(filter)),
      groups: groups
        .filter((group) => group.rows.length > 0)
        .map((group) => ({
          join: group.join,
          filters: group.rows.map(({ filter }) => told(filter)),
          ...(group.negated ? { negated: true } : {}),
        })),
    });
  };
  const refusalShown = (row: DraftRow) => (isRefused ? refusal(row) : null);
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <JoinChoice label="Items must fit" value={join} onChange={setJoin} />
        <FilterRows label="Condition" rows={rows} fields={fields} onChange={setRows} refusal={refusalShown} />
        {groups.map((group, index) => (
          <fieldset key={group.id} className={classes.group}>
            <legend className={classes.legend}>Group {index + 1}</legend>
            <Group justify="space-between" align="flex-end" wrap="nowrap">
              <JoinChoice
                label="In this group, items must fit"
                value={group.join}
                onChange={(next) => changeGroup(group.id, () => ({ join: next }))}
              />
              <CloseButton
                aria-label={`Take away group ${index + 1}`}
                onClick={() => setGroups(groups.filter(({ id }) => id !== group.id))}
              />
            </Group>
            <FilterRows
              label={`Group ${index + 1}, condition`}
              rows={group.rows}
              fields={fields}
              onChange={(change) => changeGroup(group.id, (now) => ({ rows: change(now.rows) }))}
              refusal={refusalShown}
            />
            <Group justify="space-between">
              <AddButton onClick={() => changeGroup(group.id, (now) => ({ rows: [...now.rows, first()] }))}>
                Add a condition to the group
              </AddButton>
              <Checkbox
                size="xs"
                label="Find what does not fit the group"
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
          <AddButton onClick={() => setRows([...rows, first()])}>Add a condition</AddButton>
          {groups.length < 9 && (
            <AddButton
              onClick={() =>
                setGroups([...groups, { id: crypto.randomUUID(), join: 'any', negated: false, rows: [first()] }])
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

/** What is not turned round says nothing of it. */
const told = ({ negated, ...filter }: Filter): Filter => (negated ? { ...filter, negated } : filter);

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
