import type { IncludeReferences } from '@portico/contract/data/shared';
import { dataLimits } from '@portico/domain';
import type { Static } from 'typebox';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import { isReference } from '../query/link-fields.ts';
import type { ItemRow } from '../table/statement.ts';
import { type Included, listLinked, listReferenced } from './include-store.ts';
import { readReach, referenceOf } from './reference.ts';

type Wanted = Static<typeof IncludeReferences>;

/**
 * The rows of a page with the items that they refer to in place of ids, one statement a field for the whole page. The
 * other collection's rights hold: of a single reference that may not be read, or that leads nowhere, the id stays; of
 * many those are left out. A field that is no reference, or is hidden from the caller, is passed over.
 * @throws AppError WDE0080 where the page would come to more items than an answer holds
 */
export async function includeReferences(
  ctx: SiteCtx,
  reach: Reach,
  rows: readonly ItemRow[],
  wanted: Wanted,
): Promise<ItemRow[]> {
  const limits = new Map(wanted.map(({ field, limit }) => [field, limit ?? dataLimits.defaultPageSize]));
  const fields = referencesOf(reach).filter((key) => limits.has(key));
  if (fields.length === 0 || rows.length === 0) return [...rows];
  const ids = rows.map(({ id }) => id);
  const included = rows.map(() => new Map<string, string>());
  const budget = { items: dataLimits.includedItems };
  for (const key of fields) {
    const { links, other } = await referenceOf(ctx, reach, key);
    const target = readReach(ctx, other);
    const limit = limits.get(key) as number;
    if (!target && !links) continue;
    const found = !target
      ? []
      : links
        ? await listLinked(ctx.db, reach, target, { links, ids, limit, most: budget.items + 1 })
        : await listReferenced(ctx.db, reach, target, { key, ids });
    spend(budget, found.length);
    const texts = Map.groupBy(found, ({ near }) => near);
    rows.forEach(({ id }, i) => {
      const text = links ? listText(texts.get(id)) : texts.get(id)?.[0]?.data;
      if (text !== undefined) included[i]?.set(key, text);
    });
  }
  return rows.map((row, i) => withTexts(row, included[i] as Map<string, string>));
}

/** An item just written, with everything that it refers to where that is wanted (`includeReferencedItems`). */
export async function withReferences(
  ctx: SiteCtx,
  reach: Reach,
  item: ItemRow,
  wanted: boolean | undefined,
): Promise<ItemRow> {
  if (!wanted) return item;
  const every = referencesOf(reach).map((field) => ({ field }));
  const [whole = item] = await includeReferences(ctx, reach, [item], every);
  return whole;
}

const referencesOf = ({ collection, hidden }: Reach): string[] =>
  collection.fields.filter((field) => isReference(field) && !hidden.includes(field.key)).map(({ key }) => key);

/** A page of 1,000 rows with 1,000 items each would not fit into memory. */
function spend(budget: { items: number }, items: number): void {
  budget.items -= items;
  if (budget.items >= 0) return;
  const limit = dataLimits.includedItems;
  const reason = `includeReferences: the page would include more than ${limit} items; ask for fewer`;
  throw new AppError('WDE0080', { reason, limit, field: 'includeReferences' });
}

const listText = (found: readonly Included[] | undefined): string =>
  `[${(found ?? []).map(({ data }) => data).join(',')}]`;

/** The row with values that are printed already. */
function withTexts({ id, data }: ItemRow, texts: ReadonlyMap<string, string>): ItemRow {
  if (texts.size === 0) return { id, data };
  const own = Object.entries(JSON.parse(data) as Record<string, unknown>)
    .filter(([key]) => !texts.has(key))
    .map(([key, value]) => [key, JSON.stringify(value)] as const);
  const all = [...own, ...texts].map(([key, text]) => `${JSON.stringify(key)}:${text}`);
  return { id, data: `{${all.join(',')}}` };
}
