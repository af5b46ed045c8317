import { TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import classes from './FilterDrawer.module.css';
import { type FieldKind, type FilterField, referencedCollection } from './field-kinds.ts';
import { type Filter, valueCountOf } from './filters.ts';
import { ItemPicker, ItemsPicker } from './ItemPicker.tsx';

interface FilterValuesProps {
  filter: Filter;
  field: FilterField | undefined;
  error: string | null;
  onChange: (values: readonly string[]) => void;
}

/** The inputs for the values of a condition: none, one, a range or a list, depending on the operator. */
export function FilterValues({ filter, field, error, onChange }: FilterValuesProps) {
  const { values } = filter;
  const kind = field?.kind ?? 'text';
  const count = valueCountOf(filter.operator);
  const collectionId = field ? referencedCollection(field.field) : undefined;
  if (count === 'none') return null;
  if (collectionId && count !== 'two') {
    const common = { label: count === 'list' ? 'Values' : 'Value', error: error ?? undefined, collectionId };
    return (
      <div className={classes.whole}>
        {count === 'list' ? (
          <ItemsPicker {...common} value={values} onChange={onChange} />
        ) : (
          <ItemPicker {...common} value={values[0] ?? ''} onChange={(value) => onChange([value])} />
        )}
      </div>
    );
  }
  if (count === 'list') {
    return (
      <TagsInput
        className={classes.whole}
        label="Values"
        description={
          kind === 'date' ? 'Enter days, for example 2024-05-06. Press Enter after each.' : 'Press Enter after each.'
        }
        value={[...values]}
        error={error}
        onChange={onChange}
        // Adds the typed text when the input loses the focus, even if Enter was not pressed.
        acceptValueOnBlur
      />
    );
  }
  const renderInput = (index: number, label: string, className?: string) => (
    <TextInput
      label={label}
      {...(className ? { className } : {})}
      value={values[index] ?? ''}
      error={error}
      {...inputOf(kind)}
      onChange={(event) =>
        onChange(count === 'two' ? withRangeEnd(values, index, event.currentTarget.value) : [event.currentTarget.value])
      }
    />
  );
  if (count === 'one') return renderInput(0, 'Value', classes.whole);
  return (
    <>
      {renderInput(0, 'From')}
      {renderInput(1, 'To')}
    </>
  );
}

const withRangeEnd = (values: readonly string[], index: number, value: string): string[] =>
  index === 0 ? [value, values[1] ?? ''] : [values[0] ?? '', value];

function inputOf(kind: FieldKind): { type?: string; inputMode?: 'decimal'; step?: number } {
  if (kind === 'number') return { inputMode: 'decimal' };
  if (kind === 'date' || kind === 'dateTime') return { type: 'date' };
  if (kind === 'time') return { type: 'time', step: 1 };
  return {};
}
