import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Field, type FieldKind, kindOf, titleOf } from './field-kinds.ts';
import { conditionOf, type Filter, type Operator, operatorsOf, operatorTitles, takesValue } from './filters.ts';

/** One more filter: a field, what about it, and the value, each fitting the one before. */
export function FilterEditor({ fields, onAdd }: { fields: readonly Field[]; onAdd: (filter: Filter) => void }) {
  const [key, setKey] = useState(fields.find((field) => !field.key.startsWith('_'))?.key ?? fields[0]?.key ?? '_id');
  const field = fields.find((one) => one.key === key);
  const kind = field ? kindOf(field) : 'text';
  const operators = operatorsOf(kind);
  const [chosen, setChosen] = useState<Operator>('contains');
  const operator = operators.includes(chosen) ? chosen : (operators[0] as Operator);
  const [value, setValue] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);

  const add = () => {
    const filter = { field: key, operator, value: takesValue(operator) ? value.trim() : '' };
    if (takesValue(operator) && filter.value === '') return setRefusal('Enter a value.');
    if (conditionOf(filter, kind) === null) return setRefusal('This does not fit the field.');
    return onAdd(filter);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
      noValidate
    >
      <Stack gap="sm">
        <NativeSelect
          label="Field"
          value={key}
          onChange={(event) => {
            setKey(event.currentTarget.value);
            setValue('');
            setRefusal(null);
          }}
          data={fields.map((one) => ({ value: one.key, label: titleOf(one) }))}
        />
        <NativeSelect
          label="Condition"
          value={operator}
          onChange={(event) => setChosen(event.currentTarget.value as Operator)}
          data={operators.map((one) => ({ value: one, label: operatorTitles[one] }))}
        />
        {takesValue(operator) && (
          <TextInput
            label="Value"
            value={value}
            error={refusal}
            {...inputOf(kind)}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              setRefusal(null);
            }}
          />
        )}
        <Button type="submit" size="sm">
          Add filter
        </Button>
      </Stack>
    </form>
  );
}

function inputOf(kind: FieldKind): { type?: string; inputMode?: 'decimal'; step?: number } {
  if (kind === 'number') return { inputMode: 'decimal' };
  if (kind === 'date' || kind === 'dateTime') return { type: 'date' };
  if (kind === 'time') return { type: 'time', step: 1 };
  return {};
}
