/** What to do when an item table is laid out otherwise than this process remembers. */
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import { markMixed } from '../indexes/layout.ts';
import { LayoutMismatch } from './statement.ts';

/** an item may break the kind of several columns, one found after the other */
const MOST_TRIES = 24;

/**
 * Does the work, and does it once more where another process has changed the table meanwhile, or where a value is the
 * first of another kind in its field. Nothing is done twice: a refused statement has written nothing.
 * @throws LayoutMismatch where the work goes on with what it remembers of the table: whoever began it begins anew
 */
export async function withFreshLayout<R>(ctx: SiteCtx, work: () => Promise<R>): Promise<R> {
  let stale = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LayoutMismatch) || ctx.db.isTransaction) throw error;
      await mend(ctx, error);
      if (!error.constraint?.endsWith('_pure')) stale += 1;
      if (stale > 1 || tries === MOST_TRIES) throw error;
    }
  }
}

/** Puts right what the statement met; outside of any transaction. */
export async function mend(ctx: SiteCtx, { collectionId, constraint }: LayoutMismatch): Promise<void> {
  const [, column, check] = /^(f_[0-9a-f]+)_(kept|pure)$/.exec(constraint ?? '') ?? [];
  if (column && check === 'pure') await markMixed(ctx, collectionId, column);
  evictCollection(changeKey(ctx.site.id, collectionId));
}
