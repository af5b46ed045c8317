import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import type { ItemOperation } from '@portico/domain';
import { transaction } from '../../../db/index.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { isGuid } from '../../../kernel/ids.ts';
import { audit } from '../../../sites/index.ts';
import { permissionDenied, requireBulkEditor } from '../../collections/permissions.ts';
import { openCollection } from '../../collections/reach.ts';
import { listLater } from '../../schema-changes/store.ts';
import { startChange } from '../change-by-filter.ts';
import { type BulkChangeDetails, detailsOf, refusalOfFields, refusalOfUndo } from './rules.ts';
import { findBulkChange, lockBulkChange, type StoredBulkChange } from './store.ts';
import { bulkChangeToWire } from './wire.ts';

type Endpoint = (typeof bulkChangesEndpoints)['undoBulkChange'];

/** An undo of an update writes items, an undo of a removal adds items. */
export const operationOf = (kind: BulkChangeDetails['undoesKind']): ItemOperation =>
  kind === 'UPDATE_ITEMS' ? 'update' : 'insert';

/**
 * Starts the job that gives items back what a bulk change took, and notes it in the audit log. Items that somebody has
 * written since stay as they are.
 * @throws AppError NOT_FOUND for an unknown change, WDE0080 for one that cannot be undone, WDE0027
 */
export async function undoBulkChange(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { dataCollectionId, id } = body;
  const missing = () => new AppError('NOT_FOUND', { path: `bulk change ${id}` });
  const read = await openCollection(ctx, { dataCollectionId }, 'read');
  requireBulkEditor(ctx.caller, dataCollectionId, 'update');
  if (!isGuid(id)) throw missing();
  return transaction(ctx, async (ctx) => {
    await lockBulkChange(ctx.db, read.collection, id);
    const change = await findBulkChange(ctx.db, read.collection, id);
    if (!change) throw missing();
    const { keys, shape } = detailsOf(change);
    const undoesKind = change.kind === 'UPDATE_ITEMS' ? 'UPDATE_ITEMS' : 'REMOVE_ITEMS';
    const operation = operationOf(undoesKind);
    const reach = await openCollection(ctx, { dataCollectionId }, operation);
    if (reach.locked.some((key) => keys.includes(key))) throw permissionDenied(dataCollectionId, operation);
    const later = await listLater(ctx.db, reach.collection, shape);
    const reason =
      refusalOfUndo(change, ctx.now) ?? refusalOfFields({ keys, removes: undoesKind === 'REMOVE_ITEMS' }, later);
    if (reason !== null) throw new AppError('WDE0080', { reason, field: 'id' });
    const total = Number(change.success_count);
    const details: BulkChangeDetails = { keys, total, shape, undoes: id, undoesKind };
    const undo = await startChange(ctx, reach, 'UNDO_BULK_CHANGE', {}, details);
    await audit(ctx, {
      siteId: ctx.site.id,
      action: 'data.items.bulk-undo',
      target: dataCollectionId,
      after: { bulkChange: undo, undoes: id, items: total, fields: keys },
    });
    const started = (await findBulkChange(ctx.db, reach.collection, undo)) as StoredBulkChange;
    return { bulkChange: bulkChangeToWire(started, ctx.now) };
  });
}
