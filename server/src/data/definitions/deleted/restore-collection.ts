import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import { notifyChange } from '../../../db/changes.ts';
import { violatesConstraint } from '../../../db/errors.ts';
import { transaction } from '../../../db/index.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { audit } from '../../../sites/index.ts';
import { changeKey, evictCollection } from '../../collections/cache.ts';
import { lockDeleted, restoreRow } from '../../collections/deleted-store.ts';
import { requireManager } from '../../collections/permissions.ts';
import { findCollection } from '../../collections/store.ts';
import { resumeJobs } from '../../jobs/store.ts';
import { connectReferences } from '../../links/connect-references.ts';
import { isStorable } from '../../query/text.ts';
import { collectionToWire } from '../wire.ts';

type Endpoint = (typeof collectionsEndpoints)['restoreCollection'];

/**
 * Restores the most recently deleted collection with this id: definition, items, links, indexes and the unfinished jobs
 * that resumeJobs selects.
 * @throws AppError WDE0104 if the id is in use, WDE0025 if no collection with this id was deleted in the last 30 days
 */
export async function restoreCollection(ctx: SiteCtx, { query, body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const id = query.dataCollectionId ?? body?.dataCollectionId ?? '';
  requireManager(ctx.caller, id, 'restore');
  try {
    const collection = await transaction(ctx, async (ctx) => {
      if (isStorable(id) && (await findCollection(ctx.db, ctx.site, id)))
        throw new AppError('WDE0104', { collectionName: id });
      const deleted = isStorable(id) ? await lockDeleted(ctx.db, ctx.site, id, ctx.now) : undefined;
      if (!deleted) throw new AppError('WDE0025', { collectionName: id });
      await restoreRow(ctx.db, deleted);
      const restored = await connectReferences(ctx, null, deleted);
      await resumeJobs(ctx.db, deleted, ctx.now);
      await audit(ctx, { siteId: ctx.site.id, action: 'data.collections.restore', target: id });
      await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, id));
      return restored;
    });
    evictCollection(changeKey(ctx.site.id, id));
    return { dataCollection: collectionToWire(collection) };
  } catch (error) {
    if (violatesConstraint(error, 'collections_pkey')) throw new AppError('WDE0104', { collectionName: id }, error);
    throw error;
  }
}
