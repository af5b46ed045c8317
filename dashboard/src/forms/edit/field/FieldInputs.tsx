/** Inputs that each edit one setting of a field. `path` is the path of the setting within the field. */
import { NativeSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Switch.css';
import type { ReactNode } from 'react';
import { listCountryOptions } from '../../../ui/countries.ts';
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
      value={toText(get(path))}
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
      value={toText(get(path))}
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
  defaultValue = false,
}: Setting & { /** shown if the field does not contain the setting */ defaultValue?: boolean }) {
  const { get, set } = useField();
  const value = get(path);
  return (
    <Switch
      label={label}
      description={description}
      checked={typeof value === 'boolean' ? value : defaultValue}
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
      value={toText(get(path)) || data[0]?.value || ''}
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
      placeholder="Same as the site"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      data={listCountryOptions()}
      value={toText(get(path)) || null}
      error={errorAt(path)}
      onChange={(code) => set(path, code ?? undefined)}
    />
  );
}

/** Returns the value if it is a string, otherwise an empty string. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
