import type { SiteCtx } from '../kernel/ctx.ts';
import { eachCollection } from './forget-owner.ts';
import { listItemsOfOwners } from './table/owner-store.ts';

/** Returns the items of these owners with their collections. `isCut` is true if items were left out because of `max`. */
export async function exportItems(
  ctx: SiteCtx,
  owners: readonly string[],
  max: { readonly rows: number; readonly bytes: number },
): Promise<{ entries: unknown[]; isCut: boolean }> {
  const entries: unknown[] = [];
  let { rows, bytes } = max;
  for await (const collection of eachCollection(ctx)) {
    // Reads one extra row to detect whether items are left out.
    const items = await listItemsOfOwners(ctx.db, collection, owners, { rows: rows + 1, bytes });
    for (const { data } of items) {
      if (rows <= 0 || bytes <= 0) return { entries, isCut: true };
      entries.push({ dataCollectionId: collection.id, data: JSON.parse(data) });
      rows -= 1;
      bytes -= Buffer.byteLength(data);
    }
    if (items.length < (items[0]?.total ?? 0)) return { entries, isCut: true };
  }
  return { entries, isCut: false };
}
