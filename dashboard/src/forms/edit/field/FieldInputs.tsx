/** Inputs of one setting each, bound to its place in the field. */
import { NativeSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Switch.css';
import type { ReactNode } from 'react';
import { countryOptions } from '../../../ui/countries.ts';
import { useField } from './field-context.ts';

interface Setting {
  label: string;
  path: string;
  description?: ReactNode;
}

export function TextSetting({ label, path, ...rest }: Setting & { maxLength: number; placeholder?: string }) {
  const { get, set, errorAt } = useField();
  return (
    <TextInput
      label={label}
      value={textOf(get(path))}
      error={errorAt(path)}
      onChange={(event) => set(path, event.currentTarget.value || undefined)}
      {...rest}
    />
  );
}

export function LongTextSetting({ label, path, ...rest }: Setting & { maxLength: number }) {
  const { get, set, errorAt } = useField();
  return (
    <Textarea
      label={label}
      autosize
      minRows={2}
      value={textOf(get(path))}
      error={errorAt(path)}
      onChange={(event) => set(path, event.currentTarget.value || undefined)}
      {...rest}
    />
  );
}

export function NumberSetting({
  label,
  path,
  ...rest
}: Setting & { min?: number; max?: number; allowDecimal?: boolean; suffix?: string }) {
  const { get, set, errorAt } = useField();
  const value = get(path);
  return (
    <NumberInput
      label={label}
      value={typeof value === 'number' ? value : ''}
      error={errorAt(path)}
      onChange={(next) => set(path, typeof next === 'number' ? next : undefined)}
      hideControls
      {...rest}
    />
  );
}

export function SwitchSetting({
  label,
  path,
  description,
  otherwise = false,
}: Setting & { /** what it is where nothing is said */ otherwise?: boolean }) {
  const { get, set } = useField();
  const value = get(path);
  return (
    <Switch
      label={label}
      description={description}
      checked={typeof value === 'boolean' ? value : otherwise}
      onChange={(event) => set(path, event.currentTarget.checked)}
    />
  );
}

export function ChoiceSetting({
  label,
  path,
  data,
  description,
  disabled,
}: Setting & { data: { value: string; label: string }[]; disabled?: boolean }) {
  const { get, set, errorAt } = useField();
  return (
    <NativeSelect
      label={label}
      description={description}
      data={data}
      disabled={disabled ?? false}
      value={textOf(get(path)) || data[0]?.value || ''}
      error={errorAt(path)}
      onChange={(event) => set(path, event.currentTarget.value || undefined)}
    />
  );
}

export function CountrySetting({ label, path, description }: Setting) {
  const { get, set, errorAt } = useField();
  return (
    <Select
      label={label}
      description={description}
      placeholder="The site’s own"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      data={countryOptions()}
      value={textOf(get(path)) || null}
      error={errorAt(path)}
      onChange={(code) => set(path, code ?? undefined)}
    />
  );
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
