import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import type { SiteCtx } from '../kernel/ctx.ts';
import { listAuditEntries } from './audit-store.ts';
import { requirePermission } from './rights.ts';

type Endpoint = (typeof sitesEndpoints)['listAudit'];

const MAX_ENTRIES = 200;

export async function listAudit(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requirePermission(ctx.caller, 'site:manage');
  const { limit = 50, offset = 0 } = query.paging ?? {};
  const rows = await listAuditEntries(ctx.db, ctx.site.id, { limit: Math.min(limit, MAX_ENTRIES), offset });
  return {
    entries: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actorKind: row.actor_kind,
      actorId: row.actor_id,
      action: row.action,
      target: row.target,
      before: row.before,
      after: row.after,
    })),
  };
}
