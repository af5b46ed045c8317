import { notifyChange } from '../../db/changes.ts';
import type { Db } from '../../db/index.ts';
import { deleteRows, dropItems } from './purge-store.ts';
import { listOverdue } from './store.ts';

/** Removes the data that a slice stores for a site outside of the database. */
export type SiteRemoval = (db: Db, siteId: string) => Promise<void>;

/**
 * Removes sites that were deleted 30 days ago. The site's own row is deleted last: if the process dies before, the next
 * sweep continues.
 * @param removals functions of other slices that remove a site's data; they run first, because they need the site's
 *   rows
 */
export const sweepDeletedSites =
  (removals: readonly SiteRemoval[]) =>
  async (db: Db, now: Date): Promise<void> => {
    for (const { id, schema_name } of await listOverdue(db, now)) {
      for (const remove of removals) await remove(db, id);
      await dropItems(db, schema_name);
      await deleteRows(db, id);
      await notifyChange(db, 'site', id);
    }
  };
