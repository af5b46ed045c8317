/** Creates, undoes and lists schema changes: changes of a field that also migrate its stored values. */
import type { schemaChangesEndpoints } from '@portico/contract/data/schema-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { listChangesOf } from '../collections/list-changes.ts';
import {
  countChanges,
  findChange,
  listChanges,
  listLaterChanges,
  type StoredSchemaChange,
} from '../schema-changes/store.ts';
import { changeDefinition } from './change-definition.ts';
import { planChange, planUndo } from './plan-change.ts';
import { changeToWire, isUndoable } from './schema-change-wire.ts';
import { collectionToWire } from './wire.ts';

type Endpoints = typeof schemaChangesEndpoints;
type SchemaChangeResponse = Output<Endpoints['createSchemaChange']>;

/** Renames, retypes or drops a field. Reads return the new shape at once; a job migrates the stored items. */
export async function createSchemaChange(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createSchemaChange']>,
): Promise<SchemaChangeResponse> {
  const { dataCollectionId: id, change } = body;
  const collection = await changeDefinition(ctx, id, { act: `fields.${change.kind.toLowerCase()}` }, (before) =>
    planChange(before, change),
  );
  return buildChangeResponse(ctx, collection);
}

/**
 * Undoes a change. Dropped values are restored if the key is free, converted values are restored, and values written
 * since the change are converted back.
 * @throws AppError NOT_FOUND if the change does not exist or is too old; WDE0080 if it was undone or the field has
 * changed since
 */
export async function undoSchemaChange(
  ctx: SiteCtx,
  { body }: Input<Endpoints['undoSchemaChange']>,
): Promise<SchemaChangeResponse> {
  const { dataCollectionId: id, number } = body;
  const collection = await changeDefinition(ctx, id, { act: 'fields.undo' }, async (before, ctx) => {
    const stored = await findChange(ctx.db, before, number);
    if (!stored) throw new AppError('NOT_FOUND', { path: `schema change ${number}` });
    assertUndoable(stored, ctx.now);
    return planUndo(before, stored.change, await listLaterChanges(ctx.db, before, number));
  });
  return buildChangeResponse(ctx, collection);
}

function assertUndoable(stored: StoredSchemaChange, now: Date): void {
  if (isUndoable(stored, now)) return;
  const reason = stored.undoneBy === null ? 'the change is too old to be undone' : 'the change has already been undone';
  throw new AppError('WDE0080', { reason, field: 'number' });
}

async function buildChangeResponse(ctx: SiteCtx, collection: Collection): Promise<SchemaChangeResponse> {
  const stored = (await findChange(ctx.db, collection, collection.shape)) as StoredSchemaChange;
  return { schemaChange: changeToWire(stored, ctx.now), dataCollection: collectionToWire(collection) };
}

/** Lists the schema changes of a collection, latest first. Requires permission to see the definition. */
export async function listSchemaChanges(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listSchemaChanges']>,
): Promise<Output<Endpoints['listSchemaChanges']>> {
  const { changes, pagingMetadata } = await listChangesOf(ctx, query, { list: listChanges, count: countChanges });
  return { schemaChanges: changes.map((change) => changeToWire(change, ctx.now)), pagingMetadata };
}
