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
  /** applied to the rows as they are by then: a list that is left and a box that is ticked come at once */
  onChange: (change: (rows: readonly DraftRow[]) => readonly DraftRow[]) => void;
  refusal: (row: DraftRow) => string | null;
}

/** Conditions in the making: a field, what about it, and the values, each fitting the one before. */
export function FilterRows({ label, rows, fields, onChange, refusal }: FilterRowsProps) {
  const change = (id: string, part: Partial<Filter>) =>
    onChange((now) => now.map((row) => (row.id === id ? { ...row, filter: { ...row.filter, ...part } } : row)));
  return (
    <Stack gap="sm">
      {rows.map((row, index) => (
        <fieldset key={row.id} className={classes.row}>
          <legend className={classes.hidden}>
            {label} {index + 1}
          </legend>
          <Row row={row} fields={fields} refusal={refusal(row)} onChange={(part) => change(row.id, part)} />
          <Group justify="space-between" className={classes.whole}>
            <Checkbox
              size="xs"
              label="Find what does not fit this"
              checked={row.filter.negated ?? false}
              onChange={(event) => change(row.id, { negated: event.currentTarget.checked })}
            />
            <CloseButton
              size="sm"
              aria-label={`Take away ${label.toLowerCase()} ${index + 1}`}
              onClick={() => onChange((now) => now.filter(({ id }) => id !== row.id))}
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
  onChange: (part: Partial<Filter>) => void;
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
          onChange({ field: key, operator: operator ?? 'is', ...(next === kind ? {} : { values: [] }) });
        }}
      />
      <NativeSelect
        label="Condition"
        value={filter.operator}
        data={operatorsOf(kind).map((value) => ({ value, label: operatorTitle(value, kind) }))}
        onChange={(event) => onChange({ operator: event.currentTarget.value as Operator })}
      />
      <FilterValues filter={filter} field={field} refusal={refusal} onChange={(values) => onChange({ values })} />
    </>
  );
}
