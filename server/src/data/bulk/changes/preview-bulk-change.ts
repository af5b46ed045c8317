import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { planWriteFilter, type Reach } from '../../collections/reach.ts';
import { previewPatches } from '../../items/patch-rows.ts';
import { countItems, listFirstItems } from '../../table/read-store.ts';
import type { StoredItem } from '../../table/statement.ts';
import type { Item, Modification } from '../../values/patch.ts';
import { type BulkChangePlan, planBulkChange } from './plan.ts';

type Endpoint = (typeof bulkChangesEndpoints)['previewBulkChange'];
type Example = Output<Endpoint>['examples'][number];

const EXAMPLES = 5;

/** Returns how many items a bulk change would affect, and five examples before and after it. */
export async function previewBulkChange(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const plan = await planBulkChange(ctx, body);
  const matching = planWriteFilter(plan.reach, { filter: body.filter }, 'filter');
  const total = await countItems(ctx.db, plan.reach, matching);
  const stored = await listFirstItems(ctx.db, plan.reach, matching, EXAMPLES);
  return { total, examples: await examplesOf(ctx, plan, stored) };
}

async function examplesOf(
  ctx: SiteCtx,
  { reach, modifications, keys }: BulkChangePlan,
  stored: readonly StoredItem[],
): Promise<Example[]> {
  const readable = stored.filter(({ owner }) => mayRead(reach, owner));
  if (!modifications) {
    return readable.map((row) => ({ id: row.id, item: parseVisible(reach, row.data) }));
  }
  const outcomes = await previewPatch(ctx, reach, modifications, readable);
  return readable.map((row, i) => {
    const { data, error } = outcomes[i] as (typeof outcomes)[number];
    return {
      id: row.id,
      item: parseVisible(reach, row.data),
      ...(data === undefined ? {} : { after: pickKeys(JSON.parse(data) as Item, keys) }),
      ...(error ? { rejection: error.message.replace(/^WDE\d{4}: /, '') } : {}),
    };
  });
}

const previewPatch = (
  ctx: SiteCtx,
  reach: Reach,
  modifications: readonly Modification[],
  rows: readonly StoredItem[],
) =>
  previewPatches(
    ctx,
    reach,
    rows.map(({ id }) => ({ id, modifications, at: 'dataItem.data' })),
    rows,
  );

/** Returns true if the caller may read the item. An API key may have permission to write items but not to read them. */
const mayRead = ({ readable }: Reach, owner: string): boolean =>
  readable === 'all' || (readable !== 'none' && readable.owner === owner);

const parseVisible = ({ hidden }: Reach, data: string): Item =>
  Object.fromEntries(Object.entries(JSON.parse(data) as Item).filter(([key]) => !hidden.includes(key)));

const pickKeys = (item: Item, keys: readonly string[]): Item =>
  Object.fromEntries(keys.flatMap((key) => (item[key] === undefined ? [] : [[key, item[key]]])));
