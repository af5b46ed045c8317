/** Approves, blocks and disconnects members. Call each function in a transaction that has locked the row. */
import { emit } from '../../events/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import { audit } from '../../sites/index.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { assertTransition, type Status } from './status.ts';
import { changeMember, type MemberChange } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

/**
 * Approves a member who waits for approval, is blocked or is disconnected. Other pending steps, such as verifying the
 * address, remain. A waiting member who becomes active gets a mail.
 * @throws AppError MEMBER_STATUS_TRANSITION
 */
export async function approve(ctx: SiteCtx, row: MemberRow): Promise<MemberRow> {
  const status_reasons = row.status_reasons.filter((reason) => reason !== 'ADMIN_APPROVAL');
  const status = status_reasons.length > 0 ? 'PENDING' : 'ACTIVE';
  if (row.status === status && row.status_reasons.length === status_reasons.length) return row;
  const changed = await changeStatus(ctx, row, status, { status_reasons });
  if (row.status === 'PENDING' && status === 'ACTIVE') {
    const link = `${ctx.site.origin}/sign-in`;
    await queueMail(ctx, { kind: 'APPROVED', to: row.login_email, language: row.language, link });
  }
  await recordChange(ctx, 'approve', row, changed);
  return changed;
}

/** Blocks a member and ends all sessions. @throws AppError MEMBER_STATUS_TRANSITION */
export const block = (ctx: SiteCtx, row: MemberRow): Promise<MemberRow> => revokeAccess(ctx, row, 'BLOCKED');

/** Turns a member into a contact, who cannot sign in. @throws AppError MEMBER_STATUS_TRANSITION */
export const disconnect = (ctx: SiteCtx, row: MemberRow): Promise<MemberRow> => revokeAccess(ctx, row, 'OFFLINE');

async function revokeAccess(ctx: SiteCtx, row: MemberRow, status: 'BLOCKED' | 'OFFLINE'): Promise<MemberRow> {
  if (row.status === status) return row;
  // Pending steps stay stored, so that a later approval still requires them.
  const changed = await changeStatus(ctx, row, status, {});
  await endSessionsOfMember(ctx, ctx.site, row.id);
  await recordChange(ctx, status === 'BLOCKED' ? 'block' : 'disconnect', row, changed);
  return changed;
}

function changeStatus(ctx: SiteCtx, row: MemberRow, status: Status, changes: MemberChange): Promise<MemberRow> {
  if (row.status !== status) assertTransition(row.status, status);
  return changeMember(ctx.db, ctx.site.id, row.id, { ...changes, status }, ctx.now);
}

const EVENT_BY_STATUS: Readonly<Record<string, MemberEvent>> = { ACTIVE: 'approved', BLOCKED: 'blocked' };

async function recordChange(ctx: SiteCtx, verb: string, before: MemberRow, after: MemberRow): Promise<void> {
  // Records only statuses, because the audit log outlives a deleted member, and personal data must not.
  await audit(ctx, {
    siteId: ctx.site.id,
    action: `identity.members.${verb}`,
    target: after.id,
    before: { status: before.status, reasons: before.status_reasons },
    after: { status: after.status, reasons: after.status_reasons },
  });
  await emitMember(ctx, EVENT_BY_STATUS[after.status] ?? 'updated', after);
}

type MemberEvent = 'updated' | 'approved' | 'blocked';

/** Emits the event of a change, with the member in full. */
export const emitMember = (ctx: SiteCtx, event: MemberEvent, row: MemberRow): Promise<void> =>
  emit(ctx, { type: `wix.members.v1.member_${event}`, entityId: row.id, payload: memberToWire(row, 'FULL') });
