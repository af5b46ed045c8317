import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { approve, block, disconnect, emitMember } from './acts.ts';
import { changeMember, lockMember } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

type Act = (ctx: SiteCtx, row: MemberRow) => Promise<MemberRow>;

export const approveMember = byStaff(approve);
export const blockMember = byStaff(block);
export const disconnectMember = byStaff(disconnect);
export const muteMember = byStaff((ctx, row) => setActivity(ctx, row, 'MUTED'));
export const unmuteMember = byStaff((ctx, row) => setActivity(ctx, row, 'ACTIVE'));

/** A call of staff that does one thing to one member and answers the member. */
function byStaff(act: Act) {
  return async (ctx: SiteCtx, { query }: { readonly query: { readonly id: string } }) => {
    requireManager(ctx.caller);
    return { member: memberToWire(await withMember(ctx, query.id, act), 'FULL') };
  };
}

/**
 * Does one thing to a member in one transaction, with the row locked.
 * @throws AppError MEMBER_NOT_FOUND, and what the act throws
 */
export function withMember<R>(ctx: SiteCtx, id: string, act: (ctx: SiteCtx, row: MemberRow) => Promise<R>): Promise<R> {
  return transaction(ctx, async (ctx) => {
    const row = await lockMember(ctx.db, ctx.site.id, id);
    if (!row) throw new AppError('MEMBER_NOT_FOUND');
    return act(ctx, row);
  });
}

async function setActivity(ctx: SiteCtx, row: MemberRow, activity_status: 'ACTIVE' | 'MUTED'): Promise<MemberRow> {
  if (row.activity_status === activity_status) return row;
  const changed = await changeMember(ctx.db, ctx.site.id, row.id, { activity_status }, ctx.now);
  await audit(ctx, {
    siteId: ctx.site.id,
    action: activity_status === 'MUTED' ? 'identity.members.mute' : 'identity.members.unmute',
    target: row.id,
    before: { activityStatus: row.activity_status },
    after: { activityStatus: activity_status },
  });
  await emitMember(ctx, 'updated', changed);
  return changed;
}
