import type { schemaChangesEndpoints } from '@portico/contract/data/schema-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo, listHiddenFields, requireManager } from '../collections/permissions.ts';
import type { NewChange } from '../collections/schema-change.ts';
import type { Params } from '../query/params.ts';
import { assertNotUnique } from '../schema-changes/assert-not-unique.ts';
import { run, sourceSql } from '../table/statement.ts';
import { planChange } from './plan-change.ts';

type Endpoint = (typeof schemaChangesEndpoints)['previewSchemaChange'];

const MAX_SAMPLES = 20;

/** Returns how a schema change would affect the stored values. Rejects invalid changes like createSchemaChange. */
export async function previewSchemaChange(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { dataCollectionId: id, change } = body;
  requireManager(ctx.caller, id, 'update');
  const collection = await loadCollection(ctx, id);
  const plannedChange = planChange(collection, change).changes[0] as NewChange;
  assertNotUnique(collection, plannedChange);
  const { condition, params } = unchangedValuesSql(plannedChange);
  const [counts] = await run<{ values: number; unchanged: number }>(
    ctx.db,
    collection,
    `select count(*)::int as values, (count(*) filter (where ${condition}))::int as unchanged
     from ${sourceSql(collection, params)} where data ? $1::text`,
    params,
  );
  const { values = 0, unchanged = 0 } = counts ?? {};
  const samples =
    unchanged > 0 && maySeeValues(ctx, collection, plannedChange)
      ? await listSamples(ctx, collection, plannedChange)
      : [];
  return { values, converted: plannedChange.kind === 'RETYPE' ? values - unchanged : values, kept: unchanged, samples };
}

/** Returns the SQL condition for values that would not be converted, or that a rename would overwrite. */
function unchangedValuesSql({ kind, field, to, fromType, toType }: NewChange): { condition: string; params: Params } {
  switch (kind) {
    case 'RETYPE':
      return {
        condition: 'portico.converted(data -> $1, $2::text, $3::text) is null',
        params: [field, fromType, toType],
      };
    case 'RENAME':
      return { condition: 'data ? $2::text', params: [field, to] };
    default:
      return { condition: 'false', params: [field] };
  }
}

/** A caller who may manage collections may lack permission to read items, so samples are checked separately. */
const maySeeValues = (ctx: SiteCtx, collection: Collection, { field }: NewChange): boolean =>
  accessTo(ctx.caller, collection, 'read') === 'all' &&
  !listHiddenFields(ctx.caller, collection.fields).includes(field);

async function listSamples(
  ctx: SiteCtx,
  collection: Collection,
  plannedChange: NewChange,
): Promise<{ id: string; value: unknown }[]> {
  const { condition, params } = unchangedValuesSql(plannedChange);
  const value = plannedChange.kind === 'RENAME' ? 'data -> $2' : 'data -> $1';
  return run<{ id: string; value: unknown }>(
    ctx.db,
    collection,
    `select id, ${value} as value from ${sourceSql(collection, params)} where data ? $1::text and ${condition}
     order by id limit ${MAX_SAMPLES}`,
    params,
  );
}
