import { sql } from 'kysely';
import type { Db } from './handle.ts';

/**
 * Runs `fn` in one transaction and passes it a context whose `db` is the transaction. Rolls back if `fn` throws. A
 * nested call joins the outer transaction.
 */
export function transaction<C extends { readonly db: Db }, R>(ctx: C, fn: (ctx: C) => Promise<R>): Promise<R> {
  if (ctx.db.isTransaction) return fn(ctx);
  return ctx.db.transaction().execute((db) => fn({ ...ctx, db }));
}

/**
 * An SQL expression that is true and makes the commit of its transaction asynchronous, which means that the commit does
 * not wait until the WAL is on disk. Other sessions see the rows immediately. If PostgreSQL crashes within half a
 * second, the whole transaction is lost. Use it only for data that may be lost, or that a later synchronous transaction
 * makes durable before the client gets a response.
 */
export const asynchronousCommit = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`;
