import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { listChangesOf } from '../../collections/list-changes.ts';
import * as store from './store.ts';
import { bulkChangeToWire } from './wire.ts';

type Endpoint = (typeof bulkChangesEndpoints)['listBulkChanges'];

/** Lists the bulk changes of a collection, latest first. Requires permission to see the definition. */
export async function listBulkChanges(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { changes, pagingMetadata } = await listChangesOf(ctx, query, {
    list: store.listBulkChanges,
    count: store.countBulkChanges,
  });
  return { bulkChanges: changes.map((change) => bulkChangeToWire(change, ctx.now)), pagingMetadata };
}
