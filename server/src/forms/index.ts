/** What others may use of the forms slice. */
import type { FormInput } from '@portico/contract/forms/form';
import type { Static } from 'typebox';
import type { SiteCtx } from '../kernel/ctx.ts';
import { createForm as create } from './forms/save-form.ts';
import { countForms as countStoredForms } from './forms/store.ts';
import type { WireForm } from './forms/wire.ts';
import { countAll, countByDay } from './submissions/count-store.ts';

export { exportSubmissions } from './export-submissions.ts';
export { forgetSubmitter } from './forget-submitter.ts';
export { forgetContact } from './mapping/upsert-contact.ts';
export { tellOfMore, tellOfSubmission } from './notify/tell-owner.ts';
export { sweepForms } from './retention/sweep-forms.ts';
export { continueWords, WORDS_DUE } from './search/keep-words.ts';
export { sweepSpam } from './spam/delete-reports.ts';
export { mayReadSubmissionFiles } from './submissions/file-rights.ts';
export { continueTagging, TAGGING_DUE } from './submissions/tag-by-filter.ts';

/**
 * Makes a form, as the wire's call does: rights of the context's caller, form-save checks, numbered name.
 * @throws ViolationError naming everything that keeps it from being stored
 */
export async function createForm(ctx: SiteCtx, form: Static<typeof FormInput>): Promise<WireForm> {
  return (await create(ctx, { body: { form } })).form;
}

/** Forms of the site, of every namespace, those in the trash apart. */
export const countForms = (ctx: SiteCtx) => countStoredForms(ctx.db, ctx.site.id, null);

/** Submissions of the site, and how many of them nobody has looked at. */
export const countSubmissions = (ctx: SiteCtx) => countAll(ctx.db, ctx.site.id);

const DAY = 86_400_000;

/** Submissions of each of the last days (UTC), oldest first, days without any included. */
export async function countSubmissionsByDay(ctx: SiteCtx, days = 30): Promise<{ day: string; count: number }[]> {
  const today = Math.floor(ctx.now.getTime() / DAY);
  const counted = await countByDay(ctx.db, ctx.site.id, new Date((today - days + 1) * DAY));
  const byDay = new Map(counted.map((row) => [row.day, row.count]));
  return Array.from({ length: days }, (_, index) => {
    const day = new Date((today - days + 1 + index) * DAY).toISOString().slice(0, 10);
    return { day, count: byDay.get(day) ?? 0 };
  });
}
