import { Group, MultiSelect, NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { withSeconds } from '@portico/react/forms/values/with-seconds';
import type { FormField } from '../draft.ts';
import { choicesIn } from '../field/options.ts';
import { formatOf, type OperandKind } from './conditions.ts';

interface OperandInputProps {
  operand: OperandKind;
  field: FormField | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

const DATE_INPUT_TYPES: Readonly<Record<string, string>> = { DATE: 'date', TIME: 'time', DATE_TIME: 'datetime-local' };
const stringsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const numberOrBlank = (value: unknown): number | string => (typeof value === 'number' ? value : '');

/** Input for the operand of a condition, by the kind of operand and the field. */
export function OperandInput({ operand, field, value, onChange }: OperandInputProps) {
  const options = choicesIn(field);
  const dateType = DATE_INPUT_TYPES[formatOf(field)] ?? 'date';
  const pair = Array.isArray(value) ? value : [];
  switch (operand) {
    case 'number':
      return (
        <NumberInput
          label="Value"
          size="xs"
          hideControls
          value={numberOrBlank(value)}
          onChange={(next) => onChange(Number(next))}
        />
      );
    case 'date':
      return <DateInput label="Value" type={dateType} value={value} onChange={onChange} />;
    case 'option': {
      const isListed = options.some((option) => option.value === value);
      return (
        <NativeSelect
          label="Value"
          size="xs"
          data={
            isListed
              ? [...options]
              : [{ value: String(value ?? ''), label: String(value ?? '') || 'Choose' }, ...options]
          }
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
    case 'options':
      return options.length > 0 ? (
        <MultiSelect label="Values" size="xs" data={[...options]} value={stringsOf(value)} onChange={onChange} />
      ) : (
        <TagsInput label="Values" size="xs" value={stringsOf(value)} onChange={onChange} />
      );
    case 'numbers':
      return (
        <Group gap="xs" wrap="nowrap">
          <NumberInput
            label="From"
            size="xs"
            hideControls
            value={numberOrBlank(pair[0])}
            onChange={(low) => onChange([Number(low), pair[1]])}
          />
          <NumberInput
            label="To"
            size="xs"
            hideControls
            value={numberOrBlank(pair[1])}
            onChange={(high) => onChange([pair[0], Number(high)])}
          />
        </Group>
      );
    case 'dates':
      return (
        <Group gap="xs" wrap="nowrap">
          <DateInput label="From" type={dateType} value={pair[0]} onChange={(low) => onChange([low, pair[1]])} />
          <DateInput label="To" type={dateType} value={pair[1]} onChange={(high) => onChange([pair[0], high])} />
        </Group>
      );
    case 'ago':
      return (
        <Group gap="xs" wrap="nowrap" align="end">
          <NumberInput
            label="Amount"
            size="xs"
            min={0}
            allowDecimal={false}
            hideControls
            value={numberOrBlank(pair[0])}
            onChange={(amount) => onChange([Number(amount), pair[1] ?? 'day'])}
          />
          <NativeSelect
            aria-label="Unit"
            size="xs"
            data={[
              { value: 'day', label: 'days' },
              { value: 'month', label: 'months' },
            ]}
            value={String(pair[1] ?? 'day')}
            onChange={(event) => onChange([pair[0] ?? 1, event.currentTarget.value])}
          />
        </Group>
      );
    default:
      return (
        <TextInput
          label="Value"
          size="xs"
          maxLength={1000}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

interface DateInputProps {
  label: string;
  type: string;
  value: unknown;
  onChange: (value: string) => void;
}

const DateInput = ({ label, type, value, onChange }: DateInputProps) => (
  <TextInput
    label={label}
    size="xs"
    type={type}
    step={type === 'date' ? undefined : 1}
    value={typeof value === 'string' ? value : ''}
    onChange={(event) => onChange(withSeconds(event.currentTarget.value))}
  />
);
