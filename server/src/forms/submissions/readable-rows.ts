import { sql } from 'kysely';
import type { Columns } from '../../filter/columns.ts';
import type { Condition } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { listOpenForms } from '../forms/store.ts';
import {
  openingLevels,
  readsSubmissions,
  requireSubmissionsReader,
  requireSubmitter,
  submitterOf,
} from '../permissions.ts';
import type { PrintedRow } from '../records/store.ts';
import { type SubmissionRow, toWire, type WireSubmission } from '../records/wire.ts';
import { publicColumns, submissionColumns } from './columns.ts';

/** more forms than this with open submissions, and a visitor is shown those of some */
const MOST_OPEN_FORMS = 1_000;

/**
 * Which submissions the caller may read (forms contract section 2.4), decided anew for each page: staff all of them;
 * everybody their own, when they ask for no more; the others those of forms whose `submissionAccess` opens them.
 * @throws AppError PERMISSION_DENIED
 */
export async function readableRows(ctx: SiteCtx, onlyYourOwn = false): Promise<Condition> {
  if (onlyYourOwn) {
    requireSubmitter(ctx.caller);
    const own = submitterOf(ctx.caller, ctx.paired);
    return sql<boolean>`submitter_id = ${own.id} and submitter_kind = ${own.kind}`;
  }
  if (readsSubmissions(ctx.caller)) return sql<boolean>`true`;
  const levels = openingLevels(ctx.caller);
  const forms = levels.length > 0 ? await listOpenForms(ctx.db, ctx.site.id, levels, MOST_OPEN_FORMS) : [];
  if (forms.length === 0) requireSubmissionsReader(ctx.caller);
  return sql<boolean>`form_id = any(${forms}::uuid[])`;
}

/** What this caller may filter and sort by. */
export const columnsFor = ({ caller }: SiteCtx): Columns =>
  readsSubmissions(caller) ? submissionColumns : publicColumns;

/** A submission as this caller may see it: private tags, extended fields and the contact behind it are the owner's. */
export function shown(ctx: SiteCtx, row: SubmissionRow): WireSubmission {
  const wire = toWire(row);
  if (readsSubmissions(ctx.caller)) return wire;
  const { contactId, extendedFields, tags, ...rest } = wire;
  return { ...rest, ...(tags?.tags ? { tags: { tags: tags.tags } } : {}) };
}

/** The same of one whose answers are printed already, as JSON text. */
export function shownText(ctx: SiteCtx, { answers, ...row }: PrintedRow): string {
  const { submissions, ...rest } = shown(ctx, { ...row, answers: {} });
  return `${JSON.stringify(rest).slice(0, -1)},"submissions":${answers}}`;
}
