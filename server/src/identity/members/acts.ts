/** What the people of a site do to a member: let in, keep out, turn into a contact. In the caller's transaction, on a locked row. */
import { emit } from '../../events/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import { audit } from '../../sites/index.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { assertTransition, type Status } from './status.ts';
import { changeMember, type MemberChange } from './store.ts';
import { type MemberRow, memberToWire } from './wire.ts';

/**
 * Lets a member in: a waiting one as far as the owner's word goes (what else is owed stays owed), and one who was
 * blocked or disconnected. Who has just been let in after waiting is told by mail.
 * @throws AppError MEMBER_STATUS_TRANSITION
 */
export async function approve(ctx: SiteCtx, row: MemberRow): Promise<MemberRow> {
  const status_reasons = row.status_reasons.filter((reason) => reason !== 'ADMIN_APPROVAL');
  const status = status_reasons.length > 0 ? 'PENDING' : 'ACTIVE';
  if (row.status === status && row.status_reasons.length === status_reasons.length) return row;
  const changed = await moved(ctx, row, status, { status_reasons });
  if (row.status === 'PENDING' && status === 'ACTIVE') {
    const link = `${ctx.site.origin}/sign-in`;
    await queueMail(ctx, { kind: 'APPROVED', to: row.login_email, language: row.language, link });
  }
  await noted(ctx, 'approve', row, changed);
  return changed;
}

/** Keeps a member out: every session ends, on every process. @throws AppError MEMBER_STATUS_TRANSITION */
export const block = (ctx: SiteCtx, row: MemberRow): Promise<MemberRow> => shutOut(ctx, row, 'BLOCKED');

/** Turns a member into a mere contact, who does not sign in. @throws AppError MEMBER_STATUS_TRANSITION */
export const disconnect = (ctx: SiteCtx, row: MemberRow): Promise<MemberRow> => shutOut(ctx, row, 'OFFLINE');

async function shutOut(ctx: SiteCtx, row: MemberRow, status: 'BLOCKED' | 'OFFLINE'): Promise<MemberRow> {
  if (row.status === status) return row;
  // What was owed stays on record, so that a way back in leads past it.
  const changed = await moved(ctx, row, status, {});
  await endSessionsOfMember(ctx, ctx.site, row.id);
  await noted(ctx, status === 'BLOCKED' ? 'block' : 'disconnect', row, changed);
  return changed;
}

function moved(ctx: SiteCtx, row: MemberRow, status: Status, changes: MemberChange): Promise<MemberRow> {
  if (row.status !== status) assertTransition(row.status, status);
  return changeMember(ctx.db, ctx.site.id, row.id, { ...changes, status }, ctx.now);
}

const EVENTS: Readonly<Record<string, MemberEvent>> = { ACTIVE: 'approved', BLOCKED: 'blocked' };

async function noted(ctx: SiteCtx, verb: string, before: MemberRow, after: MemberRow): Promise<void> {
  // Statuses alone: the audit log outlives the member, personal data must not.
  await audit(ctx, {
    siteId: ctx.site.id,
    action: `identity.members.${verb}`,
    target: after.id,
    before: { status: before.status, reasons: before.status_reasons },
    after: { status: after.status, reasons: after.status_reasons },
  });
  await emitMember(ctx, EVENTS[after.status] ?? 'updated', after);
}

type MemberEvent = 'updated' | 'approved' | 'blocked';

/** Tells who listens what became of a member. */
export const emitMember = (ctx: SiteCtx, what: MemberEvent, row: MemberRow): Promise<void> =>
  emit(ctx, { type: `wix.members.v1.member_${what}`, entityId: row.id, payload: memberToWire(row, 'FULL') });
