import { Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import { getSiteZone } from '../ui/site-zone.ts';
import { AddressInput } from './AddressInput.tsx';
import { describeRange } from './field-checks.ts';
import { type Field, kindOf, referencedCollection, titleOf } from './field-kinds.ts';
import type { InputValue } from './field-values.ts';
import { ItemPicker } from './ItemPicker.tsx';
import { LinksInput } from './LinksInput.tsx';

interface FieldInputProps {
  field: Field;
  /** The collection of the field; required for fields with links to other items. */
  collectionId?: string;
  /** Null for a new item. */
  itemId: string | null;
  value: InputValue;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: InputValue) => void;
}

/** The input for the type of a field. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, error, readOnly, onChange } = props;
  const kind = kindOf(field);
  const common = {
    label: titleOf(field),
    description: hintOf(field),
    error,
    required: field.required ?? false,
    readOnly,
  };
  const text = typeof value === 'string' ? value : '';
  const onText = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  const referenced = referencedCollection(field);
  if (field.type === 'ADDRESS') return <AddressInput {...common} value={text} onChange={onChange} />;
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
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
          allowDuplicates
          acceptValueOnBlur
          placeholder={readOnly ? undefined : 'Press Enter after each'}
        />
      );
    case 'reference':
      if (!referenced) break;
      return <ItemPicker {...common} collectionId={referenced} value={text} onChange={onChange} />;
    case 'links':
      return (
        <LinksInput
          {...common}
          field={field}
          collectionId={props.collectionId ?? ''}
          itemId={props.itemId}
          value={Array.isArray(value) ? value : null}
          onChange={onChange}
        />
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
          spellCheck={kind === 'longText'}
          styles={
            kind === 'json' ? { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } } : {}
          }
        />
      );
  }
  return <TextInput {...common} {...attributesOf(field, text)} value={text} onChange={onText} />;
}

function attributesOf(field: Field, text: string): { type?: string; inputMode?: 'decimal' | 'url'; step?: number } {
  const kind = kindOf(field);
  if (kind === 'number') return { inputMode: 'decimal' };
  if (kind === 'date') return { type: 'date' };
  if (kind === 'time') return { type: 'time', step: timeStepOf(text) };
  if (kind === 'dateTime') return { type: 'datetime-local', step: timeStepOf(text) };
  if (field.type === 'EMAIL') return { type: 'email' };
  if (field.type === 'URL') return { inputMode: 'url' };
  return {};
}

/** Returns the step of a time input in seconds. Browsers show seconds and milliseconds only if the step allows them. */
function timeStepOf(text: string): number {
  if (/\.\d*[1-9]/.test(text)) return 0.001;
  return /\d\d:\d\d:\d\d/.test(text) && !/:00(\.0*)?$/.test(text) ? 1 : 60;
}

/** Returns the description of a field, followed by the rules for its values and their format. */
function hintOf(field: Field): string | undefined {
  const hints = [
    field.description,
    typeHint(field),
    describeRange(field),
    field.unique ? 'Each item needs a different value.' : '',
  ];
  return hints.filter(Boolean).join(' ') || undefined;
}

function typeHint(field: Field): string | undefined {
  if (field.description || field.type === 'ADDRESS') return undefined;
  if (kindOf(field) === 'json') return 'As JSON.';
  if (field.type === 'RICH_TEXT') return 'As HTML.';
  if (field.type === 'SLUG') return 'Lower-case letters, digits and hyphens, for use in page addresses.';
  if (kindOf(field) === 'dateTime') return `The time is in the time zone of the site (${getSiteZone()}).`;
  return undefined;
}
