import { asText, inputAttributes } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';

const TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'url',
  password: 'password',
  date: 'date',
  time: 'time',
  dateTime: 'datetime-local',
};

/** The input of a field with a single text, number or date. */
export function TextInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const common = {
    ...inputAttributes(form, { field, path }),
    className: 'portico-input',
    autoComplete: field.autoComplete,
    placeholder: field.placeholder || undefined,
    defaultValue: toInputText(field.kind, asText(value)),
    maxLength: field.maxLength,
  };
  if (field.kind === 'textarea') return <textarea {...common} rows={5} />;
  if (field.kind === 'number') {
    // Not type="number", which discards unreadable input and changes its value with the mouse wheel.
    const mode = field.step && field.step % 1 === 0 ? 'numeric' : 'decimal';
    return <input {...common} type="text" inputMode={mode} />;
  }
  return <input {...common} type={TYPES[field.kind] ?? 'text'} min={field.minimum} max={field.maximum} />;
}

/** Removes the time zone, which the browser's inputs do not support, and seconds that are zero. */
const toInputText = (kind: string, text: string): string =>
  kind === 'time' || kind === 'dateTime'
    ? text.replace(/(\d{2}:\d{2})(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$/, '$1')
    : text;
