/** Reads the fields of a form and formats the answers, for the screens that show submissions. */
import { describeForm } from '@portico/react/forms/view/describe-form';
import type { FieldView } from '@portico/react/forms/view/field-view';
import { schemaOf } from '@portico/react/forms/view/schema-of';
import type { SiteForm } from './queries.ts';

/** Caches the fields of each form, because every row of a list needs them. */
const fieldsByForm = new WeakMap<SiteForm, readonly FieldView[]>();

/** Returns the fields that take an answer, in the order of the form's pages. */
export function listAnswerFields(form: SiteForm): readonly FieldView[] {
  const cached = fieldsByForm.get(form);
  if (cached) return cached;
  const fields = describeForm(schemaOf(form)).fields.filter(({ target }) => target !== '');
  fieldsByForm.set(form, fields);
  return fields;
}

/** Formats an answer as one line for lists. An opened submission shows the server's text instead. */
export function formatAnswer(field: FieldView | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  // Passwords are masked, as in mails and PDFs, because others may see the screen.
  if (field?.kind === 'password') return '••••••••';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((entry) => formatAnswer(field, entry)).join(', ');
  if (typeof value === 'object') {
    const { displayName, formatted, url } = value as Record<string, unknown>;
    const label = [displayName, formatted, url].find((text) => typeof text === 'string' && text !== '');
    const parts = Object.values(value).map((part) => formatAnswer(field, part));
    return typeof label === 'string' ? label : parts.filter(Boolean).join(', ');
  }
  const text = String(value);
  return field?.choices.find((choice) => choice.value === text)?.label || text;
}
