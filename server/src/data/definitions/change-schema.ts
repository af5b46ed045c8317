/** Creates, undoes and lists schema changes: changes of a field that also migrate its stored values. */
import type { schemaChangesEndpoints } from '@portico/contract/data/schema-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { canSeeDefinition, permissionDenied } from '../collections/permissions.ts';
import { countChanges, findChange, listChanges, listLater, type NotedChange } from '../schema-changes/store.ts';
import { changeDefinition } from './change-definition.ts';
import { planChange, planUndo } from './plan-change.ts';
import { changeToWire, isUndoable } from './schema-change-wire.ts';
import { collectionToWire } from './wire.ts';

type Endpoints = typeof schemaChangesEndpoints;
type Changed = Output<Endpoints['createSchemaChange']>;

/** Renames, retypes or drops a field. Reads return the new shape at once; a job migrates the stored items. */
export async function createSchemaChange(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createSchemaChange']>,
): Promise<Changed> {
  const { dataCollectionId: id, change } = body;
  const collection = await changeDefinition(ctx, id, { act: `fields.${change.kind.toLowerCase()}` }, (before) =>
    planChange(before, change),
  );
  return changed(ctx, collection);
}

/**
 * Undoes a change. Dropped values are restored if the key is free, converted values are restored, and values written
 * since the change are converted back.
 * @throws AppError NOT_FOUND if the change does not exist or is too old; WDE0080 if it was undone or the field has
 * changed since
 */
export async function undoSchemaChange(ctx: SiteCtx, { body }: Input<Endpoints['undoSchemaChange']>): Promise<Changed> {
  const { dataCollectionId: id, number } = body;
  const collection = await changeDefinition(ctx, id, { act: 'fields.undo' }, async (before, ctx) => {
    const noted = await findChange(ctx.db, before, number);
    if (!noted) throw new AppError('NOT_FOUND', { path: `schema change ${number}` });
    assertUndoable(noted, ctx.now);
    return planUndo(before, noted.change, await listLater(ctx.db, before, number));
  });
  return changed(ctx, collection);
}

function assertUndoable(noted: NotedChange, now: Date): void {
  if (isUndoable(noted, now)) return;
  const reason = noted.undoneBy === null ? 'the change is too old to be undone' : 'the change has already been undone';
  throw new AppError('WDE0080', { reason, field: 'number' });
}

async function changed(ctx: SiteCtx, collection: Collection): Promise<Changed> {
  const noted = (await findChange(ctx.db, collection, collection.shape)) as NotedChange;
  return { schemaChange: changeToWire(noted, ctx.now), dataCollection: collectionToWire(collection) };
}

/** Lists the schema changes of a collection, latest first. Requires permission to see the definition. */
export async function listSchemaChanges(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listSchemaChanges']>,
): Promise<Output<Endpoints['listSchemaChanges']>> {
  if (!canSeeDefinition(ctx.caller)) throw permissionDenied(query.dataCollectionId, 'read');
  const collection = await loadCollection(ctx, query.dataCollectionId);
  const { limit = dataLimits.defaultPageSize, offset = 0 } = query.paging ?? {};
  const changes = await listChanges(ctx.db, collection, { limit, offset });
  const total = await countChanges(ctx.db, collection);
  return {
    schemaChanges: changes.map((change) => changeToWire(change, ctx.now)),
    pagingMetadata: {
      count: changes.length,
      offset,
      total,
      tooManyToCount: false,
      hasNext: offset + changes.length < total,
    },
  };
}
