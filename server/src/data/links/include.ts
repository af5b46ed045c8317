import type { IncludeReferences } from '@portico/contract/data/shared';
import { dataLimits } from '@portico/domain';
import type { Static } from 'typebox';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { itemReads } from '../collections/item-reads.ts';
import type { Reach } from '../collections/reach.ts';
import { isReference } from '../query/link-fields.ts';
import type { ItemRow } from '../table/statement.ts';
import { type IncludedItem, listLinkedItems, listReferencedItems } from './include-store.ts';
import { readReach, referenceOf } from './reference.ts';

type Includes = Static<typeof IncludeReferences>;

/**
 * Returns the rows of a page with referenced items instead of their ids, using one statement per field. The permissions
 * of the other collection apply: an item that does not exist or may not be read is left out of a multi-reference, and
 * remains an id in a single reference. Fields that are not references or are hidden are ignored.
 * @throws AppError WDE0080 if the page would include too many items
 */
export async function includeReferences(
  ctx: SiteCtx,
  reach: Reach,
  rows: readonly ItemRow[],
  includes: Includes,
): Promise<ItemRow[]> {
  const limits = new Map(includes.map(({ field, limit }) => [field, limit ?? dataLimits.defaultPageSize]));
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
    const { db } = itemReads(ctx, reach.collection, ...(other ? [other] : []));
    const found = !target
      ? []
      : links
        ? await listLinkedItems(db, reach, target, { links, ids, limit, maxItems: budget.items + 1 })
        : await listReferencedItems(db, reach, target, { key, ids });
    deductFromBudget(budget, found.length);
    const texts = Map.groupBy(found, ({ referringId }) => referringId);
    rows.forEach(({ id }, i) => {
      const text = links ? toJsonList(texts.get(id)) : texts.get(id)?.[0]?.data;
      if (text !== undefined) included[i]?.set(key, text);
    });
  }
  return rows.map((row, i) => withReplacedFields(row, included[i] as Map<string, string>));
}

/** Returns a written item, with all referenced items included if the request sets `includeReferencedItems`. */
export async function withReferences(
  ctx: SiteCtx,
  reach: Reach,
  item: ItemRow,
  isRequested: boolean | undefined,
): Promise<ItemRow> {
  if (!isRequested) return item;
  const all = referencesOf(reach).map((field) => ({ field }));
  const [itemWithReferences = item] = await includeReferences(ctx, reach, [item], all);
  return itemWithReferences;
}

const referencesOf = ({ collection, hidden }: Reach): string[] =>
  collection.fields.filter((field) => isReference(field) && !hidden.includes(field.key)).map(({ key }) => key);

/**
 * Deducts included items from the budget of the page, because 1,000 rows with 1,000 items each would not fit into
 * memory.
 * @throws AppError WDE0080 if the budget is exceeded
 */
function deductFromBudget(budget: { items: number }, items: number): void {
  budget.items -= items;
  if (budget.items >= 0) return;
  const limit = dataLimits.includedItems;
  const reason = `includeReferences: the page would include more than ${limit} items; ask for fewer`;
  throw new AppError('WDE0080', { reason, limit, field: 'includeReferences' });
}

const toJsonList = (found: readonly IncludedItem[] | undefined): string =>
  `[${(found ?? []).map(({ data }) => data).join(',')}]`;

/** Returns the row with these fields replaced. The new values are given as JSON. */
function withReplacedFields({ id, data }: ItemRow, texts: ReadonlyMap<string, string>): ItemRow {
  if (texts.size === 0) return { id, data };
  const fields = Object.entries(JSON.parse(data) as Record<string, unknown>)
    .filter(([key]) => !texts.has(key))
    .map(([key, value]) => [key, JSON.stringify(value)] as const);
  const all = [...fields, ...texts].map(([key, text]) => `${JSON.stringify(key)}:${text}`);
  return { id, data: `{${all.join(',')}}` };
}
