import { TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import classes from './FilterDrawer.module.css';
import { type FieldKind, type FilterField, referencedCollection } from './field-kinds.ts';
import { type Filter, valuesTaken } from './filters.ts';
import { ItemPicker, ItemsPicker } from './ItemPicker.tsx';

interface FilterValuesProps {
  filter: Filter;
  field: FilterField | undefined;
  refusal: string | null;
  onChange: (values: readonly string[]) => void;
}

/** The values of a condition: none, one, two ends or a list, in inputs that fit the field. */
export function FilterValues({ filter, field, refusal, onChange }: FilterValuesProps) {
  const { values } = filter;
  const kind = field?.kind ?? 'text';
  const taken = valuesTaken(filter.operator);
  const collectionId = field ? referencedCollection(field.field) : undefined;
  if (taken === 'none') return null;
  if (collectionId && taken !== 'two') {
    const common = { label: taken === 'list' ? 'Values' : 'Value', error: refusal ?? undefined, collectionId };
    return (
      <div className={classes.whole}>
        {taken === 'list' ? (
          <ItemsPicker {...common} value={values} onChange={onChange} />
        ) : (
          <ItemPicker {...common} value={values[0] ?? ''} onChange={(value) => onChange([value])} />
        )}
      </div>
    );
  }
  if (taken === 'list') {
    return (
      <TagsInput
        className={classes.whole}
        label="Values"
        description={kind === 'date' ? 'Days as 2024-05-06, one after the other.' : 'Enter one after the other.'}
        value={[...values]}
        error={refusal}
        onChange={onChange}
        // what was typed counts also without the Enter key
        acceptValueOnBlur
      />
    );
  }
  const input = (index: number, label: string, className?: string) => (
    <TextInput
      label={label}
      {...(className ? { className } : {})}
      value={values[index] ?? ''}
      error={refusal}
      {...inputOf(kind)}
      onChange={(event) =>
        onChange(taken === 'two' ? ends(values, index, event.currentTarget.value) : [event.currentTarget.value])
      }
    />
  );
  if (taken === 'one') return input(0, 'Value', classes.whole);
  return (
    <>
      {input(0, 'From')}
      {input(1, 'To')}
    </>
  );
}

const ends = (values: readonly string[], index: number, value: string): string[] =>
  index === 0 ? [value, values[1] ?? ''] : [values[0] ?? '', value];

function inputOf(kind: FieldKind): { type?: string; inputMode?: 'decimal'; step?: number } {
  if (kind === 'number') return { inputMode: 'decimal' };
  if (kind === 'date' || kind === 'dateTime') return { type: 'date' };
  if (kind === 'time') return { type: 'time', step: 1 };
  return {};
}
