import { checkSubmission } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { checkOptions } from '../engine.ts';
import type { FormRow } from '../forms/wire.ts';
import { invalidSubmission } from './invalid-submission.ts';

/**
 * The values as they are to be stored.
 * @param form with the forms inside it (`loadWholeForm`)
 * @param how `open` where it does not matter that the form takes no more submissions, `closed` where it takes none for a
 *   reason that it does not tell
 * @throws ViolationError with every violation of the values
 */
export function checkedValues(
  ctx: SiteCtx,
  form: FormRow,
  values: Readonly<Record<string, unknown>>,
  { open = false, closed = false }: { readonly open?: boolean; readonly closed?: boolean },
): Record<string, unknown> {
  const checked = open
    ? { ...form.document, enabled: true, limitationRule: {} }
    : { ...form.document, enabled: form.enabled };
  const options = { ...checkOptions(ctx.now, ctx.site.settings.forms.country), closed, allowsPast: open };
  const { values: kept, errors } = checkSubmission(checked, values, options);
  if (errors.length > 0) throw invalidSubmission(errors);
  return kept;
}
