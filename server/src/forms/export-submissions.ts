import type { SiteCtx } from '../kernel/ctx.ts';
import { listSubmissionsOf } from './submissions/store.ts';
import { toWire } from './submissions/wire.ts';

/** What these people sent, the trash included; `cut` where there is more than the bound allows. */
export async function exportSubmissions(
  ctx: SiteCtx,
  submitterIds: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
): Promise<{ entries: unknown[]; cut: boolean }> {
  const rows = await listSubmissionsOf(ctx.db, ctx.site.id, submitterIds, most);
  return { entries: rows.map(toWire), cut: rows.length < (rows[0]?.total ?? 0) };
}
