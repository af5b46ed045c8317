import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import type { SiteCtx } from '../kernel/ctx.ts';
import { requires } from './rights.ts';

type Endpoint = (typeof sitesEndpoints)['listAudit'];

export async function listAudit(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requires(ctx.caller, 'site:manage');
  const rows = await ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('site_id', '=', ctx.site.id)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(Math.min(query.paging?.limit ?? 50, 200))
    .offset(query.paging?.offset ?? 0)
    .execute();
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
