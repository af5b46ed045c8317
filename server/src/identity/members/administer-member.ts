import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { approve, block, disconnect, emitMember } from './change-status.ts';
import { changeMember, lockMember } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

type Operation<R> = (ctx: SiteCtx, row: MemberRow) => Promise<R>;

export const approveMember = makeStaffEndpoint(approve);
export const blockMember = makeStaffEndpoint(block);
export const disconnectMember = makeStaffEndpoint(disconnect);
export const muteMember = makeStaffEndpoint((ctx, row) => setActivity(ctx, row, 'MUTED'));
export const unmuteMember = makeStaffEndpoint((ctx, row) => setActivity(ctx, row, 'ACTIVE'));

/** Creates an endpoint that applies an operation to one member, for callers who manage members. Returns the member. */
function makeStaffEndpoint(operation: Operation<MemberRow>) {
  return async (ctx: SiteCtx, { query }: { readonly query: { readonly id: string } }) => {
    requireManager(ctx.caller);
    return { member: memberToWire(await withMember(ctx, query.id, operation), 'FULL') };
  };
}

/**
 * Runs an operation on a member in a transaction, with the row locked.
 * @throws AppError MEMBER_NOT_FOUND, and whatever the operation throws
 */
export function withMember<R>(ctx: SiteCtx, id: string, operation: Operation<R>): Promise<R> {
  return transaction(ctx, async (ctx) => {
    const row = await lockMember(ctx.db, ctx.site.id, id);
    if (!row) throw new AppError('MEMBER_NOT_FOUND');
    return operation(ctx, row);
  });
}

async function setActivity(ctx: SiteCtx, row: MemberRow, activity_status: 'ACTIVE' | 'MUTED'): Promise<MemberRow> {
  if (row.activity_status === activity_status) return row;
  const changedMember = await changeMember(ctx.db, ctx.site.id, row.id, { activity_status }, ctx.now);
  await audit(ctx, {
    siteId: ctx.site.id,
    action: activity_status === 'MUTED' ? 'identity.members.mute' : 'identity.members.unmute',
    target: row.id,
    before: { activityStatus: row.activity_status },
    after: { activityStatus: activity_status },
  });
  await emitMember(ctx, 'updated', changedMember);
  return changedMember;
}
