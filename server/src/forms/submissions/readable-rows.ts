import type { Columns } from '../../filter/columns.ts';
import { allOf, type Condition } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { listOpenForms } from '../forms/store.ts';
import {
  listReadableLevels,
  mayReadSubmissions,
  requireSubmissionsReader,
  requireSubmitter,
  submitterOf,
} from '../permissions.ts';
import { isOfForms, isOfSubmitter, publicSubmissionColumns, submissionColumns } from '../records/filter-store.ts';
import type { PageRow } from '../records/page-store.ts';
import { type SubmissionRow, toWire, type WireSubmission } from '../records/wire.ts';

/** Maximum number of forms whose `submissionAccess` is considered. Submissions of further forms are not found. */
const MAX_OPEN_FORMS = 1_000;

/**
 * Returns SQL that matches the submissions that the caller may read (forms contract section 2.4). Staff may read every
 * submission, other callers the submissions of forms whose `submissionAccess` admits them. With `onlyYourOwn`, every
 * caller reads only submissions of their own. Call this for each page, because access may change between two pages.
 * @throws AppError PERMISSION_DENIED
 */
export async function selectReadable(ctx: SiteCtx, onlyYourOwn = false): Promise<Condition> {
  if (onlyYourOwn) {
    requireSubmitter(ctx.caller);
    return isOfSubmitter(submitterOf(ctx.caller, ctx.paired));
  }
  if (mayReadSubmissions(ctx.caller)) return allOf([]);
  const levels = listReadableLevels(ctx.caller);
  const forms = levels.length > 0 ? await listOpenForms(ctx.db, ctx.site.id, levels, MAX_OPEN_FORMS) : [];
  if (forms.length === 0) requireSubmissionsReader(ctx.caller);
  return isOfForms(forms);
}

/** Returns the fields that this caller may filter and sort by. */
export const columnsFor = ({ caller }: SiteCtx): Columns =>
  mayReadSubmissions(caller) ? submissionColumns : publicSubmissionColumns;

/** Converts a submission for this caller. Only staff sees private tags, extended fields and the contact. */
export function toVisibleWire(ctx: SiteCtx, row: SubmissionRow): WireSubmission {
  const wire = toWire(row);
  if (mayReadSubmissions(ctx.caller)) return wire;
  const { contactId, extendedFields, tags, ...rest } = wire;
  return { ...rest, ...(tags?.tags ? { tags: { tags: tags.tags } } : {}) };
}

/** Like `toVisibleWire`, but returns JSON text, into which it copies the JSON text of the answers unchanged. */
export function toVisibleText(ctx: SiteCtx, { answers, ...row }: PageRow): string {
  const { submissions, ...rest } = toVisibleWire(ctx, { ...row, answers: {} });
  return `${JSON.stringify(rest).slice(0, -1)},"submissions":${answers}}`;
}
