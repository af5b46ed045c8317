import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { planWriteFilter, type Reach } from '../../collections/reach.ts';
import { previewPatches } from '../../items/patch-rows.ts';
import { countItems, listFirstItems } from '../../table/read-store.ts';
import type { StoredItem } from '../../table/statement.ts';
import type { Item, Modification } from '../../values/patch.ts';
import { type BulkPlan, planBulkChange } from './plan.ts';

type Endpoint = (typeof bulkChangesEndpoints)['previewBulkChange'];
type Example = Output<Endpoint>['examples'][number];

const EXAMPLES = 5;

/** Counts the items that a bulk change would affect, and shows five of them before and after it. */
export async function previewBulkChange(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const plan = await planBulkChange(ctx, body);
  const rows = planWriteFilter(plan.reach, { filter: body.filter }, 'filter');
  const total = await countItems(ctx.db, plan.reach, rows);
  const stored = await listFirstItems(ctx.db, plan.reach, rows, EXAMPLES);
  return { total, examples: await examplesOf(ctx, plan, stored) };
}

async function examplesOf(
  ctx: SiteCtx,
  { reach, modifications, keys }: BulkPlan,
  stored: readonly StoredItem[],
): Promise<Example[]> {
  const readable = stored.filter(({ owner }) => mayRead(reach, owner));
  if (!modifications) {
    return readable.map((row) => ({ id: row.id, item: visibleItem(reach, row.data) }));
  }
  const outcomes = await patched(ctx, reach, modifications, readable);
  return readable.map((row, i) => {
    const { data, error } = outcomes[i] as (typeof outcomes)[number];
    return {
      id: row.id,
      item: visibleItem(reach, row.data),
      ...(data === undefined ? {} : { after: only(JSON.parse(data) as Item, keys) }),
      ...(error ? { refusal: error.message.replace(/^WDE\d{4}: /, '') } : {}),
    };
  });
}

const patched = (ctx: SiteCtx, reach: Reach, modifications: readonly Modification[], rows: readonly StoredItem[]) =>
  previewPatches(
    ctx,
    reach,
    rows.map(({ id }) => ({ id, modifications, at: 'dataItem.data' })),
    rows,
  );

/** A key may edit items of a collection without reading them. */
const mayRead = ({ readable }: Reach, owner: string): boolean =>
  readable === 'all' || (readable !== 'none' && readable.owner === owner);

const visibleItem = ({ hidden }: Reach, data: string): Item =>
  Object.fromEntries(Object.entries(JSON.parse(data) as Item).filter(([key]) => !hidden.includes(key)));

const only = (item: Item, keys: readonly string[]): Item =>
  Object.fromEntries(keys.flatMap((key) => (item[key] === undefined ? [] : [[key, item[key]]])));
