import type { queriesEndpoints } from '@portico/contract/data/queries';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { parseFilter } from '../query/parse.ts';
import { planFilter } from '../query/plan.ts';
import { matchAll } from '../query/tree.ts';
import { open } from './open.ts';
import * as store from './store.ts';

type Endpoint = (typeof queriesEndpoints)['countItems'];

/** How many items match, of those that the caller may read. */
export async function countItems(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { collection, owner } = await open(ctx, body, 'read');
  const filter = body.filter ? parseFilter(body.filter) : matchAll;
  return { totalCount: await store.countItems(ctx.db, collection, planFilter(filter, owner)) };
}
