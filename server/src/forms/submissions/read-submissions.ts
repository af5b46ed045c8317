/** Reading submissions (forms contract sections 2 and 2.3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { sql } from 'kysely';
import { type Columns, idColumn } from '../../filter/columns.ts';
import { type Condition, filterToSql, namespaceOf } from '../../filter/filter.ts';
import {
  cutPage,
  limitOf,
  type PageRequest,
  type PageState,
  pageSql,
  readPageRequest,
  type SortKey,
} from '../../filter/page.ts';
import { type Answer, jsonText } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid, NIL_ID } from '../../kernel/ids.ts';
import { readsSubmissions, requireSubmissionsReader } from '../permissions.ts';
import { findSubmission, listIds, listPrinted, type PrintedRow } from '../records/store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';
import type { SearchInput } from '../search/build-query.ts';
import { wordCondition } from '../search/word-condition.ts';
import { asSent } from '../spam/as-sent.ts';
import { submissionColumns } from './columns.ts';
import { columnsFor, readableRows, shown, shownText } from './readable-rows.ts';

type Endpoints = typeof formsEndpoints;

const NEWEST: SortKey[] = [{ fieldName: 'createdDate', order: 'DESC' }];

/**
 * One submission.
 * @throws AppError PERMISSION_DENIED for who may not read it, whether it is there or not
 */
export async function getSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getSubmission']>,
): Promise<Output<Endpoints['getSubmission']>> {
  if (readsSubmissions(ctx.caller)) return { submission: toWire(await loadSubmission(ctx, query.submissionId)) };
  const where = sql<boolean>`id = ${isGuid(query.submissionId) ? query.submissionId : NIL_ID} and ${await readableRows(ctx)}`;
  const [id] = await listIds(ctx.db, ctx.site.id, where, 1);
  if (id === undefined) throw new AppError('PERMISSION_DENIED');
  return { submission: shown(ctx, await loadSubmission(ctx, id)) };
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
): Promise<Answer> {
  return readPage(ctx, 'submissions.query', body.query, body.onlyYourOwn);
}

/** The same, of those that hold the words that are looked for in any of their values. */
export async function searchSubmissionsByNamespace(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['searchSubmissionsByNamespace']>, 'body'>,
): Promise<Answer> {
  return readPage(ctx, 'submissions.search', body.search, body.onlyYourOwn);
}

async function readPage(
  ctx: SiteCtx,
  call: string,
  request: PageRequest,
  onlyYourOwn: boolean | undefined,
): Promise<Answer> {
  const readable = await readableRows(ctx, onlyYourOwn);
  const state = await readPageRequest(ctx, call, request, NEWEST);
  namespaceOf(state.filter);
  const columns = columnsFor(ctx);
  const filtered = filterToSql(state.filter, columns);
  const from = onlyYourOwn && !readsSubmissions(ctx.caller) ? await asSent(ctx, !!state.search) : undefined;
  const holding = await wordCondition(ctx, state.search as SearchInput | undefined, from && 0);
  const where = sql<boolean>`deleted_at is null and ${readable} and ${filtered} and ${holding}`;
  // what an index does not serve stands in nobody's way there, and is stopped in time
  const slow = { ...ctx, db: ctx.env.lanes.slow };
  const page = await cut(slow, call, state, where, { limit: limitOf(request), columns, from });
  return pageAnswer(ctx, page.rows, 'metadata', page.metadata);
}

/** Submissions of a form in the trash, last deleted first. */
export async function listDeletedSubmissions(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listDeletedSubmissions']>,
): Promise<Answer> {
  requireSubmissionsReader(ctx.caller);
  const { formId, submissionIds, namespace, statuses, paging } = query;
  const filter = {
    formId,
    status: { $in: statuses?.length ? statuses : ['CONFIRMED'] },
    ...(submissionIds?.length ? { id: { $in: submissionIds } } : {}),
    ...(namespace ? { namespace } : {}),
  };
  const sort = [{ fieldName: 'updatedDate', order: 'DESC' as const }];
  const request = { filter, sort, ...(paging ? { cursorPaging: paging } : {}) };
  const state = await readPageRequest(ctx, 'submissions.trash', request, sort);
  const where = sql<boolean>`deleted_at is not null and ${filterToSql(state.filter, submissionColumns)}`;
  const page = await cut(ctx, 'submissions.trash', state, where, { limit: limitOf(request) });
  return pageAnswer(ctx, page.rows, 'pagingMetadata', page.metadata);
}

function pageAnswer(ctx: SiteCtx, rows: readonly PrintedRow[], name: string, metadata: object): Answer {
  const texts = rows.map((row) => shownText(ctx, row)).join(',');
  return jsonText(`{"submissions":[${texts}],"${name}":${JSON.stringify(metadata)}}`);
}

async function cut(
  ctx: SiteCtx,
  call: string,
  state: PageState,
  where: Condition,
  { limit, columns = submissionColumns, from }: Cut,
) {
  const page = pageSql(state, columns, idColumn);
  const read = await listPrinted(ctx.db, ctx.site.id, where, page, limit + 1, from);
  return cutPage(ctx, call, state, read, limit);
}

interface Cut {
  readonly limit: number;
  readonly columns?: Columns;
  readonly from?: Awaited<ReturnType<typeof asSent>> | undefined;
}
