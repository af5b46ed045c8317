/** Prepares the rows of a bulk call and distributes them over statements. */
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { checkItems } from '../items/check-items.ts';
import { listUncheckedKeys } from '../items/require-valid.ts';
import { retryOnLayoutMismatch } from '../table/layout-retry.ts';
import { attempt, invalidItem, type Outcome } from '../values/outcome.ts';
import type { ItemInput, NewRow, PrepareOptions } from '../values/prepare.ts';

/** A row that is ready to be written, or the error of its item. */
export type RowOrError<Row> = Row | AppError;

/**
 * Converts each item to its row and validates it. An invalid item does not affect the others.
 * @param rowOf returns the row to validate
 */
export async function prepareAll<Row>(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly ItemInput[],
  prepare: (item: ItemInput, options: PrepareOptions) => Row,
  rowOf: (row: Row) => { readonly row: Omit<NewRow, 'owner'>; readonly isNew: boolean },
): Promise<RowOrError<Row>[]> {
  const { collection, locked } = reach;
  const preparedRows = items.map((item, i) =>
    attempt(() => prepare(item, { locked, at: `dataItems[${i}]`, index: i })),
  );
  if (!collection.validated) return preparedRows;
  const rowsToCheck = preparedRows.flatMap((row, i) => {
    if (row instanceof AppError) return [];
    const { row: checkedRow, isNew } = rowOf(row);
    const { id, item } = checkedRow;
    return [{ i, id, item, skip: listUncheckedKeys(reach, item, isNew), at: `dataItems[${i}].data` }];
  });
  const violations = await checkItems(ctx, collection, rowsToCheck);
  for (const [n, { i }] of rowsToCheck.entries()) {
    const found = violations[n] ?? [];
    if (found.length > 0) preparedRows[i] = invalidItem(found);
  }
  return preparedRows;
}

/**
 * Writes the rows in few statements, with the same result as separate calls in this order: the second row with the
 * same id is written in a second round.
 * @param size maximum number of rows per statement
 */
export async function writeInRounds<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  prepared: readonly RowOrError<Row>[],
  write: (rows: readonly Row[]) => Promise<Outcome[]>,
  size = prepared.length,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = prepared.map((row) => (row instanceof AppError ? { error: row } : row));
  for (const round of roundsOf(prepared)) {
    for (let from = 0; from < round.length; from += size) {
      const part = round.slice(from, from + size);
      const done = await writeInHalves(
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
  prepared: readonly RowOrError<Row>[],
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

/**
 * Errors that a single row causes for its whole statement: a duplicate unique value, or a value too large for an index.
 */
const ROW_ERRORS: ReadonlySet<string> = new Set(['WDE0123', 'WDE0133']);

/** Writes the rows. If a row makes the statement fail, writes each half separately, until only that row fails. */
export async function writeInHalves<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  try {
    return await retryOnLayoutMismatch(ctx, () => write(rows));
  } catch (error) {
    if (!(error instanceof AppError) || !ROW_ERRORS.has(error.code)) throw error;
    const [first] = rows;
    if (rows.length === 1 && first) return [{ id: first.id, error }];
    const middle = Math.ceil(rows.length / 2);
    return [
      ...(await writeInHalves(ctx, rows.slice(0, middle), write)),
      ...(await writeInHalves(ctx, rows.slice(middle), write)),
    ];
  }
}
