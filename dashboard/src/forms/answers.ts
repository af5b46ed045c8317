/** What a form asks and what was answered, for the screens that show answers: the fields as visitors meet them. */
import { describeForm } from '@portico/react/forms/view/describe-form';
import type { FieldView } from '@portico/react/forms/view/field-view';
import { schemaOf } from '@portico/react/forms/view/schema-of';
import type { SiteForm } from './queries.ts';

/** of each form once: every row of a list asks for them */
const described = new WeakMap<SiteForm, readonly FieldView[]>();

/** The fields that take an answer, in the order of the form's pages. */
export function answerFields(form: SiteForm): readonly FieldView[] {
  const known = described.get(form);
  if (known) return known;
  const fields = describeForm(schemaOf(form)).fields.filter(({ target }) => target !== '');
  described.set(form, fields);
  return fields;
}

/** An answer in one line, for lists; a letter shows the words of the server. */
export function answerText(field: FieldView | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  // as in mails and documents: a list is seen by whoever passes
  if (field?.kind === 'password') return '••••••••';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => answerText(field, one)).join(', ');
  if (typeof value === 'object') {
    const { displayName, formatted, url } = value as Record<string, unknown>;
    const named = [displayName, formatted, url].find((text) => typeof text === 'string' && text !== '');
    const parts = Object.values(value).map((part) => answerText(field, part));
    return typeof named === 'string' ? named : parts.filter(Boolean).join(', ');
  }
  const text = String(value);
  return field?.choices.find((choice) => choice.value === text)?.label || text;
}
