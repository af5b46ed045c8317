import type { FieldProps, FormContext } from './form-context.ts';
import { hasWords } from './RichContent.tsx';

export const isRequired = (form: FormContext, { field, path }: Pick<FieldProps, 'field' | 'path'>): boolean =>
  (form.stateOf(path).required ?? field.required) && !field.readOnly;

/** The ids of what is read out with an input: help and error. */
export function describedBy(form: FormContext, { field, path }: Pick<FieldProps, 'field' | 'path'>, more?: string) {
  const id = form.idOf(path);
  const ids = [hasWords(field.content) && `${id}-help`, more, form.errorAt(path) && `${id}-error`];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** What every input says of itself. */
export const inputAttributes = (form: FormContext, props: Pick<FieldProps, 'field' | 'path'>) => ({
  id: form.idOf(props.path),
  name: props.path,
  required: isRequired(form, props),
  readOnly: props.field.readOnly || undefined,
  'aria-invalid': form.errorAt(props.path) ? (true as const) : undefined,
  'aria-describedby': describedBy(form, props),
});

/** A value of the wire as a text input takes it. */
export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
