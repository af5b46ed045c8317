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
import { listLaterChanges } from '../../schema-changes/store.ts';
import { startChange } from '../change-by-filter.ts';
import { findBulkChange, lockBulkChange, type StoredBulkChange } from './store.ts';
import { type BulkChangeDetails, detailsOf, findSchemaObstacle, findUndoObstacle } from './undo-rules.ts';
import { bulkChangeToWire } from './wire.ts';

type Endpoint = (typeof bulkChangesEndpoints)['undoBulkChange'];

/** The undo of an update writes items; the undo of a removal inserts items. */
export const operationOf = (kind: BulkChangeDetails['undoesKind']): ItemOperation =>
  kind === 'UPDATE_ITEMS' ? 'update' : 'insert';

/**
 * Starts the job that restores the previous values of a bulk change, and records it in the audit log. Items that have
 * been written since are not restored.
 * @throws AppError NOT_FOUND if the change does not exist, WDE0080 if it cannot be undone, WDE0027 without permission
 */
export async function undoBulkChange(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { dataCollectionId, id } = body;
  const notFoundError = () => new AppError('NOT_FOUND', { path: `bulk change ${id}` });
  const readableReach = await openCollection(ctx, { dataCollectionId }, 'read');
  requireBulkEditor(ctx.caller, dataCollectionId, 'update');
  if (!isGuid(id)) throw notFoundError();
  return transaction(ctx, async (ctx) => {
    await lockBulkChange(ctx.db, readableReach.collection, id);
    const change = await findBulkChange(ctx.db, readableReach.collection, id);
    if (!change) throw notFoundError();
    const { keys, shape } = detailsOf(change);
    const undoesKind = change.kind === 'UPDATE_ITEMS' ? 'UPDATE_ITEMS' : 'REMOVE_ITEMS';
    const operation = operationOf(undoesKind);
    const reach = await openCollection(ctx, { dataCollectionId }, operation);
    if (reach.locked.some((key) => keys.includes(key))) throw permissionDenied(dataCollectionId, operation);
    const later = await listLaterChanges(ctx.db, reach.collection, shape);
    const reason =
      findUndoObstacle(change, ctx.now) ?? findSchemaObstacle({ keys, removes: undoesKind === 'REMOVE_ITEMS' }, later);
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
