import type { SiteCtx } from '../kernel/ctx.ts';
import { NIL_ID } from '../kernel/ids.ts';
import type { Collection } from './collections/collection.ts';
import { listCollections } from './collections/store.ts';
import { deleteItemsOfOwners, updateOwner } from './items/owner-store.ts';
import { withLinks } from './links/save-links.ts';

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
  for await (const collection of everyCollection(ctx)) {
    let done: number;
    do {
      done =
        what.act === 'DELETE'
          ? (await withLinks(ctx, collection, (ctx) => deleteItemsOfOwners(ctx.db, collection, owners, BATCH))).length
          : await updateOwner(ctx.db, collection, owners, what.act === 'GIVE' ? what.to : NOBODY, BATCH);
    } while (done === BATCH);
  }
}

const PAGE = 100;

/** The collections of the site, a page at a time. */
export async function* everyCollection(ctx: SiteCtx): AsyncGenerator<Collection> {
  for (let offset = 0; ; offset += PAGE) {
    const page = { sort: 'id', descending: false, limit: PAGE, offset } as const;
    const collections = await listCollections(ctx.db, ctx.site, page);
    yield* collections;
    if (collections.length < PAGE) return;
  }
}
