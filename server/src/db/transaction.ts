import { sql } from 'kysely';
import type { Db } from './handle.ts';

/**
 * Runs `fn` in one transaction: its `ctx.db` is the transaction. Rolled back when `fn` throws. Within a transaction it
 * joins that one.
 */
export function transaction<C extends { readonly db: Db }, R>(ctx: C, fn: (ctx: C) => Promise<R>): Promise<R> {
  if (ctx.db.isTransaction) return fn(ctx);
  return ctx.db.transaction().execute((db) => fn({ ...ctx, db }));
}

/**
 * In a statement: the end of its transaction, which may be the statement itself, does not wait until the disk has it. Others
 * see what it wrote at once; a crash of PostgreSQL within half a second loses it, whole. Only for what may be lost, and
 * for what a later transaction that waits makes durable before anybody is answered.
 */
export const withoutWaiting = sql<string>`set_config('synchronous_commit', 'off', true)`;
