/** What is wrong with changed answers: the engine's verdict before they are sent, and the server's. */

import { errorText } from '@portico/react/forms/error-text';
import { checkValues } from '@portico/react/forms/values/check-values';
import { loadPatterns, loadPhones } from '@portico/react/forms/values/engines';
import { errorsByField } from '@portico/react/forms/values/errors';
import { describeForm } from '@portico/react/forms/view/describe-form';
import type { FieldView } from '@portico/react/forms/view/field-view';
import { schemaOf } from '@portico/react/forms/view/schema-of';
import { PorticoError } from '@portico/sdk/admin';
import type { SiteForm } from '../../queries.ts';

type Errors = Parameters<typeof errorsByField>[1];

export async function checkEdit(form: SiteForm, values: Readonly<Record<string, unknown>>): Promise<Errors> {
  // answers of a form that takes no more may still be changed
  const open = { ...schemaOf(form), enabled: true, limitationRule: {} };
  const { hasPatterns, fields } = describeForm(open);
  const hasPhones = fields.some(({ kind }) => kind === 'phone');
  const engines = { ...(hasPhones ? await loadPhones() : {}), ...(hasPatterns ? await loadPatterns() : {}) };
  return checkValues(open, { ...values }, new Date(), engines, { allowsPast: true }).errors;
}

/** The errors of the answers that a refusal carries; none where it is of another kind. */
export function refusedErrors(error: unknown): Errors {
  if (!(error instanceof PorticoError)) return [];
  return error.violations.flatMap(({ data }) => (Array.isArray(data?.errors) ? (data.errors as Errors) : []));
}

/** Sentences for people by the path of the input; `others` are of fields that have none. */
export function textsOf(
  fields: readonly FieldView[],
  editable: readonly FieldView[],
  errors: Errors,
): { byPath: ReadonlyMap<string, string>; others: readonly string[] } {
  const fieldAt = (list: readonly FieldView[], path: string) =>
    list.find(({ target }) => target === path.split('/')[0]);
  const byPath = new Map<string, string>();
  const others: string[] = [];
  for (const [path, error] of errorsByField(fields, errors)) {
    const field = fieldAt(fields, path);
    const text = errorText(error, field);
    if (fieldAt(editable, path)) byPath.set(path, text);
    else others.push(`${field?.label ?? path}: ${text}`);
  }
  return { byPath, others };
}
