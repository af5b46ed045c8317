import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import { transaction } from '../../../db/index.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { audit } from '../../../sites/index.ts';
import { planWriteFilter } from '../../collections/reach.ts';
import { countItems } from '../../table/read-store.ts';
import { withSlowPoolShare } from '../../table/shares.ts';
import { startChange } from '../change-by-filter.ts';
import { planBulkChange } from './plan.ts';
import { findBulkChange, type StoredBulkChange } from './store.ts';
import type { BulkChangeDetails } from './undo-rules.ts';
import { bulkChangeToWire } from './wire.ts';

type Endpoint = (typeof bulkChangesEndpoints)['startBulkChange'];

/** Starts the job that updates or removes every matching item, and records it in the audit log. */
export async function startBulkChange(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { change, filter } = body;
  const { reach, keys } = await planBulkChange(ctx, body);
  const { collection } = reach;
  const matching = planWriteFilter(reach, { filter }, 'filter');
  // Counting reads every row, so it uses the connection pool for slow reads.
  const total = await withSlowPoolShare(ctx.site.id, collection.id, () =>
    countItems(ctx.env.connectionPools.slow, reach, matching),
  );
  const details: BulkChangeDetails = { keys, total, shape: collection.shape };
  return transaction(ctx, async (ctx) => {
    const id =
      change.kind === 'UPDATE'
        ? await startChange(ctx, reach, 'UPDATE_ITEMS', filter, {
            ...details,
            fieldModifications: change.fieldModifications,
          })
        : await startChange(ctx, reach, 'REMOVE_ITEMS', filter, details);
    await audit(ctx, {
      siteId: ctx.site.id,
      action: change.kind === 'UPDATE' ? 'data.items.bulk-update' : 'data.items.bulk-remove',
      target: collection.id,
      after: { bulkChange: id, items: total, fields: keys },
    });
    const started = await findBulkChange(ctx.db, collection, id);
    if (!started) throw new AppError('NOT_FOUND', { path: `bulk change ${id}` });
    return { bulkChange: bulkChangeToWire(started as StoredBulkChange, ctx.now) };
  });
}
