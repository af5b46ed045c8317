import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { open, type Reach } from '../collections/reach.ts';
import { noteUnindexed } from '../indexes/unindexed.ts';
import { includeReferences } from '../links/include.ts';
import { valueAt } from '../query/evaluate.ts';
import { positionOf } from '../query/keyset.ts';
import { openPage, type PageRequest, type Position, pageMetadata } from '../query/page.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { type Plan, planQuery } from '../query/plan.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { project } from '../table/project.ts';
import type { ItemRow } from '../table/statement.ts';
import { pageAnswer } from '../table/wire.ts';
import { keepWords } from './build-words.ts';
import { countFound, listFound, type Wanted } from './store.ts';
import { wantedBy } from './terms.ts';

type Sent = Input<(typeof queriesEndpoints)['searchItems']>['body']['search'];

/** What a cursor carries: whatever a follow-up repeats, the pages are of one search. */
type Asked = Pick<Sent, 'filter' | 'sort' | 'search'>;

/**
 * A page of the items that hold words of a text, of those that the caller may read: the best first unless sorted
 * otherwise, and of equals that with the smaller id. Without an expression every item counts, by id.
 */
export async function searchItems(
  ctx: SiteCtx,
  { body }: Input<(typeof queriesEndpoints)['searchItems']>,
): Promise<Answer> {
  const reach = await open(ctx, body, 'read');
  const { filter, sort, search, fields = [], ...paging } = body.search;
  const page = openPage<Asked>(ctx, reach, 'search', withLimit(paging), 'search.');
  const asked = page.state ?? { filter, sort, search };
  const order = parseSort(asked.sort ?? [], 'search.sort');
  const tree = asked.filter ? parseFilter(asked.filter, 'search.filter') : matchAll;
  const plan = planQuery(tree, order.length > 0 ? order : BY_ID, reach, page);
  const wanted = await wantedIn(ctx, reach, asked);
  // Words have an index of their own: only without them is it the filter that finds the items.
  if (wanted === null) noteUnindexed(ctx, reach.collection, tree, order);
  const ranked = wanted !== null && order.length === 0;
  const found = wanted === 'nothing' ? [] : await listFound(ctx.db, reach, wanted, plan, ranked);
  const rows = found.slice(0, plan.limit);
  if (plan.backwards) rows.reverse();
  // A rank is computed for every match anyway: how far a page is costs no more than where it begins.
  const positions = {
    rows: found.length,
    first: () => (ranked ? null : positionOfRow(plan, rows[0] as ItemRow)),
    last: () => (ranked ? null : positionOfRow(plan, rows.at(-1) as ItemRow)),
  };
  const total = body.returnTotalCount ? await totalOf(ctx, reach, wanted, plan) : null;
  const metadata = pageMetadata(ctx, reach, 'search', page, asked, positions, total);
  const projected = rows.map((row) => project(row, fields));
  const shown = await includeReferences(ctx, reach, projected, body.includeReferences ?? []);
  return pageAnswer(reach.collection.id, shown, metadata);
}

const BY_ID = parseSort([{ fieldName: '_id' }]);

function withLimit({ paging, cursorPaging }: PageRequest): PageRequest {
  const isSaid = (paging?.limit ?? cursorPaging?.limit ?? cursorPaging?.cursor) !== undefined;
  return isSaid ? { paging, cursorPaging } : { paging: { ...paging, limit: dataLimits.searchPageSize }, cursorPaging };
}

/** null where nothing is asked for by words. */
async function wantedIn(ctx: SiteCtx, reach: Reach, { search }: Asked): Promise<Wanted | 'nothing' | null> {
  if (!search?.expression?.trim()) return null;
  await keepWords(ctx, reach.collection);
  return wantedBy(ctx, reach, search);
}

async function totalOf(ctx: SiteCtx, reach: Reach, wanted: Wanted | 'nothing' | null, { filter }: Plan) {
  const bound = dataLimits.totalCount;
  const count = wanted === 'nothing' ? 0 : await countFound(ctx.db, reach, wanted, filter, bound + 1);
  return { count, tooMany: count > bound };
}

function positionOfRow(plan: Plan, { data }: ItemRow): Position | null {
  const item = JSON.parse(data) as Json;
  return positionOf(plan, (path) => valueAt(item, path));
}
