/** Sends a form to the API, for pages with and without scripts. Server only. */

import type { FieldView } from '@portico/react';
import { fileName, loadPhones, readValues, rejectionOf } from '@portico/react';
import { type FieldError, type Form, type FormValues, fieldErrorsOf, type SubmitOptions } from '@portico/sdk';
import { textsOf } from '../texts/index.ts';
import type { Visit } from '../visit.ts';

export interface Rejection {
  readonly status: number;
  readonly errors: FieldError[];
  /** A message that belongs to no field. */
  readonly failure: string | null;
}

/** Submits values as the visitor and sets the cookie of the visitor. Returns null on success. */
export async function sendForm(
  visit: Visit,
  formId: string,
  values: FormValues,
  options: SubmitOptions,
): Promise<Rejection | null> {
  try {
    await visit.rememberVisitor();
    await visit.client.forms.submit(formId, values, options);
    return null;
  } catch (error) {
    return toRejection(visit, error);
  }
}

export function toRejection(visit: Visit, error: unknown): Rejection {
  const errors = fieldErrorsOf(error);
  if (errors.length > 0) return { status: 400, errors, failure: null };
  const texts = textsOf(visit.language);
  if ((error as { code?: unknown }).code === 'INVALID_CAPTCHA') {
    return { status: 428, errors, failure: texts.forms.captcha };
  }
  const rejection = rejectionOf(error, texts);
  return { status: rejection.status, errors, failure: Object.values(rejection.errors)[0] ?? texts.errors.other };
}

/** Reads the values of a form POST. Files are uploaded first, because values only refer to them. */
export async function readPost(visit: Visit, form: Form, fields: readonly FieldView[], data: FormData) {
  const problems: Rejection[] = [];
  for (const [name, entry] of [...data]) {
    if (typeof entry === 'string') continue;
    data.delete(name);
    // For a file input without a file, browsers send an empty file.
    if (entry.size === 0) continue;
    try {
      data.append(
        fileName(name),
        JSON.stringify(await visit.client.forms.upload(form.id, entry, { fetch: visit.api })),
      );
    } catch (error) {
      problems.push({ ...toRejection(visit, error), errors: [uploadError(name, error)] });
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
