import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { type Answer, jsonText } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { open, type Reach } from '../items/open.ts';
import { project } from '../items/project.ts';
import type { ItemRow } from '../items/run.ts';
import { itemText } from '../items/wire.ts';
import { openCursor, sealCursor } from '../query/cursor.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { planFilter, planQuery } from '../query/plan.ts';
import { matchAll } from '../query/tree.ts';
import { keepWords } from './build-words.ts';
import { countFound, listFound, type Page, type Wanted } from './store.ts';
import { wantedBy } from './terms.ts';

type Body = Input<(typeof queriesEndpoints)['searchItems']>['body'];
type Sent = Body['search'];

/**
 * A page of the items that hold words of a text, of those that the caller may read: the best first unless sorted
 * otherwise, and of equals that with the smaller id. Without an expression every item counts.
 */
export async function searchItems(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['searchItems']>,
): Promise<Answer> {
  const reach = await open(ctx, body, 'read');
  const asked = askedOf(ctx, reach, body.search);
  const page = pageOf(reach, asked);
  const wanted = await wantedIn(ctx, reach, asked);
  if (wanted === 'nothing') return foundAnswer(ctx, reach, asked, page, [], body.returnTotalCount ? 0 : null);
  const rows = await listFound(ctx.db, reach, wanted, page);
  const shown = rows.slice(0, page.limit).map((row) => project(row, asked.fields));
  const bound = dataLimits.totalCount;
  const total = body.returnTotalCount ? await countFound(ctx.db, reach, wanted, page.filter, bound + 1) : null;
  return foundAnswer(ctx, reach, asked, page, [...shown, ...rows.slice(page.limit)], total);
}

/** What a cursor holds: where its page begins, how long it may be, and what was asked for. */
interface Position extends Pick<Sent, 'filter' | 'sort' | 'search'> {
  readonly offset: number;
  readonly most?: number;
}

interface Asked extends Position {
  readonly limit: number;
  readonly fields: readonly string[];
}

/**
 * What is asked for: as sent, or as the cursor has it. A rank is computed for every match anyway, so a position in the
 * order costs no more than a key in it.
 */
function askedOf(ctx: SiteCtx, reach: Reach, sent: Sent): Asked {
  const { paging, cursorPaging, filter, sort, search, fields = [] } = sent;
  if (cursorPaging && paging?.offset) {
    throw new AppError('WDE0151', { reason: 'a search takes an offset or a cursor, not both' });
  }
  const limit = paging?.limit ?? cursorPaging?.limit ?? dataLimits.searchPageSize;
  if (cursorPaging?.cursor === undefined) {
    return { filter, sort, search, offset: paging?.offset ?? 0, limit, fields };
  }
  const position = openCursor<Position>(ctx, reach, 'search', cursorPaging.cursor);
  return { ...position, limit: Math.min(limit, position.most ?? limit), fields };
}

function pageOf(reach: Reach, { filter, sort, search, limit, offset }: Asked): Page {
  const order = parseSort(sort ?? [], 'search.sort');
  const tree = filter ? parseFilter(filter, 'search.filter') : matchAll;
  // Nothing to rank by: in the order of ids, as for equals.
  const byId = parseSort([{ fieldName: '_id' }]);
  const plan = planQuery(tree, order.length > 0 ? order : byId, reach, {});
  const ranked = order.length === 0 && isExpression(search);
  return { filter: planFilter(tree, reach), sort: ranked ? null : plan.sort, limit, offset };
}

async function wantedIn(ctx: SiteCtx, reach: Reach, { search }: Asked): Promise<Wanted | 'nothing' | null> {
  if (!search || !isExpression(search)) return null;
  await keepWords(ctx, reach.collection);
  return wantedBy(ctx, reach, search);
}

const isExpression = (search: Sent['search']): boolean => (search?.expression ?? '').trim() !== '';

/** `rows` may hold one more than the page: then there is a next one. */
function foundAnswer(
  ctx: SiteCtx,
  reach: Reach,
  asked: Asked,
  { limit, offset }: Page,
  rows: readonly ItemRow[],
  total: number | null,
): Answer {
  const { filter, sort, search } = asked;
  const seal = (position: Pick<Position, 'offset' | 'most'>): string =>
    sealCursor(ctx, reach, 'search', { filter, sort, search, ...position } satisfies Position);
  const page = rows.slice(0, limit);
  const hasNext = rows.length > limit;
  const tooManyToCount = total !== null && total > dataLimits.totalCount;
  const metadata = {
    count: page.length,
    offset,
    ...(total !== null && !tooManyToCount ? { total } : {}),
    tooManyToCount,
    hasNext,
    // Never an empty text, which the client would send back as a cursor.
    cursors: {
      ...(hasNext ? { next: seal({ offset: offset + limit }) } : {}),
      ...(offset > 0 ? { prev: seal({ offset: Math.max(0, offset - limit), most: offset }) } : {}),
    },
  };
  const items = page.map((row) => itemText(reach.collection.id, row)).join(',');
  return jsonText(`{"dataItems":[${items}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}
