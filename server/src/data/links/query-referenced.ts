import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits, type SortOrder } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type HttpResponse, jsonTextResponse } from '../../kernel/http-response.ts';
import { itemReads } from '../collections/item-reads.ts';
import { openCollection, type Reach } from '../collections/reach.ts';
import { openCursor, sealCursor } from '../query/cursor.ts';
import { project } from '../table/project.ts';
import { itemText } from '../table/wire.ts';
import { assertItemId } from '../values/prepare.ts';
import {
  countReferences,
  type FoundReference,
  listReferences,
  type Position,
  type ReferenceQuery,
} from './page-store.ts';
import { readReach, referenceOf } from './reference.ts';
import { listIdsInReach } from './store.ts';

type Body = Input<(typeof referencesEndpoints)['queryReferenced']>['body'];

/** A parsed request. The cursor contains it, because a follow-up request has no other parameters. */
interface ReferencedQuery {
  readonly ids: readonly string[];
  /** True if the request names one referring item instead of a list. */
  readonly single: boolean;
  readonly field: string;
  readonly order: SortOrder;
  readonly fields: readonly string[];
  readonly total: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly after: Position | null;
  readonly backwards: boolean;
}

/**
 * Returns the items that one or more items reference, in the order of linking. For a mirror field, returns the items
 * that reference them. Items that the caller may not read are returned as unresolved, with their id only.
 */
export async function queryReferenced(
  ctx: SiteCtx,
  { body }: Input<(typeof referencesEndpoints)['queryReferenced']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'read');
  const request = parseQuery(ctx, reach, body);
  const { links, other } = await referenceOf(ctx, reach, request.field);
  const { db } = itemReads(ctx, reach.collection, ...(other ? [other] : []));
  const readable = await listIdsInReach(db, reach, request.ids);
  if (request.single && readable.size === 0) {
    throw new AppError('WDE0073', { itemId: request.ids[0], collectionName: reach.collection.id });
  }
  // Unreadable items keep their position in the list, so that cursors remain valid when permissions change.
  const ids = request.ids.map((id) => (readable.has(id) ? id : null));
  const query: ReferenceQuery = { reach, key: request.field, links, other, ids };
  const target = readReach(ctx, other);
  const foundReferences = await listReferences(db, query, target, {
    ...request,
    descending: request.order === 'DESC',
    limit: request.limit + 1,
  });
  const bound = dataLimits.totalCount;
  const total = request.total ? await countReferences(db, query, bound + 1) : null;
  const hasMore = foundReferences.length > request.limit;
  const page = foundReferences.slice(0, request.limit);
  if (request.backwards) page.reverse();
  // If the caller may read only some items, a deleted item must look like one that they may not read.
  const unauthorized = other !== null && target?.owner !== null;
  const results = page.map((reference) => resultText(reference, request, other?.id ?? '', unauthorized));
  const metadata = {
    count: page.length,
    ...(request.after ? {} : { offset: request.offset }),
    ...(total !== null && total <= bound ? { total } : {}),
    tooManyToCount: total !== null && total > bound,
    ...pagesAround(ctx, reach, request, page, hasMore),
  };
  return jsonTextResponse(`{"results":[${results.join(',')}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

function parseQuery(ctx: SiteCtx, reach: Reach, body: Body): ReferencedQuery {
  const { paging, cursorPaging, referringItemId, referringItemIds, referringItemFieldName: field } = body;
  if (cursorPaging?.cursor !== undefined) {
    const first = openCursor<ReferencedQuery>(ctx, reach, 'referenced', cursorPaging.cursor, 'cursorPaging.cursor');
    return { ...first, limit: cursorPaging.limit ?? first.limit };
  }
  if (cursorPaging && paging?.offset) {
    throw new AppError('WDE0151', {
      reason: 'use either an offset or a cursor, not both',
      field: 'paging.offset',
    });
  }
  if (field === undefined) throw missingField('referringItemFieldName');
  const single = referringItemId !== undefined;
  const ids = single ? [referringItemId] : (referringItemIds ?? []);
  if (ids.length === 0) throw missingField(referringItemIds ? 'referringItemIds' : 'referringItemId');
  for (const [i, id] of ids.entries()) assertItemId(id, single ? 'referringItemId' : `referringItemIds[${i}]`);
  return {
    ids: [...new Set(ids)],
    single,
    field,
    order: body.order ?? 'ASC',
    fields: body.fields ?? [],
    total: body.returnTotalCount ?? false,
    limit: paging?.limit ?? cursorPaging?.limit ?? dataLimits.defaultPageSize,
    offset: paging?.offset ?? 0,
    after: null,
    backwards: false,
  };
}

/**
 * Returns the cursors of the neighboring pages that exist. The cursor of a missing page is omitted instead of empty,
 * because the client would send an empty cursor.
 */
function pagesAround(
  ctx: SiteCtx,
  reach: Reach,
  request: ReferencedQuery,
  page: readonly FoundReference[],
  hasMore: boolean,
): { hasNext: boolean; cursors?: { next?: string; prev?: string } } {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return { hasNext: false };
  const seal = ({ ordinal, linkTime, referencedId }: FoundReference, backwards: boolean): string =>
    sealCursor(ctx, reach, 'referenced', {
      ...request,
      offset: 0,
      after: [ordinal, linkTime, referencedId],
      backwards,
    });
  const hasNext = request.backwards || hasMore;
  const hasPrev = request.backwards ? hasMore : request.after !== null || request.offset > 0;
  return {
    hasNext,
    cursors: { ...(hasNext ? { next: seal(last, false) } : {}), ...(hasPrev ? { prev: seal(first, true) } : {}) },
  };
}

function resultText(
  { referringId, referencedId, data }: FoundReference,
  { single, fields }: ReferencedQuery,
  collectionId: string,
  unauthorized: boolean,
): string {
  const referring = single ? '' : `,"referringItemId":${JSON.stringify(referringId)}`;
  if (data !== null)
    return `{"dataItem":${itemText(collectionId, project({ id: referencedId, data }, fields))}${referring}}`;
  const unresolved = {
    referringItemId: referringId,
    referencedItemId: referencedId,
    ...(unauthorized ? { unauthorized } : {}),
  };
  return `{"unresolvedReference":${JSON.stringify(unresolved)}${referring}}`;
}

const missingField = (field: string): AppError => new AppError('WDE0080', { reason: `${field} is missing`, field });
