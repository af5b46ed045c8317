import { Group, Input, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import { withSeconds } from '@portico/react/forms/values/with-seconds';
import { useId } from 'react';
import { type Bound, type BoundUnit, boundUnits, readBound, writeBound } from './bounds.ts';
import { useField } from './field-context.ts';

const kinds = [
  { value: 'none', label: 'No limit' },
  { value: 'fixed', label: 'Fixed' },
  { value: 'after', label: 'After the time of sending' },
  { value: 'before', label: 'Before the time of sending' },
];

const INPUT_TYPES: Readonly<Record<string, string>> = { DATE: 'date', TIME: 'time', DATE_TIME: 'datetime-local' };

/** Edits the earliest or latest date or time that a field accepts. */
export function BoundInput({ label, path, format }: { label: string; path: string; format: string }) {
  const { get, set, errorAt } = useField();
  const id = useId();
  const bound = readBound(get(path));
  const write = (next: Bound) => set(path, writeBound(next));
  const kind = bound.kind !== 'now' ? bound.kind : bound.amount < 0 ? 'before' : 'after';
  const handleKindChange = (next: string) => {
    if (next === 'none') write({ kind: 'none' });
    else if (next === 'fixed')
      set(path, format === 'TIME' ? '09:00:00' : new Date().toISOString().slice(0, format === 'DATE' ? 10 : 19));
    else {
      const unit = format === 'TIME' ? 'h' : 'd';
      write({ kind: 'now', unit: bound.kind === 'now' ? bound.unit : unit, amount: next === 'before' ? -1 : 0 });
    }
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={errorAt(path)}>
      <Group role="group" aria-labelledby={id} gap="xs" mt={4} align="start">
        <NativeSelect
          aria-label={`${label}: kind`}
          data={kinds}
          value={kind}
          onChange={(event) => handleKindChange(event.currentTarget.value)}
        />
        {bound.kind === 'fixed' && (
          <TextInput
            aria-label={`${label}: value`}
            type={INPUT_TYPES[format] ?? 'text'}
            step={format === 'DATE' ? undefined : 1}
            value={bound.value}
            onChange={(event) => write({ kind: 'fixed', value: withSeconds(event.currentTarget.value) })}
          />
        )}
        {bound.kind === 'now' && (
          <>
            <NumberInput
              aria-label={`${label}: amount`}
              w={88}
              min={0}
              max={9999}
              allowDecimal={false}
              hideControls
              value={Math.abs(bound.amount)}
              onChange={(amount) => write({ ...bound, amount: Number(amount) * (kind === 'before' ? -1 : 1) })}
            />
            <NativeSelect
              aria-label={`${label}: unit`}
              data={[...boundUnits]}
              value={bound.unit}
              onChange={(event) => write({ ...bound, unit: event.currentTarget.value as BoundUnit })}
            />
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}
