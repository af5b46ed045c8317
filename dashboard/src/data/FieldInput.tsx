import { Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import { type Field, kindOf, titleOf } from './field-kinds.ts';
import type { InputValue } from './field-values.ts';
import { ReferenceInput } from './ReferenceInput.tsx';

export interface FieldInputProps {
  field: Field;
  value: InputValue;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: InputValue) => void;
}

/** The input that fits a field's type. */
export function FieldInput({ field, value, error, readOnly, onChange }: FieldInputProps) {
  const kind = kindOf(field);
  const common = {
    label: titleOf(field),
    description: field.description || hintOf(field),
    error,
    required: field.required ?? false,
    readOnly,
  };
  const text = typeof value === 'string' ? value : '';
  const onText = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  switch (kind) {
    case 'boolean':
      return (
        <Switch
          label={common.label}
          description={common.description}
          error={error}
          disabled={readOnly}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'list':
      return (
        <TagsInput
          {...common}
          value={typeof value === 'object' ? [...value] : []}
          onChange={onChange}
          allowDuplicates
          placeholder={readOnly ? undefined : 'Enter one after the other'}
        />
      );
    case 'reference':
      return <ReferenceInput field={field} {...common} value={text} onChange={onChange} />;
    case 'links':
      return (
        <div>
          <Text size="sm" fw={500}>
            {common.label}
          </Text>
          <Text size="xs" c="dimmed">
            References to many items are written by your website; they are not edited here yet.
          </Text>
        </div>
      );
    case 'longText':
    case 'json':
      return (
        <Textarea
          {...common}
          value={text}
          onChange={onText}
          autosize
          minRows={3}
          maxRows={16}
          styles={
            kind === 'json' ? { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } } : {}
          }
        />
      );
    default:
      return <TextInput {...common} {...attributesOf(field)} value={text} onChange={onText} />;
  }
}

function attributesOf(field: Field): { type?: string; inputMode?: 'decimal' | 'url'; step?: number } {
  const kind = kindOf(field);
  if (kind === 'number') return { inputMode: 'decimal' };
  if (kind === 'date') return { type: 'date' };
  if (kind === 'time') return { type: 'time', step: 1 };
  if (kind === 'dateTime') return { type: 'datetime-local', step: 0.001 };
  if (field.type === 'EMAIL') return { type: 'email' };
  if (field.type === 'URL') return { inputMode: 'url' };
  return {};
}

function hintOf(field: Field): string | undefined {
  if (kindOf(field) === 'json') return 'As JSON.';
  if (field.type === 'RICH_TEXT') return 'As HTML.';
  if (kindOf(field) === 'dateTime') return 'In your time zone.';
  return undefined;
}
