import { json } from '../db/statements.ts';
import { callerId } from '../kernel/caller.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';

export interface Act {
  readonly siteId: string;
  /** slice.noun.verb */
  readonly action: string;
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Records an administrative act: who, from which address, what, before and after. The only writer of audit_log; call it in
 * the transaction of the act, so that both commit or neither. Never pass a secret in before or after.
 */
export async function audit(ctx: Pick<Ctx, 'db' | 'caller' | 'address'>, act: Act): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      site_id: act.siteId,
      id: newId(),
      actor_kind: ctx.caller.kind,
      actor_id: callerId(ctx.caller) ?? 'command line',
      address: ctx.address,
      action: act.action,
      target: act.target,
      before: json(act.before),
      after: json(act.after),
    })
    .execute();
}

/** Clears before and after of acts on a deleted person: who did what and when stays, personal data does not. */
export async function forgetAudited(
  ctx: Pick<Ctx, 'db'>,
  { siteId, target }: Pick<Act, 'siteId' | 'target'>,
): Promise<void> {
  await ctx.db
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('site_id', '=', siteId)
    .where('target', '=', target)
    .execute();
}
