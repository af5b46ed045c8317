import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import { transaction } from '../../db/index.ts';
import { AppError, type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { reshapeItems } from '../schema-changes/reshape-items.ts';
import { notFoundOrForbidden } from '../table/item-not-found.ts';
import { buildItemResponse } from '../table/wire.ts';
import { lockItems } from '../table/write-store.ts';
import type { Outcome } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { modificationsOf, patchRows } from './patch-rows.ts';

/**
 * Patches an item if it matches the condition. All modifications are applied in order, or none. The row is locked
 * meanwhile, so that no concurrent change is lost.
 */
export async function patchItem(
  ctx: SiteCtx,
  { query, body }: Input<(typeof itemsEndpoints)['patchItem']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'update');
  const { collection } = reach;
  const id = itemIdOf(body.patch.dataItemId, query.dataItemId);
  const modifications = modificationsOf(reach, body.patch.fieldModifications, 'patch.fieldModifications');
  const where = planWriteFilter(reach, body.condition);
  const patched = await transaction(ctx, async (ctx) => {
    await reshapeItems(ctx.db, collection, [id]);
    const locked = await lockItems(ctx.db, reach, [id], where);
    if (locked.length === 0) return undefined;
    const [outcome] = await patchRows(ctx, reach, [{ id, modifications, at: 'dataItem.data' }], locked, {
      returnItems: true,
    });
    return outcome as Outcome;
  });
  if (!patched) throw await notFoundOrForbidden(ctx, reach, id, 'update');
  if (patched.error) throw toViolationError(patched.error);
  return buildItemResponse(collection.id, { id, data: patched.data as string });
}

/** Returns the id from the body or, for REST requests, from the path. @throws AppError WDE0080 if they differ */
function itemIdOf(inBody: unknown, inPath: string | undefined): string {
  const id = inBody ?? inPath;
  assertItemId(id, inBody === undefined ? 'dataItemId' : 'patch.dataItemId');
  if (inPath !== undefined && id !== inPath) {
    const field = 'patch.dataItemId';
    throw new AppError('WDE0080', { reason: `${field} and the id in the path differ`, field });
  }
  return id;
}

const toViolationError = (error: AppError): Error =>
  'fieldViolations' in error.data ? new ViolationError(error.data.fieldViolations as FieldViolation[]) : error;
