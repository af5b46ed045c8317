import { dataLimits } from '@portico/domain';
import type { Db } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from './cache.ts';
import type { Collection } from './collection.ts';
import { canSeeDefinition, permissionDenied } from './permissions.ts';

interface ListQuery {
  readonly dataCollectionId: string;
  readonly paging?: { readonly limit?: number; readonly offset?: number };
}

/** The store functions that list the schema changes or the bulk changes of a collection. */
interface ChangeStore<Change> {
  list(db: Db, collection: Collection, page: { limit: number; offset: number }): Promise<Change[]>;
  count(db: Db, collection: Collection): Promise<number>;
}

/**
 * Returns a page of the changes of a collection, latest first.
 * @throws AppError WDE0027 if the caller may not see the collection's definition
 */
export async function listChangesOf<Change>(
  ctx: SiteCtx,
  { dataCollectionId, paging }: ListQuery,
  store: ChangeStore<Change>,
) {
  if (!canSeeDefinition(ctx.caller)) throw permissionDenied(dataCollectionId, 'read');
  const collection = await loadCollection(ctx, dataCollectionId);
  const { limit = dataLimits.defaultPageSize, offset = 0 } = paging ?? {};
  const changes = await store.list(ctx.db, collection, { limit, offset });
  const total = await store.count(ctx.db, collection);
  const [count, tooManyToCount] = [changes.length, false];
  return { changes, pagingMetadata: { count, offset, total, tooManyToCount, hasNext: offset + count < total } };
}
