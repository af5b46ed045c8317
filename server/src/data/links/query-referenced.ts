import type { referencesEndpoints } from '@portico/contract/data/references';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits, type SortOrder } from '@portico/domain';
import { type Answer, jsonText } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, type Reach } from '../collections/reach.ts';
import { openCursor, sealCursor } from '../query/cursor.ts';
import { project } from '../table/project.ts';
import { itemText } from '../table/wire.ts';
import { assertItemId } from '../values/prepare.ts';
import { type Asked, countReferences, type FoundReference, listReferences, type Position } from './page-store.ts';
import { readReach, referenceOf } from './reference.ts';
import { listIdsWithin } from './store.ts';

type Body = Input<(typeof referencesEndpoints)['queryReferenced']>['body'];

/** What is asked for; a cursor carries it, because a follow-up call sends nothing else. */
interface Question {
  readonly ids: readonly string[];
  /** one item was asked about, not a list */
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
 * The items that one or more items refer to, in the order of linking; from a mirror, those that refer to them. What the
 * caller may not read of the other collection is told as unresolved, and nothing else about it.
 */
export async function queryReferenced(
  ctx: SiteCtx,
  { body }: Input<(typeof referencesEndpoints)['queryReferenced']>,
): Promise<Answer> {
  const reach = await openCollection(ctx, body, 'read');
  const question = questionOf(ctx, reach, body);
  const { links, other } = await referenceOf(ctx, reach, question.field);
  const readable = await listIdsWithin(ctx.db, reach, question.ids);
  if (question.single && readable.size === 0) {
    throw new AppError('WDE0073', { itemId: question.ids[0], collectionName: reach.collection.id });
  }
  // In their places, so that positions in a cursor hold whatever becomes readable meanwhile.
  const ids = question.ids.map((id) => (readable.has(id) ? id : null));
  const asked: Asked = { reach, key: question.field, links, other, ids };
  const target = readReach(ctx, other);
  const found = await listReferences(ctx.db, asked, target, {
    ...question,
    descending: question.order === 'DESC',
    limit: question.limit + 1,
  });
  const bound = dataLimits.totalCount;
  const total = question.total ? await countReferences(ctx.db, asked, bound + 1) : null;
  const isMore = found.length > question.limit;
  const page = found.slice(0, question.limit);
  if (question.backwards) page.reverse();
  // Where the caller reads less than the whole collection, an item that is gone looks like one they may not read.
  const unauthorized = other !== null && target?.owner !== null;
  const results = page.map((one) => resultText(one, question, other?.id ?? '', unauthorized));
  const metadata = {
    count: page.length,
    ...(question.after ? {} : { offset: question.offset }),
    ...(total !== null && total <= bound ? { total } : {}),
    tooManyToCount: total !== null && total > bound,
    ...pagesAround(ctx, reach, question, page, isMore),
  };
  return jsonText(`{"results":[${results.join(',')}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

function questionOf(ctx: SiteCtx, reach: Reach, body: Body): Question {
  const { paging, cursorPaging, referringItemId, referringItemIds, referringItemFieldName: field } = body;
  if (cursorPaging?.cursor !== undefined) {
    const kept = openCursor<Question>(ctx, reach, 'referenced', cursorPaging.cursor, 'cursorPaging.cursor');
    return { ...kept, limit: cursorPaging.limit ?? kept.limit };
  }
  if (cursorPaging && paging?.offset) {
    throw new AppError('WDE0151', {
      reason: 'a page is named by an offset or a cursor, not both',
      field: 'paging.offset',
    });
  }
  if (field === undefined) throw missing('referringItemFieldName');
  const single = referringItemId !== undefined;
  const ids = single ? [referringItemId] : (referringItemIds ?? []);
  if (ids.length === 0) throw missing(referringItemIds ? 'referringItemIds' : 'referringItemId');
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

/** Whether there is a next page, and the cursors of both: never an empty text, which the client would send back. */
function pagesAround(
  ctx: SiteCtx,
  reach: Reach,
  question: Question,
  page: readonly FoundReference[],
  isMore: boolean,
): { hasNext: boolean; cursors?: { next?: string; prev?: string } } {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return { hasNext: false };
  const seal = ({ place, number, far }: FoundReference, backwards: boolean): string =>
    sealCursor(ctx, reach, 'referenced', { ...question, offset: 0, after: [place, number, far], backwards });
  const hasNext = question.backwards || isMore;
  const hasPrev = question.backwards ? isMore : question.after !== null || question.offset > 0;
  return {
    hasNext,
    cursors: { ...(hasNext ? { next: seal(last, false) } : {}), ...(hasPrev ? { prev: seal(first, true) } : {}) },
  };
}

function resultText(
  { near, far, data }: FoundReference,
  { single, fields }: Question,
  collectionId: string,
  unauthorized: boolean,
): string {
  const referring = single ? '' : `,"referringItemId":${JSON.stringify(near)}`;
  if (data !== null) return `{"dataItem":${itemText(collectionId, project({ id: far, data }, fields))}${referring}}`;
  const unresolved = { referringItemId: near, referencedItemId: far, ...(unauthorized ? { unauthorized } : {}) };
  return `{"unresolvedReference":${JSON.stringify(unresolved)}${referring}}`;
}

const missing = (field: string): AppError => new AppError('WDE0080', { reason: `${field} is missing`, field });
