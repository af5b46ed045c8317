/** Blocks the jobs of an installation at one item, so that a test can observe a running job. */
import { withDatabase } from '../../server/src/testing/installation-database.ts';
import type { Product } from './product.ts';

/** Locks the row of an item while `work` runs, so that a job that writes the item waits until `work` ends. */
export const withLockedItem = (
  { installation }: Product,
  { collectionId, itemId }: { readonly collectionId: string; readonly itemId: string },
  work: () => Promise<void>,
): Promise<void> =>
  withDatabase(installation, async (client) => {
    const { rows } = await client.query(
      `select format('%I.%I', schema_name, table_name) as "table"
       from portico.collections join portico.sites on sites.id = site_id where collections.id = $1`,
      [collectionId],
    );
    await client.query('begin');
    const locked = await client.query(`select from ${rows[0].table} where id = $1 for update`, [itemId]);
    if (locked.rowCount !== 1) throw new Error(`The collection ${collectionId} has no item ${itemId}.`);
    await work();
    await client.query('rollback');
  });
