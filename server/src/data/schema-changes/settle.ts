import type { Db } from '../../db/index.ts';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { bind, type Params } from '../query/params.ts';
import { reshapedBy } from '../table/reshaped-sql.ts';
import { assign, run } from '../table/statement.ts';

/** What a schema change came to in some rows: numbers of changes, once for each value that did not convert. */
export interface Settled {
  readonly stayed: readonly number[];
}

/**
 * Brings these rows through the pending schema changes, and keeps what those take from them. Who writes an item does it
 * first, in the same transaction, so that what the item held is there for an undo. Costs nothing without a change.
 */
export async function settle(db: Db, collection: Collection, ids: readonly string[]): Promise<Settled> {
  if (collection.pending.length === 0 || ids.length === 0) return { stayed: [] };
  const params: Params = [ids, collection.tableName];
  const sets = assign(collection, "due.next -> 'data'", params);
  const shape = bind(params, collection.shape, 'int');
  // Held in the order of ids, as every writer does, and looked at as they are once held.
  const text = `
    with held as materialized (
      select id, shape, data from ${collection.table} where id = any($1::text[]) and shape < ${shape} order by id for update),
    due as materialized (select held.id, ${reshapedBy(collection, 'held')} as next from held),
    noted as (
      insert into ${collection.schema}.kept_values (table_name, number, item_id, value)
      select $2::text, note.key::int, due.id, note.value from due, jsonb_each(due.next -> 'kept') as note
      on conflict (table_name, number, item_id) do update set value = excluded.value),
    written as (update ${collection.table} as stored set ${sets} from due where stored.id = due.id)
    select stayed.number::int as number from due, jsonb_array_elements_text(due.next -> 'stayed') as stayed(number)`;
  const rows = await run<{ number: number }>(db, collection, text, params);
  return { stayed: rows.map(({ number }) => number) };
}

/**
 * Runs a write on these items once they are in the shape of their collection: in one transaction with it where a schema
 * change is under way, else as it is.
 */
export function settled<C extends SiteCtx, R>(
  ctx: C,
  collection: Collection,
  ids: readonly string[],
  write: (ctx: C) => Promise<R>,
): Promise<R> {
  if (collection.pending.length === 0) return write(ctx);
  return transaction(ctx, async (ctx) => {
    await settle(ctx.db, collection, ids);
    return write(ctx);
  });
}
