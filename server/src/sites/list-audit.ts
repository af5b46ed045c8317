import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import type { SiteCtx } from '../kernel/ctx.ts';
import { requires } from './rights.ts';
import * as store from './store.ts';

type Endpoint = (typeof sitesEndpoints)['listAudit'];

const MOST_ENTRIES = 200;

export async function listAudit(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requires(ctx.caller, 'site:manage');
  const { limit = 50, offset = 0 } = query.paging ?? {};
  const rows = await store.listAudit(ctx.db, ctx.site.id, { limit: Math.min(limit, MOST_ENTRIES), offset });
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
