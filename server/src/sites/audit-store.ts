import type { Db } from '../db/index.ts';
import { json } from '../db/statements.ts';
import { callerIdOf } from '../kernel/caller.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';

/** An administrative action on a site. */
export interface AuditEntry {
  readonly siteId: string;
  /** The action as `slice.noun.verb`. */
  readonly action: string;
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Records an administrative action: who did what, from which address, and the values before and after. Call it in the
 * transaction of the action, so that both commit or neither. Never pass a secret in `before` or `after`.
 */
export async function audit(ctx: Pick<Ctx, 'db' | 'caller' | 'address'>, entry: AuditEntry): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      site_id: entry.siteId,
      id: newId(),
      actor_kind: ctx.caller.kind,
      actor_id: callerIdOf(ctx.caller) ?? 'command line',
      address: ctx.address,
      action: entry.action,
      target: entry.target,
      before: json(entry.before),
      after: json(entry.after),
    })
    .execute();
}

/**
 * Clears `before` and `after` in entries about a deleted person. The entries still say who did what and when, without
 * personal data.
 */
export async function clearAuditedData(
  ctx: Pick<Ctx, 'db'>,
  { siteId, target }: Pick<AuditEntry, 'siteId' | 'target'>,
): Promise<void> {
  await ctx.db
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('site_id', '=', siteId)
    .where('target', '=', target)
    .execute();
}

export const listAuditEntries = (db: Db, siteId: string, page: { limit: number; offset: number }) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
