/** How the rows of a bulk call are brought to their statements. */
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { checkItems } from '../items/check-items.ts';
import { skipOf } from '../items/require-valid.ts';
import { withFreshLayout } from '../table/mend.ts';
import { attempt, invalidItem, type Outcome } from '../values/outcome.ts';
import type { ItemInput, NewRow, PrepareOptions } from '../values/prepare.ts';

/** A row that is ready, or why there is none. */
export type Prepared<Row> = Row | AppError;

/** Each item as its row, held to the fields of the collection; what is refused is refused alone. */
export async function prepareAll<Row>(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly ItemInput[],
  prepare: (item: ItemInput, manner: PrepareOptions) => Row,
  written: (row: Row) => { readonly row: Omit<NewRow, 'owner'>; readonly isNew: boolean },
): Promise<Prepared<Row>[]> {
  const { collection, locked } = reach;
  const prepared = items.map((item, i) => attempt(() => prepare(item, { locked, at: `dataItems[${i}]`, index: i })));
  if (!collection.validated) return prepared;
  const checked = prepared.flatMap((row, i) => {
    if (row instanceof AppError) return [];
    const { row: made, isNew } = written(row);
    return [{ i, id: made.id, item: made.item, skip: skipOf(reach, made.item, isNew), at: `dataItems[${i}].data` }];
  });
  const violations = await checkItems(ctx, collection, checked);
  for (const [n, { i }] of checked.entries()) {
    const found = violations[n] ?? [];
    if (found.length > 0) prepared[i] = invalidItem(found);
  }
  return prepared;
}

/**
 * Writes the rows in as few statements as do to each what one call after the other would: an id that comes twice goes
 * into a second round. `size` is the most rows of a statement.
 */
export async function inRounds<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  prepared: readonly Prepared<Row>[],
  write: (rows: readonly Row[]) => Promise<Outcome[]>,
  size = prepared.length,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = prepared.map((row) => (row instanceof AppError ? { error: row } : row));
  for (const round of roundsOf(prepared)) {
    for (let from = 0; from < round.length; from += size) {
      const part = round.slice(from, from + size);
      const done = await inParts(
        ctx,
        part.map(({ row }) => row),
        write,
      );
      for (const [n, { i }] of part.entries()) outcomes[i] = done[n] as Outcome;
    }
  }
  return outcomes;
}

function roundsOf<Row extends { readonly id: string }>(
  prepared: readonly Prepared<Row>[],
): { i: number; row: Row }[][] {
  const seen = new Map<string, number>();
  const rounds: { i: number; row: Row }[][] = [];
  for (const [i, row] of prepared.entries()) {
    if (row instanceof AppError) continue;
    const round = seen.get(row.id) ?? 0;
    seen.set(row.id, round + 1);
    rounds[round] ??= [];
    (rounds[round] as { i: number; row: Row }[]).push({ i, row });
  }
  return rounds;
}

/** What one row can do to a statement of many: its value is taken, or too large for an index. */
const STOPPERS: ReadonlySet<string> = new Set(['WDE0123', 'WDE0133']);

/** One row that cannot be stored stops a statement; then it is done in halves, so that it stops no other row. */
export async function inParts<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  try {
    return await withFreshLayout(ctx, () => write(rows));
  } catch (error) {
    if (!(error instanceof AppError) || !STOPPERS.has(error.code)) throw error;
    const [first] = rows;
    if (rows.length === 1 && first) return [{ id: first.id, error }];
    const middle = Math.ceil(rows.length / 2);
    return [...(await inParts(ctx, rows.slice(0, middle), write)), ...(await inParts(ctx, rows.slice(middle), write))];
  }
}
