import type { Ctx } from '../kernel/ctx.ts';

/**
 * Runs `fn` in one transaction: its `ctx.db` is the transaction. Rolled back when `fn` throws. Within a transaction it
 * joins that one.
 */
export function transaction<C extends Ctx, R>(ctx: C, fn: (ctx: C) => Promise<R>): Promise<R> {
  if (ctx.db.isTransaction) return fn(ctx);
  return ctx.db.transaction().execute((db) => fn({ ...ctx, db }));
}
