/**
 * Checks edited answers with the forms engine (domain/src/forms) before they are sent, and reads the errors in the
 * server's response.
 */

import { errorText } from '@portico/react/forms/error-text';
import { checkValues } from '@portico/react/forms/values/check-values';
import { loadPatterns, loadPhones } from '@portico/react/forms/values/engine-dependencies';
import { errorsByField } from '@portico/react/forms/values/errors';
import { describeForm } from '@portico/react/forms/view/describe-form';
import type { FieldView } from '@portico/react/forms/view/field-view';
import { schemaOf } from '@portico/react/forms/view/schema-of';
import { formErrorsEn } from '@portico/react/texts/form-errors-en';
import { formsEn } from '@portico/react/texts/forms-en';
import { PorticoError } from '@portico/sdk/admin';
import type { SiteForm } from '../../queries.ts';

type Errors = Parameters<typeof errorsByField>[1];

/** Returns the errors of the edited answers. */
export async function checkEdit(form: SiteForm, values: Readonly<Record<string, unknown>>): Promise<Errors> {
  // Answers may be edited even if the form is closed or its limits are reached, so the check ignores both.
  const openForm = { ...schemaOf(form), enabled: true, limitationRule: {} };
  const { hasPatterns, fields } = describeForm(openForm);
  const hasPhones = fields.some(({ kind }) => kind === 'phone');
  const engines = { ...(hasPhones ? await loadPhones() : {}), ...(hasPatterns ? await loadPatterns() : {}) };
  return checkValues(openForm, { ...values }, new Date(), engines, { allowsPast: true }).errors;
}

/** Returns the errors of individual answers in the response to a rejected save, or an empty list. */
export function errorsOfRejection(error: unknown): Errors {
  if (!(error instanceof PorticoError)) return [];
  return error.violations.flatMap(({ data }) => (Array.isArray(data?.errors) ? (data.errors as Errors) : []));
}

/** Returns error messages by the path of their input. `others` are messages for fields that have no input. */
export function errorTextsOf(
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
    const text = errorText(error, field, { forms: formsEn, formErrors: formErrorsEn });
    if (fieldAt(editable, path)) byPath.set(path, text);
    else others.push(`${field?.label ?? path}: ${text}`);
  }
  return { byPath, others };
}
