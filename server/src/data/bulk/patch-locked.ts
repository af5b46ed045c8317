import { withSavepoint } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { type Patch, patchRows } from '../items/patch-rows.ts';
import type { StoredItem } from '../table/statement.ts';
import type { Modification } from '../values/patch.ts';
import { writeInHalves } from './bulk-rows.ts';

/**
 * Applies one patch to rows that the transaction has locked. An item is left unchanged if the patch cannot be applied,
 * would make it invalid or violates a unique index.
 * @returns ids of the patched items
 */
export async function patchLocked(
  ctx: SiteCtx,
  reach: Reach,
  rows: readonly StoredItem[],
  modifications: readonly Modification[],
): Promise<ReadonlySet<string>> {
  const patches = rows.map((row): Patch & { row: StoredItem } => ({
    id: row.id,
    modifications,
    at: 'dataItem.data',
    row,
  }));
  const outcomes = await writeInHalves(ctx, patches, (part) =>
    withSavepoint(ctx.db, () =>
      patchRows(
        ctx,
        reach,
        part,
        part.map(({ row }) => row),
        { returnItems: false },
      ),
    ),
  );
  return new Set(outcomes.flatMap(({ id, error }) => (id === undefined || error ? [] : [id])));
}
