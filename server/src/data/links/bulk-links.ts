/** Saves links together with the items of a bulk call. */
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { attempt, type Outcome } from '../values/outcome.ts';
import type { ItemInput } from '../values/prepare.ts';
import { errorsOfBrokenLinks } from './broken-links.ts';
import { type MultiReferenceField, referenceOf } from './reference.ts';
import { type LinkedIds, readLinkedIds, saveLinks } from './save-links.ts';

type RowLinks = ReadonlyMap<unknown, LinkedIds>;

export const NO_ROW_LINKS: RowLinks = new Map();

/**
 * Reads the linked ids of each item and returns them by row. Invalid links of an item do not affect the other items.
 * @param prepared the rows in the order of the items; rows with invalid links are replaced by their errors
 */
export async function readRowLinks<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly ItemInput[],
  prepared: (Row | AppError)[],
): Promise<RowLinks> {
  const links = new Map<Row, LinkedIds>();
  for (const [i, row] of prepared.entries()) {
    if (row instanceof AppError) continue;
    const linkedIds = attempt(() => readLinkedIds(reach, items[i]?.data ?? {}));
    if (linkedIds instanceof AppError) prepared[i] = linkedIds;
    else if (linkedIds.size > 0) links.set(row, linkedIds);
  }
  const errors = await errorsOfRows(ctx, reach, links);
  for (const [i, row] of prepared.entries()) {
    const error = row instanceof AppError ? undefined : errors.get(row);
    if (error) prepared[i] = error;
  }
  return links;
}

async function errorsOfRows<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  reach: Reach,
  linksOfRows: ReadonlyMap<Row, LinkedIds>,
): Promise<Map<Row, AppError>> {
  const errors = new Map<Row, AppError>();
  const idsOfCall = new Set([...linksOfRows.keys()].map(({ id }) => id));
  const keys = new Set([...linksOfRows.values()].flatMap((links) => [...links.keys()]));
  for (const key of keys) {
    const links = (await referenceOf(ctx, reach, key)) as MultiReferenceField;
    const requested = [...linksOfRows].flatMap(([row, fields]) =>
      (fields.get(key) ?? []).map((referencedId) => ({ row, referencedId })),
    );
    const pairs = requested.map(({ row, referencedId }) => ({ referringId: row.id, referencedId }));
    const broken = await errorsOfBrokenLinks(ctx, reach.collection, links, pairs);
    // Items of the same call may reference each other, so links to them are valid.
    if (links.other?.id === reach.collection.id) for (const id of idsOfCall) broken.delete(id);
    for (const { row, referencedId } of requested) {
      const error = broken.get(referencedId);
      if (error) errors.set(row, error);
    }
  }
  return errors;
}

/** Writes rows, and then the links of the written rows. With links, both run in one transaction. */
export function writeRowsWithLinks<C extends SiteCtx, Row extends { readonly id: string }>(
  ctx: C,
  reach: Reach,
  links: RowLinks,
  rows: readonly Row[],
  write: (ctx: C) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  if (!rows.some((row) => links.has(row))) return write(ctx);
  return transaction(ctx, async (ctx) => {
    const outcomes = await write(ctx);
    const linksToSave = rows.flatMap((row, i) => {
      const linkedIds = links.get(row);
      return linkedIds && !outcomes[i]?.error ? [{ id: row.id, links: linkedIds }] : [];
    });
    await saveLinks(ctx, reach, linksToSave);
    return outcomes;
  });
}
