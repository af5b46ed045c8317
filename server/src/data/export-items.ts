import type { SiteCtx } from '../kernel/ctx.ts';
import { everyCollection } from './forget-owner.ts';
import { listItemsOfOwners } from './table/owner-store.ts';

/** The items of these owners, with the collection that each is in; `cut` where there are more than the bound allows. */
export async function exportItems(
  ctx: SiteCtx,
  owners: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
): Promise<{ entries: unknown[]; cut: boolean }> {
  const entries: unknown[] = [];
  let { rows, bytes } = most;
  for await (const collection of everyCollection(ctx)) {
    // One more than fits: that is how it is known that something was left out.
    const items = await listItemsOfOwners(ctx.db, collection, owners, { rows: rows + 1, bytes });
    for (const { data } of items) {
      if (rows <= 0 || bytes <= 0) return { entries, cut: true };
      entries.push({ dataCollectionId: collection.id, data: JSON.parse(data) });
      rows -= 1;
      bytes -= Buffer.byteLength(data);
    }
    if (items.length < (items[0]?.total ?? 0)) return { entries, cut: true };
  }
  return { entries, cut: false };
}
