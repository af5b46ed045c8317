import { Checkbox, CloseButton, Group, NativeSelect, Stack } from '@mantine/core';
import classes from './FilterDrawer.module.css';
import { FilterValues } from './FilterValues.tsx';
import type { FilterField } from './field-kinds.ts';
import { type Filter, type Operator, operatorsOf, operatorTitleOf } from './filters.ts';

export interface DraftRow {
  id: string;
  filter: Filter;
}

interface FilterRowsProps {
  /** The label of each row, followed by its number. */
  label: string;
  rows: readonly DraftRow[];
  fields: readonly FilterField[];
  /** Receives an update function, because two inputs may change in the same event (blur and click). */
  onChange: (change: (rows: readonly DraftRow[]) => readonly DraftRow[]) => void;
  error: (row: DraftRow) => string | null;
}

/** The inputs for conditions: field, operator and values. The operators depend on the field. */
export function FilterRows({ label, rows, fields, onChange, error }: FilterRowsProps) {
  const change = (id: string, part: Partial<Filter>) =>
    onChange((now) => now.map((row) => (row.id === id ? { ...row, filter: { ...row.filter, ...part } } : row)));
  return (
    <Stack gap="sm">
      {rows.map((row, index) => (
        <fieldset key={row.id} className={classes.row}>
          <legend className={classes.hidden}>
            {label} {index + 1}
          </legend>
          <Row row={row} fields={fields} error={error(row)} onChange={(part) => change(row.id, part)} />
          <Group justify="space-between" className={classes.whole}>
            <Checkbox
              size="xs"
              label="Exclude items that match"
              checked={row.filter.negated ?? false}
              onChange={(event) => change(row.id, { negated: event.currentTarget.checked })}
            />
            <CloseButton
              size="sm"
              aria-label={`Remove ${label.toLowerCase()} ${index + 1}`}
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
  error: string | null;
  onChange: (part: Partial<Filter>) => void;
}

function Row({ row: { filter }, fields, error, onChange }: RowProps) {
  const field = fields.find(({ key }) => key === filter.field);
  const kind = field?.kind ?? 'text';
  return (
    <>
      <NativeSelect
        label="Field"
        value={filter.field}
        // A filter from an old link may name a deleted field.
        data={[
          ...(field ? [] : [{ value: filter.field, label: filter.field }]),
          ...fields.map(({ key, title }) => ({ value: key, label: title })),
        ]}
        onChange={(event) => {
          const key = event.currentTarget.value;
          const next = fields.find((candidate) => candidate.key === key)?.kind ?? 'text';
          const operator = operatorsOf(next).includes(filter.operator) ? filter.operator : operatorsOf(next)[0];
          onChange({ field: key, operator: operator ?? 'is', ...(next === kind ? {} : { values: [] }) });
        }}
      />
      <NativeSelect
        label="Condition"
        value={filter.operator}
        data={operatorsOf(kind).map((value) => ({ value, label: operatorTitleOf(value, kind) }))}
        onChange={(event) => onChange({ operator: event.currentTarget.value as Operator })}
      />
      <FilterValues filter={filter} field={field} error={error} onChange={(values) => onChange({ values })} />
    </>
  );
}
