/** Links that are saved together with the items of a bulk call. */
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { attempt, type Outcome } from '../values/outcome.ts';
import type { ItemInput } from '../values/prepare.ts';
import { brokenLinks } from './broken-links.ts';
import { type Links, referenceOf } from './reference.ts';
import { type SentLinks, saveLinks, sentLinks } from './save-links.ts';

type LinksOfRows = ReadonlyMap<unknown, SentLinks>;

export const NO_ROW_LINKS: LinksOfRows = new Map();

/**
 * What each item of the call says of its multi-references, by its row. One that says what cannot be is refused alone.
 * @param prepared the rows in the order of the items; refusals are put in their places
 */
export async function linksOfItems<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  reach: Reach,
  items: readonly ItemInput[],
  prepared: (Row | AppError)[],
): Promise<LinksOfRows> {
  const links = new Map<Row, SentLinks>();
  for (const [i, row] of prepared.entries()) {
    if (row instanceof AppError) continue;
    const sent = attempt(() => sentLinks(reach, items[i]?.data ?? {}));
    if (sent instanceof AppError) prepared[i] = sent;
    else if (sent.size > 0) links.set(row, sent);
  }
  const refusals = await refusalsOf(ctx, reach, links);
  for (const [i, row] of prepared.entries()) {
    const refusal = row instanceof AppError ? undefined : refusals.get(row);
    if (refusal) prepared[i] = refusal;
  }
  return links;
}

async function refusalsOf<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  reach: Reach,
  sent: ReadonlyMap<Row, SentLinks>,
): Promise<Map<Row, AppError>> {
  const refusals = new Map<Row, AppError>();
  const here = new Set([...sent.keys()].map(({ id }) => id));
  const keys = new Set([...sent.values()].flatMap((links) => [...links.keys()]));
  for (const key of keys) {
    const links = (await referenceOf(ctx, reach, key)) as Links;
    const wanted = [...sent].flatMap(([row, fields]) => (fields.get(key) ?? []).map((far) => ({ row, far })));
    const pairs = wanted.map(({ row, far }) => ({ near: row.id, far }));
    const broken = await brokenLinks(ctx, reach.collection, links, pairs);
    // Items of one call may refer to each other.
    if (links.other?.id === reach.collection.id) for (const id of here) broken.delete(id);
    for (const { row, far } of wanted) {
      const refusal = broken.get(far);
      if (refusal) refusals.set(row, refusal);
    }
  }
  return refusals;
}

/** Writes rows and then the links of those that were written: in one transaction, where there are any. */
export function withRowLinks<C extends SiteCtx, Row extends { readonly id: string }>(
  ctx: C,
  reach: Reach,
  links: LinksOfRows,
  rows: readonly Row[],
  write: (ctx: C) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  if (!rows.some((row) => links.has(row))) return write(ctx);
  return transaction(ctx, async (ctx) => {
    const outcomes = await write(ctx);
    const written = rows.flatMap((row, i) => {
      const sent = links.get(row);
      return sent && !outcomes[i]?.error ? [{ id: row.id, links: sent }] : [];
    });
    await saveLinks(ctx, reach, written);
    return outcomes;
  });
}
