import type { indexesEndpoints } from '@portico/contract/data/indexes';
import type { Input, Output } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { loadCollection } from '../collections/cache.ts';
import type { StoredIndex } from '../collections/collection.ts';
import { requireManager } from '../collections/permissions.ts';
import { changeLayout, newIndexId } from './layout.ts';
import { assertIndexable, assertIndexQuota } from './rules.ts';
import { startBuild } from './start.ts';
import { ensureTrigram } from './trigram.ts';
import { indexToWire, systemIndexes } from './wire.ts';

type Endpoint = (typeof indexesEndpoints)['createIndex'];

/** Starts building an index, which is used once it is ACTIVE. Writes are not blocked meanwhile. */
export async function createIndex(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { dataCollectionId: id, index: input } = body;
  requireManager(ctx.caller, id, 'createIndex');
  const index: StoredIndex = {
    id: newIndexId(),
    name: input.name,
    fields: input.fields.map(({ path, order = 'ASC' }) => ({ path, order })),
    unique: input.unique ?? false,
    caseInsensitive: input.caseInsensitive ?? false,
    kind: input.kind ?? 'REGULAR',
    source: 'USER',
    status: 'BUILDING',
  };
  assertIndexable(index, (await loadCollection(ctx, id)).fields);
  const missing = index.kind === 'TEXT' ? await ensureTrigram(ctx.db) : null;
  if (missing)
    throw new AppError('WDE0113', {
      reason: `the extension pg_trgm cannot be installed in this PostgreSQL (${missing})`,
    });
  const changedCollection = await changeLayout(ctx, id, async (ctx, collection) => {
    const { indexes } = collection.layout;
    if ([...systemIndexes, ...indexes].some(({ name }) => name === index.name))
      throw new AppError('WDE0112', { indexName: index.name });
    assertIndexQuota(index, indexes);
    await startBuild(ctx, collection, index.id);
    await audit(ctx, { siteId: ctx.site.id, action: 'data.indexes.create', target: id, after: { ...index } });
    return { indexes: [...indexes, index] };
  });
  if (!changedCollection) throw new AppError('WDE0025', { collectionName: id });
  return { index: indexToWire(index, changedCollection.layout) };
}
