import { checkSubmission } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { buildCheckOptions } from '../engine.ts';
import type { FormRow } from '../forms/wire.ts';
import { invalidSubmissionError } from './invalid-submission.ts';

/**
 * Checks the values of a submission and returns them as they are stored.
 * @param form with its nested forms (`loadFormWithNested`)
 * @param options.ignoresClosing True accepts values even if the form takes no submissions, and accepts appointments in
 *   the past.
 * @param options.isFull True rejects every submission, because the form has reached its maximum number of submissions.
 * @throws ViolationError with every violation of the values
 */
export function checkValues(
  ctx: SiteCtx,
  form: FormRow,
  values: Readonly<Record<string, unknown>>,
  { ignoresClosing = false, isFull = false }: { readonly ignoresClosing?: boolean; readonly isFull?: boolean },
): Record<string, unknown> {
  const schema = ignoresClosing
    ? { ...form.document, enabled: true, limitationRule: {} }
    : { ...form.document, enabled: form.enabled };
  const options = {
    ...buildCheckOptions(ctx.now, ctx.site.settings.forms.country),
    closed: isFull,
    allowsPast: ignoresClosing,
  };
  const { values: storable, errors } = checkSubmission(schema, values, options);
  if (errors.length > 0) throw invalidSubmissionError(errors);
  return storable;
}
