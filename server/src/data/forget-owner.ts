import type { SiteCtx } from '../kernel/ctx.ts';
import { NIL_ID } from '../kernel/ids.ts';
import { deleteKeptOfOwners, updateKeptOwner } from './bulk/changes/kept-store.ts';
import type { Collection } from './collections/collection.ts';
import { scanDeleted } from './collections/deleted-store.ts';
import { listCollections } from './collections/store.ts';
import { withLinks } from './links/save-links.ts';
import { deleteKeptValues } from './schema-changes/store.ts';
import { deleteItemsOfOwners, updateOwner } from './table/owner-store.ts';

const BATCH = 500;

/** The `_owner` of what nobody owns any more: a GUID, as clients expect, that no caller ever has. */
const NOBODY = NIL_ID;

/**
 * Removes every item of these owners, or gives them to another, or to nobody, in every collection. In batches, each a
 * statement of its own, so that no lock is held for long; a second run finds nothing left to do.
 */
export async function forgetOwner(
  ctx: SiteCtx,
  owners: readonly string[],
  what: { readonly act: 'DELETE' | 'ANONYMISE' } | { readonly act: 'GIVE'; readonly to: string },
): Promise<void> {
  const heir = what.act === 'GIVE' ? what.to : NOBODY;
  for await (const collection of everyCollection(ctx)) {
    const forgetKept = () =>
      what.act === 'DELETE'
        ? deleteKeptOfOwners(ctx.db, collection, owners)
        : updateKeptOwner(ctx.db, collection, owners, heir);
    // Before and after: a bulk change or its undo may be moving items of the owner between the two tables.
    await forgetKept();
    let done: number;
    do {
      done =
        what.act === 'DELETE'
          ? await deleteBatch(ctx, collection, owners)
          : await updateOwner(ctx.db, collection, owners, heir, BATCH);
    } while (done === BATCH);
    await forgetKept();
  }
}

/** With what schema changes took from the items, and their links. */
async function deleteBatch(ctx: SiteCtx, collection: Collection, owners: readonly string[]): Promise<number> {
  const deleted = await withLinks(ctx, collection, async (ctx) => {
    const rows = await deleteItemsOfOwners(ctx.db, collection, owners, BATCH);
    const ids = rows.map(({ id }) => id);
    await deleteKeptValues(ctx.db, collection, ids);
    return rows;
  });
  return deleted.length;
}

const PAGE = 100;

/** The collections of the site, a page at a time; deleted ones too while they can be restored: their items are there. */
export async function* everyCollection(ctx: SiteCtx): AsyncGenerator<Collection> {
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
