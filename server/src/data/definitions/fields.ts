/** Calls that create, update, patch or delete a single field. */
import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type Collection, type Definition, definitionOf } from '../collections/collection.ts';
import type { Field } from '../query/scope.ts';
import { changeDefinition } from './change-definition.ts';
import { isSystemField, mergeField, toField, validateDefinition } from './definition.ts';
import { planChange, requireField } from './plan-change.ts';
import { collectionToWire } from './wire.ts';

type Endpoints = Pick<typeof collectionsEndpoints, 'createField' | 'updateField' | 'patchField' | 'deleteField'>;
type CollectionResponse = Output<Endpoints['createField']>;

/** Adds a field. @throws AppError WDE0080 if it exists or the collection has too many */
export const createField = (ctx: SiteCtx, { body }: Input<Endpoints['createField']>): Promise<CollectionResponse> =>
  change(ctx, body.dataCollectionId, 'fields.create', (before) => {
    const { key } = body.field;
    const limit = dataLimits.fieldsPerCollection;
    if (isSystemField(key) || before.fields.some((field) => field.key === key))
      throw new AppError('WDE0080', { reason: `the field ${key} already exists`, field: 'field.key' });
    if (before.fields.length >= limit)
      throw new AppError('WDE0080', { reason: `a collection must have at most ${limit} fields`, field: 'field' });
    return validateDefinition({ ...definitionOf(before), fields: [...before.fields, toField(body.field)] });
  });

/**
 * Replaces a field. Properties that only Portico has are retained unless the request contains them.
 * @throws AppError WDE0024
 */
export const updateField = (ctx: SiteCtx, { body }: Input<Endpoints['updateField']>): Promise<CollectionResponse> =>
  change(ctx, body.dataCollectionId, 'fields.update', (before) =>
    withField(before, toField(body.field, requireField(before, body.field.key))),
  );

/** Changes the properties of a field that the request contains. @throws AppError WDE0024 */
export const patchField = (
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['patchField']>,
): Promise<CollectionResponse> =>
  change(ctx, query.dataCollectionId, 'fields.patch', (before) =>
    withField(before, mergeField(body.field, requireField(before, body.field.key))),
  );

/** Deletes a field and its values. Undoing the schema change restores both. @throws AppError WDE0024 */
export async function deleteField(
  ctx: SiteCtx,
  { body }: Input<Endpoints['deleteField']>,
): Promise<CollectionResponse> {
  const collection = await changeDefinition(ctx, body.dataCollectionId, { act: 'fields.delete' }, (before) =>
    planChange(before, { kind: 'DROP', field: body.fieldKey }),
  );
  return { dataCollection: collectionToWire(collection) };
}

async function change(
  ctx: SiteCtx,
  id: string,
  act: string,
  decide: (before: Collection) => Definition,
): Promise<CollectionResponse> {
  return { dataCollection: collectionToWire(await changeDefinition(ctx, id, { act }, decide)) };
}

const withField = (before: Collection, next: Field): Definition =>
  validateDefinition({
    ...definitionOf(before),
    fields: before.fields.map((field) => (field.key === next.key ? next : field)),
  });
