/** What a form of the site sends to the API: from a page with scripts and from one without, the same way. Server only. */

import type { FieldView } from '@portico/react';
import { fileName, loadPhones, readValues, refusalOf } from '@portico/react';
import { type FieldError, type Form, type FormValues, fieldErrorsOf, type SubmitOptions } from '@portico/sdk';
import { textsOf } from '../texts/index.ts';
import type { Visit } from '../visit.ts';

export interface Refusal {
  readonly status: number;
  readonly errors: FieldError[];
  /** one sentence of what is wrong with none of the fields */
  readonly failure: string | null;
}

/** Submits values as the visitor, who is known again from now on; null where they were taken. */
export async function sendForm(
  visit: Visit,
  formId: string,
  values: FormValues,
  options: SubmitOptions,
): Promise<Refusal | null> {
  try {
    await visit.rememberVisitor();
    await visit.client.forms.submit(formId, values, options);
    return null;
  } catch (error) {
    return refusalFor(visit, error);
  }
}

export function refusalFor(visit: Visit, error: unknown): Refusal {
  const errors = fieldErrorsOf(error);
  if (errors.length > 0) return { status: 400, errors, failure: null };
  const texts = textsOf(visit.language);
  if ((error as { code?: unknown }).code === 'INVALID_CAPTCHA') {
    return { status: 428, errors, failure: texts.forms.captcha };
  }
  const refusal = refusalOf(error, texts);
  return { status: refusal.status, errors, failure: Object.values(refusal.errors)[0] ?? texts.errors.other };
}

/** The values of a plain post. Its files are uploaded first: a value only names them. */
export async function readPost(visit: Visit, form: Form, fields: readonly FieldView[], data: FormData) {
  const problems: Refusal[] = [];
  for (const [name, entry] of [...data]) {
    if (typeof entry === 'string') continue;
    data.delete(name);
    // An input without a file posts an empty one.
    if (entry.size === 0) continue;
    try {
      data.append(
        fileName(name),
        JSON.stringify(await visit.client.forms.upload(form.id, entry, { fetch: visit.api })),
      );
    } catch (error) {
      problems.push({ ...refusalFor(visit, error), errors: [uploadError(name, error)] });
    }
  }
  const { toE164 } = await loadPhones();
  return { values: readValues(fields, data, { toE164 }), problem: problems[0] ?? null };
}

const uploadError = (errorPath: string, error: unknown): FieldError => ({
  errorPath,
  errorType: 'UPLOAD_REFUSED',
  params: { code: (error as { code?: unknown }).code },
});
