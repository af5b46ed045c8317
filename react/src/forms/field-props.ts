import type { FieldProps, FormContext } from './form-context.ts';
import { hasText } from './RichContent.tsx';

export const isRequired = (form: FormContext, { field, path }: Pick<FieldProps, 'field' | 'path'>): boolean =>
  (form.stateOf(path).required ?? field.required) && !field.readOnly;

/** Returns the ids of the help and error texts that describe an input. */
export function describedBy(form: FormContext, { field, path }: Pick<FieldProps, 'field' | 'path'>, more?: string) {
  const id = form.idOf(path);
  const ids = [hasText(field.content) && `${id}-help`, more, form.errorOf(path) && `${id}-error`];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** Returns the attributes that all inputs share. */
export const inputAttributes = (form: FormContext, props: Pick<FieldProps, 'field' | 'path'>) => ({
  id: form.idOf(props.path),
  name: props.path,
  required: isRequired(form, props),
  readOnly: props.field.readOnly || undefined,
  'aria-invalid': form.errorOf(props.path) ? (true as const) : undefined,
  'aria-describedby': describedBy(form, props),
});

/** Converts a value from its wire format to the text that an input shows. */
export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
