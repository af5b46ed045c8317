import type { SiteCtx } from '../kernel/ctx.ts';
import { NIL_ID } from '../kernel/ids.ts';
import { deletePreviousValuesOfOwners, updateOwnerOfPreviousValues } from './bulk/changes/previous-values-store.ts';
import type { Collection } from './collections/collection.ts';
import { scanDeleted } from './collections/deleted-store.ts';
import { listCollections } from './collections/store.ts';
import { removeWithLinks } from './links/save-links.ts';
import { deletePreviousValuesOfItems } from './schema-changes/store.ts';
import { deleteItemsOfOwners, updateOwner } from './table/owner-store.ts';

const BATCH = 500;

/** The `_owner` of items without an owner. Clients expect a GUID; no caller has this one. */
const NO_OWNER = NIL_ID;

/**
 * In every collection, deletes the items of these owners, assigns them to another owner, or removes their owner. Each
 * batch is a separate statement, so that no lock is held for long. An interrupted run can be repeated.
 */
export async function forgetOwner(
  ctx: SiteCtx,
  owners: readonly string[],
  contentAction: { readonly act: 'DELETE' | 'ANONYMISE' } | { readonly act: 'REASSIGN'; readonly to: string },
): Promise<void> {
  const newOwner = contentAction.act === 'REASSIGN' ? contentAction.to : NO_OWNER;
  for await (const collection of eachCollection(ctx)) {
    const changePreviousValues = () =>
      contentAction.act === 'DELETE'
        ? deletePreviousValuesOfOwners(ctx.db, collection, owners)
        : updateOwnerOfPreviousValues(ctx.db, collection, owners, newOwner);
    // Previous values are changed before and after the items, because a bulk change or its undo may move items between
    // the item table and kept_values meanwhile.
    await changePreviousValues();
    let done: number;
    do {
      done =
        contentAction.act === 'DELETE'
          ? await deleteBatch(ctx, collection, owners)
          : await updateOwner(ctx.db, collection, owners, newOwner, BATCH);
    } while (done === BATCH);
    await changePreviousValues();
  }
}

/** Deletes a batch of items with their previous values and links. */
async function deleteBatch(ctx: SiteCtx, collection: Collection, owners: readonly string[]): Promise<number> {
  const deleted = await removeWithLinks(ctx, collection, async (ctx) => {
    const rows = await deleteItemsOfOwners(ctx.db, collection, owners, BATCH);
    const ids = rows.map(({ id }) => id);
    await deletePreviousValuesOfItems(ctx.db, collection, ids);
    return rows;
  });
  return deleted.length;
}

const PAGE = 100;

/** Yields all collections of the site, including deleted ones that can be restored, because their items still exist. */
export async function* eachCollection(ctx: SiteCtx): AsyncGenerator<Collection> {
  for (let offset = 0; ; offset += PAGE) {
    const page = { sort: 'id', descending: false, limit: PAGE, offset } as const;
    const collections = await listCollections(ctx.db, ctx.site, page);
    yield* collections;
    if (collections.length < PAGE) break;
  }
  for (let after = ''; ; ) {
    const collections = await scanDeleted(ctx.db, ctx.site, { after, limit: PAGE });
    yield* collections;
    if (collections.length < PAGE) return;
    after = collections.at(-1)?.tableName ?? '';
  }
}
