import { Checkbox, CloseButton, Group, NativeSelect, Stack } from '@mantine/core';
import classes from './FilterDrawer.module.css';
import { FilterValues } from './FilterValues.tsx';
import type { FilterField } from './field-kinds.ts';
import { type Filter, type Operator, operatorsOf, operatorTitle } from './filters.ts';

export interface DraftRow {
  id: string;
  filter: Filter;
}

interface FilterRowsProps {
  /** names each row, with its number */
  label: string;
  rows: readonly DraftRow[];
  fields: readonly FilterField[];
  onChange: (rows: readonly DraftRow[]) => void;
  refusal: (row: DraftRow) => string | null;
}

/** Conditions in the making: a field, what about it, and the values, each fitting the one before. */
export function FilterRows({ label, rows, fields, onChange, refusal }: FilterRowsProps) {
  const change = (id: string, filter: Filter) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, filter } : row)));
  return (
    <Stack gap="sm">
      {rows.map((row, index) => (
        <fieldset key={row.id} className={classes.row}>
          <legend className={classes.hidden}>
            {label} {index + 1}
          </legend>
          <Row row={row} fields={fields} refusal={refusal(row)} onChange={(filter) => change(row.id, filter)} />
          <Group justify="space-between" className={classes.whole}>
            <Checkbox
              size="xs"
              label="Turn it round"
              checked={row.filter.negated ?? false}
              onChange={(event) => change(row.id, turned(row.filter, event.currentTarget.checked))}
            />
            <CloseButton
              size="sm"
              aria-label={`Take away ${label.toLowerCase()} ${index + 1}`}
              onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
            />
          </Group>
        </fieldset>
      ))}
    </Stack>
  );
}

interface RowProps {
  row: DraftRow;
  fields: readonly FilterField[];
  refusal: string | null;
  onChange: (filter: Filter) => void;
}

function Row({ row: { filter }, fields, refusal, onChange }: RowProps) {
  const field = fields.find(({ key }) => key === filter.field);
  const kind = field?.kind ?? 'text';
  return (
    <>
      <NativeSelect
        label="Field"
        value={filter.field}
        // a filter of an old link may name a field that is gone
        data={[
          ...(field ? [] : [{ value: filter.field, label: filter.field }]),
          ...fields.map(({ key, title }) => ({ value: key, label: title })),
        ]}
        onChange={(event) => {
          const key = event.currentTarget.value;
          const next = fields.find((one) => one.key === key)?.kind ?? 'text';
          const operator = operatorsOf(next).includes(filter.operator) ? filter.operator : operatorsOf(next)[0];
          onChange({ ...filter, field: key, operator: operator ?? 'is', values: next === kind ? filter.values : [] });
        }}
      />
      <NativeSelect
        label="Condition"
        value={filter.operator}
        data={operatorsOf(kind).map((value) => ({ value, label: operatorTitle(value, kind) }))}
        onChange={(event) => onChange({ ...filter, operator: event.currentTarget.value as Operator })}
      />
      <FilterValues
        filter={filter}
        field={field}
        refusal={refusal}
        onChange={(values) => onChange({ ...filter, values })}
      />
    </>
  );
}

function turned({ negated: _was, ...filter }: Filter, negated: boolean): Filter {
  return negated ? { ...filter, negated } : filter;
}
