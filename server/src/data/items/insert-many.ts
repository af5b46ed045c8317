import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { NewRow } from './prepare.ts';
import { insertItems } from './write-store.ts';

/** What became of rows that were inserted together. */
export interface Inserted {
  /** ids that were free and are now taken */
  readonly ids: Set<string>;
  /** rows that an index refused (WDE0123, WDE0133) */
  readonly refused: Map<NewRow, AppError>;
}

/**
 * Inserts the rows in one statement. Where an index refuses one of them the statement fails as a whole: then each half
 * is tried, and so on, until those to blame stand alone and all others are in. Of two rows with the same unique value
 * the first is taken.
 */
export async function insertMany(ctx: SiteCtx, collection: Collection, rows: readonly NewRow[]): Promise<Inserted> {
  const done: Inserted = { ids: new Set(), refused: new Map() };
  await insertHalves(ctx, collection, rows, done);
  return done;
}

async function insertHalves(
  ctx: SiteCtx,
  collection: Collection,
  rows: readonly NewRow[],
  done: Inserted,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    for (const id of await insertItems(ctx.db, collection, rows, ctx.now)) done.ids.add(id);
  } catch (error) {
    if (!isRefusal(error) || ctx.db.isTransaction) throw error;
    const [first] = rows;
    if (rows.length === 1 && first) {
      done.refused.set(first, error);
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await insertHalves(ctx, collection, rows.slice(0, middle), done);
    await insertHalves(ctx, collection, rows.slice(middle), done);
  }
}

/** An index refused a value: the item's fault, and no other's. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && ['WDE0123', 'WDE0133'].includes(error.code);
