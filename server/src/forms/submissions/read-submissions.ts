/** Reading submissions (forms contract sections 2 and 2.3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { sql } from 'kysely';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { readableSubmitter, requireSubmissionsReader } from '../permissions.ts';
import { BY_LIST, BY_ORDER, type Column, type Columns } from '../query/columns.ts';
import { type Condition, filterToSql, namespaceOf } from '../query/filter.ts';
import { cutPage, DEFAULT_LIMIT, type PageState, pageSql, readPageRequest, type SortKey } from '../query/page.ts';
import { findSubmission, listSubmissions } from './store.ts';
import { type SubmissionRow, toWire } from './wire.ts';

type Endpoints = typeof formsEndpoints;

const ID: Column = { sql: sql`id`, type: 'uuid', comparisons: BY_LIST, sortable: true };
const time = (name: string): Column => ({ sql: sql.ref(name), type: 'time', comparisons: BY_ORDER, sortable: true });
const submitter = (kind: string): Column => ({
  sql: sql`(case when submitter_kind = ${sql.lit(kind)} then submitter_id end)`,
  type: 'text',
  comparisons: BY_LIST,
  sortable: true,
  nullable: true,
});

const columns: Columns = {
  id: ID,
  formId: { sql: sql`form_id`, type: 'uuid', comparisons: BY_LIST, sortable: true },
  contactId: { sql: sql`contact_id`, type: 'uuid', comparisons: BY_LIST, sortable: true, nullable: true },
  status: { sql: sql`status`, type: 'text', comparisons: BY_LIST, sortable: true },
  'submitter.applicationId': submitter('app'),
  'submitter.memberId': submitter('member'),
  'submitter.userId': submitter('user'),
  'submitter.visitorId': submitter('visitor'),
  namespace: { sql: sql`namespace`, type: 'text', comparisons: ['$eq'], sortable: false },
  seen: { sql: sql`seen`, type: 'boolean', comparisons: ['$eq', '$ne'], sortable: true },
  createdDate: time('created_at'),
  updatedDate: time('updated_at'),
};

const NEWEST: SortKey[] = [{ fieldName: 'createdDate', order: 'DESC' }];

/** One submission. */
export async function getSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getSubmission']>,
): Promise<Output<Endpoints['getSubmission']>> {
  requireSubmissionsReader(ctx.caller);
  return { submission: toWire(await loadSubmission(ctx, query.submissionId)) };
}

/** @throws AppError SUBMISSION_NOT_FOUND, also for what cannot be an id and for those in the trash */
export async function loadSubmission(ctx: SiteCtx, submissionId: string): Promise<SubmissionRow> {
  const row = isGuid(submissionId) ? await findSubmission(ctx.db, ctx.site.id, submissionId) : undefined;
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
  return row;
}

/**
 * A page of submissions by filter. Following pages send the cursor alone, which carries filter and sort; whose rows the
 * caller may see is decided on each page anew.
 */
export async function querySubmissionsByNamespace(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['querySubmissionsByNamespace']>, 'body'>,
): Promise<Output<Endpoints['querySubmissionsByNamespace']>> {
  const { query, onlyYourOwn = false } = body;
  const own = readableSubmitter(ctx.caller, ctx.paired, onlyYourOwn);
  const state = await readPageRequest(ctx, 'submissions.query', query, NEWEST);
  namespaceOf(state.filter);
  const whose = own ? sql<boolean>`submitter_id = ${own.id} and submitter_kind = ${own.kind}` : sql<boolean>`true`;
  const where = sql<boolean>`deleted_at is null and ${whose} and ${filterToSql(state.filter, columns)}`;
  const page = await cut(ctx, 'submissions.query', state, where, query.cursorPaging?.limit);
  return { submissions: page.rows.map(toWire), metadata: page.metadata };
}

/** Submissions of a form in the trash, last deleted first. */
export async function listDeletedSubmissions(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listDeletedSubmissions']>,
): Promise<Output<Endpoints['listDeletedSubmissions']>> {
  requireSubmissionsReader(ctx.caller);
  const { formId, submissionIds, namespace, statuses, paging } = query;
  const filter = {
    formId,
    status: { $in: statuses?.length ? statuses : ['CONFIRMED'] },
    ...(submissionIds?.length ? { id: { $in: submissionIds } } : {}),
    ...(namespace ? { namespace } : {}),
  };
  const sort = [{ fieldName: 'updatedDate', order: 'DESC' as const }];
  const state = await readPageRequest(ctx, 'submissions.trash', { filter, sort, cursorPaging: paging }, sort);
  const where = sql<boolean>`deleted_at is not null and ${filterToSql(state.filter, columns)}`;
  const page = await cut(ctx, 'submissions.trash', state, where, paging?.limit);
  return { submissions: page.rows.map(toWire), pagingMetadata: page.metadata };
}

async function cut(ctx: SiteCtx, call: string, state: PageState, where: Condition, limit = DEFAULT_LIMIT) {
  const read = await listSubmissions(ctx.db, ctx.site.id, where, pageSql(state, columns, ID), limit + 1);
  return cutPage(ctx, call, state, read, limit);
}
