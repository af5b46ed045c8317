import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { itemReads } from '../collections/item-reads.ts';
import { openCollection } from '../collections/reach.ts';
import { logMissingIndex } from '../indexes/unindexed.ts';
import { parseFilter } from '../query/parse.ts';
import { planFilter } from '../query/plan.ts';
import { matchAll } from '../query/tree.ts';
import { countItems as count } from '../table/read-store.ts';

type Endpoint = (typeof queriesEndpoints)['countItems'];

/** Counts the matching items that the caller may read. */
export async function countItems(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const reach = await openCollection(ctx, body, 'read');
  const filter = body.filter ? parseFilter(body.filter) : matchAll;
  logMissingIndex(ctx, reach.collection, filter, []);
  const { db } = itemReads(ctx, reach.collection);
  return { totalCount: await count(db, reach, planFilter(filter, reach)) };
}
