/** Retries work after the layout of an item table has turned out to differ from the cached collection. */
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import { markMixed } from '../indexes/layout.ts';
import { LayoutMismatch } from './statement.ts';

/**
 * Maximum number of attempts. An item may have values of another kind for several columns, and each attempt finds only
 * one of them.
 */
const MAX_ATTEMPTS = 24;

/**
 * Runs the work again if another process has changed the table meanwhile, or if a value is the first of another kind in
 * its field. Nothing is written twice, because a failed statement has written nothing.
 * @throws LayoutMismatch if the mismatch persists. Within a transaction, it is thrown without a retry: the transaction
 * must be repeated as a whole.
 */
export async function retryOnLayoutMismatch<R>(ctx: SiteCtx, work: () => Promise<R>): Promise<R> {
  let mismatches = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LayoutMismatch) || ctx.db.isTransaction) throw error;
      await repairLayout(ctx, error);
      if (!error.constraint?.endsWith('_pure')) mismatches += 1;
      if (mismatches > 1 || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Removes the cause of the mismatch. Call it outside of any transaction. */
export async function repairLayout(ctx: SiteCtx, { collectionId, constraint }: LayoutMismatch): Promise<void> {
  const [, column, check] = /^(f_[0-9a-f]+)_(kept|pure)$/.exec(constraint ?? '') ?? [];
  if (column && check === 'pure') await markMixed(ctx, collectionId, column);
  evictCollection(changeKey(ctx.site.id, collectionId));
}
