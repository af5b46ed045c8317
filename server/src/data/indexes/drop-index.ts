import type { indexesEndpoints } from '@portico/contract/data/indexes';
import type { Input, Output } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { loadCollection } from '../collections/cache.ts';
import { requireManager } from '../collections/permissions.ts';
import { changeLayout, withIndex } from './layout.ts';
import { startDrop } from './start.ts';
import { systemIndexes } from './wire.ts';

type Endpoint = (typeof indexesEndpoints)['dropIndex'];

/** Starts dropping an index. Does nothing if it is already being dropped. */
export async function dropIndex(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { dataCollectionId: id, indexName } = query;
  requireManager(ctx.caller, id, 'dropIndex');
  await loadCollection(ctx, id);
  const changedCollection = await changeLayout(ctx, id, async (ctx, collection) => {
    const { layout } = collection;
    const index = [...systemIndexes, ...layout.indexes].find(({ name }) => name === indexName);
    if (!index) throw new AppError('WDE0160', { collectionName: id, indexName });
    if (index.source === 'SYSTEM') throw new AppError('WDE0164', { indexName });
    if (index.status === 'DROPPING') return null;
    await startDrop(ctx, collection, index.id);
    await audit(ctx, { siteId: ctx.site.id, action: 'data.indexes.drop', target: id, before: { ...index } });
    return { indexes: withIndex(layout, index.id, { status: 'DROPPING' }) };
  });
  if (!changedCollection) throw new AppError('WDE0025', { collectionName: id });
  return {};
}
