import type { schemaChangesEndpoints } from '@portico/contract/data/schema-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { listDeleted, RESTORE_DAYS } from '../../collections/deleted-store.ts';
import { canSeeDefinition, permissionDenied } from '../../collections/permissions.ts';

type Endpoint = (typeof schemaChangesEndpoints)['listDeletedCollections'];

/** Lists the collections that can still be restored, latest first. */
export async function listDeletedCollections(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  if (!canSeeDefinition(ctx.caller)) throw permissionDenied('*', 'read');
  const { limit = dataLimits.defaultPageSize, offset = 0 } = query.paging ?? {};
  const { rows, total } = await listDeleted(ctx.db, ctx.site.id, { limit, offset, now: ctx.now });
  return {
    deletedCollections: rows.map(({ id, displayName, deletedAt, idTaken }) => ({
      id,
      displayName,
      deletedDate: deletedAt.toISOString(),
      restorableUntil: new Date(deletedAt.getTime() + RESTORE_DAYS * 86_400_000).toISOString(),
      idTaken,
    })),
    pagingMetadata: { count: rows.length, offset, total, tooManyToCount: false, hasNext: offset + rows.length < total },
  };
}
