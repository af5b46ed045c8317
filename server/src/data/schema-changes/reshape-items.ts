import type { Db } from '../../db/index.ts';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { bind, type Params } from '../query/params.ts';
import { reshapedItemSql } from '../table/reshaped-sql.ts';
import { assignItemSql, run } from '../table/statement.ts';

/** What reshapeItems returns: for each value that could not be converted, the number of the schema change. */
export interface ReshapeResult {
  readonly unconverted: readonly number[];
}

/**
 * Applies the pending schema changes to these rows and saves the previous values, so that an undo can restore them.
 * Calls that update, patch, save or remove items call this function first in their transaction. Without pending changes
 * it runs no statement.
 */
export async function reshapeItems(db: Db, collection: Collection, ids: readonly string[]): Promise<ReshapeResult> {
  if (collection.pending.length === 0 || ids.length === 0) return { unconverted: [] };
  const params: Params = [ids, collection.tableName];
  const assignments = assignItemSql(collection, "due.next -> 'data'", params);
  const shape = bind(params, collection.shape, 'int');
  // Rows are locked in the order of ids, as in every write, to avoid deadlocks. They are read after they have been
  // locked.
  const text = `
    with locked as materialized (
      select id, shape, data from ${collection.table} where id = any($1::text[]) and shape < ${shape} order by id for update),
    due as materialized (select locked.id, ${reshapedItemSql(collection, 'locked', params)} as next from locked),
    saved as (
      insert into ${collection.schema}.kept_values (table_name, number, item_id, value)
      select $2::text, previous.key::int, due.id, previous.value from due, jsonb_each(due.next -> 'kept') as previous
      on conflict (table_name, number, item_id) do update set value = excluded.value),
    written as (update ${collection.table} as stored set ${assignments} from due where stored.id = due.id)
    select unconverted.number::int as number
    from due, jsonb_array_elements_text(due.next -> 'stayed') as unconverted(number)`;
  const rows = await run<{ number: number }>(db, collection, text, params);
  return { unconverted: rows.map(({ number }) => number) };
}

/** Runs a write on items after `reshapeItems`, in one transaction. Without pending changes it only runs the write. */
export function withReshapedItems<C extends SiteCtx, R>(
  ctx: C,
  collection: Collection,
  ids: readonly string[],
  write: (ctx: C) => Promise<R>,
): Promise<R> {
  if (collection.pending.length === 0) return write(ctx);
  return transaction(ctx, async (ctx) => {
    await reshapeItems(ctx.db, collection, ids);
    return write(ctx);
  });
}
