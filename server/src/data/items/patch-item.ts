import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import { transaction } from '../../db/index.ts';
import type { Answer } from '../../kernel/answer.ts';
import { AppError, type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { settle } from '../schema-changes/settle.ts';
import { notTouched } from '../table/not-touched.ts';
import { itemAnswer } from '../table/wire.ts';
import { lockItems } from '../table/write-store.ts';
import type { Outcome } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { modificationsOf, patchRows } from './patch-rows.ts';

/**
 * Changes named fields of an item, where it matches the condition: all of them in order, on what is stored at that
 * moment, or none. The row is held meanwhile, so that no other change is lost.
 */
export async function patchItem(
  ctx: SiteCtx,
  { query, body }: Input<(typeof itemsEndpoints)['patchItem']>,
): Promise<Answer> {
  const reach = await openCollection(ctx, body, 'update');
  const { collection } = reach;
  const id = named(body.patch.dataItemId, query.dataItemId);
  const modifications = modificationsOf(reach, body.patch.fieldModifications, 'patch.fieldModifications');
  const where = planWriteFilter(reach, body.condition);
  const patched = await transaction(ctx, async (ctx) => {
    await settle(ctx.db, collection, [id]);
    const held = await lockItems(ctx.db, reach, [id], where);
    if (held.length === 0) return undefined;
    const [outcome] = await patchRows(ctx, reach, [{ id, modifications, at: 'dataItem.data' }], held, { answer: true });
    return outcome as Outcome;
  });
  if (!patched) throw await notTouched(ctx, reach, id, 'update');
  if (patched.error) throw thrown(patched.error);
  return itemAnswer(collection.id, { id, data: patched.data as string });
}

/** The REST form names the item in the path; it must not contradict the body. */
function named(inBody: unknown, inPath: string | undefined): string {
  const id = inBody ?? inPath;
  assertItemId(id, inBody === undefined ? 'dataItemId' : 'patch.dataItemId');
  if (inPath !== undefined && id !== inPath) {
    const field = 'patch.dataItemId';
    throw new AppError('WDE0080', { reason: `${field} and the id in the path differ`, field });
  }
  return id;
}

const thrown = (error: AppError): Error =>
  'fieldViolations' in error.data ? new ViolationError(error.data.fieldViolations as FieldViolation[]) : error;
