/** Calls that read submissions (forms contract sections 2 and 2.3). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { readsOf } from '../../db/replicas/stale-reads.ts';
import { type Columns, idColumn } from '../../filter/columns.ts';
import { allOf, type Condition, filterToSql, namespaceOf } from '../../filter/filter.ts';
import {
  buildPageSql,
  cutPage,
  limitOf,
  type PageRequest,
  type PageState,
  readPageRequest,
  type SortKey,
} from '../../filter/page.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type HttpResponse, jsonTextResponse } from '../../kernel/http-response.ts';
import { isGuid, NIL_ID } from '../../kernel/ids.ts';
import { mayReadSubmissions, requireSubmissionsReader } from '../permissions.ts';
import { hasId, isDeleted, isNotDeleted, submissionColumns } from '../records/filter-store.ts';
import { listIds, listPage, type PageRow } from '../records/page-store.ts';
import { findSubmission } from '../records/store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';
import type { SearchInput } from '../search/build-query.ts';
import { buildWordCondition } from '../search/word-condition.ts';
import { selectOwnSubmissions } from '../spam/own-submissions.ts';
import { columnsFor, selectReadable, toVisibleText, toVisibleWire } from './readable-rows.ts';

type Endpoints = typeof formsEndpoints;

const NEWEST_FIRST: SortKey[] = [{ fieldName: 'createdDate', order: 'DESC' }];

/**
 * Returns one submission.
 * @throws AppError PERMISSION_DENIED if the caller may not read it, whether it exists or not
 */
export async function getSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getSubmission']>,
): Promise<Output<Endpoints['getSubmission']>> {
  if (mayReadSubmissions(ctx.caller)) return { submission: toWire(await loadSubmission(ctx, query.submissionId)) };
  const where = allOf([hasId(isGuid(query.submissionId) ? query.submissionId : NIL_ID), await selectReadable(ctx)]);
  const [id] = await listIds(ctx.db, ctx.site.id, where, 1);
  if (id === undefined) throw new AppError('PERMISSION_DENIED');
  return { submission: toVisibleWire(ctx, await loadSubmission(ctx, id)) };
}

/** @throws AppError SUBMISSION_NOT_FOUND, also if the id is not a GUID or the submission is in the trash */
export async function loadSubmission(ctx: SiteCtx, submissionId: string): Promise<SubmissionRow> {
  const row = isGuid(submissionId) ? await findSubmission(ctx.db, ctx.site.id, submissionId) : undefined;
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
  return row;
}

/**
 * Returns a page of submissions by filter. Requests for the next pages contain the cursor only, which carries filter
 * and sort but no permissions.
 */
export async function querySubmissionsByNamespace(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['querySubmissionsByNamespace']>, 'body'>,
): Promise<HttpResponse> {
  return readPage(ctx, 'submissions.query', body.query, body.onlyYourOwn);
}

/** Like a query, but returns only submissions whose values contain the words of the expression. */
export async function searchSubmissionsByNamespace(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoints['searchSubmissionsByNamespace']>, 'body'>,
): Promise<HttpResponse> {
  return readPage(ctx, 'submissions.search', body.search, body.onlyYourOwn);
}

async function readPage(
  ctx: SiteCtx,
  call: string,
  request: PageRequest,
  onlyYourOwn: boolean | undefined,
): Promise<HttpResponse> {
  const readable = await selectReadable(ctx, onlyYourOwn);
  const state = await readPageRequest(ctx, call, request, NEWEST_FIRST);
  namespaceOf(state.filter);
  const columns = columnsFor(ctx);
  const filterSql = filterToSql(state.filter, columns);
  const from =
    onlyYourOwn && !mayReadSubmissions(ctx.caller) ? await selectOwnSubmissions(ctx, !!state.search) : undefined;
  const matching = await buildWordCondition(ctx, state.search as SearchInput | undefined, from && 0);
  const where = allOf([isNotDeleted, readable, filterSql, matching]);
  // Filters without an index are slow. They use a separate pool, which has a timeout and does not block other requests.
  const slow = { ...ctx, db: ctx.env.connectionPools.slow };
  // A search has just indexed submissions on the primary, and a replica may not have their words yet.
  const db = state.search ? slow.db : readsOf(slow).db;
  const page = await readRows({ ...slow, db }, call, state, where, { limit: limitOf(request), columns, from });
  return pageResponse(ctx, page.rows, 'metadata', page.metadata);
}

/** Returns a page of a form's submissions in the trash, the most recently deleted first. */
export async function listDeletedSubmissions(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listDeletedSubmissions']>,
): Promise<HttpResponse> {
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
  const where = allOf([isDeleted, filterToSql(state.filter, submissionColumns)]);
  const page = await readRows({ ...ctx, db: readsOf(ctx).db }, 'submissions.trash', state, where, {
    limit: limitOf(request),
  });
  return pageResponse(ctx, page.rows, 'pagingMetadata', page.metadata);
}

function pageResponse(ctx: SiteCtx, rows: readonly PageRow[], metadataKey: string, metadata: object): HttpResponse {
  const texts = rows.map((row) => toVisibleText(ctx, row)).join(',');
  return jsonTextResponse(`{"submissions":[${texts}],"${metadataKey}":${JSON.stringify(metadata)}}`);
}

async function readRows(
  ctx: SiteCtx,
  call: string,
  state: PageState,
  where: Condition,
  { limit, columns = submissionColumns, from }: PageOptions,
) {
  const page = buildPageSql(state, columns, idColumn);
  const rows = await listPage(ctx.db, ctx.site.id, where, page, limit + 1, from);
  return cutPage(ctx, call, state, rows, limit);
}

interface PageOptions {
  readonly limit: number;
  readonly columns?: Columns;
  readonly from?: Awaited<ReturnType<typeof selectOwnSubmissions>> | undefined;
}
