import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { emit, forgetActivity } from '../../events/index.ts';
import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import { audit, forgetAudited } from '../../sites/index.ts';
import { ownId, requireManager } from '../permissions.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { withMember } from './administer-member.ts';
import { assertTransition } from './status.ts';
import { anonymiseMember, deleteTracesOfMember, findMember, findVisitorOf } from './store.ts';
import type { MemberRow } from './wire.ts';

type Endpoints = typeof membersEndpoints;

export const MEMBER_DELETED = 'wix.members.v1.member_deleted';

/** What the slices that hold a member's content are told. */
export interface MemberDeleted {
  readonly memberId: string;
  /** the visitor who became this member, and nobody else before */
  readonly visitorId: string | null;
  /** what the site does with content that nobody takes over */
  readonly content: 'ANONYMISE' | 'DELETE';
  /** the member who takes the content over */
  readonly contentAssigneeId: string | null;
}

export async function deleteMyMember(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteMyMember']>,
): Promise<Output<Endpoints['deleteMyMember']>> {
  const id = ownId(ctx.caller);
  const assigneeId = query.contentAssigneeId ?? null;
  await assertAssignee(ctx, assigneeId, id);
  await withMember(ctx, id, (ctx, row) => erase(ctx, row, assigneeId));
  return {};
}

export async function deleteMember(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteMember']>,
): Promise<Output<Endpoints['deleteMember']>> {
  requireManager(ctx.caller);
  await withMember(ctx, query.id, (ctx, row) => erase(ctx, row, null));
  return {};
}

/**
 * Deletes a member, in the caller's transaction, on a locked row: sessions end, links, codes, devices and roles go, and
 * the row stays as a tombstone that names nobody. The address is free again. What the member made is dealt with by who
 * keeps it, when the event arrives.
 * @throws AppError MEMBER_STATUS_TRANSITION
 */
export async function erase(ctx: SiteCtx, row: MemberRow, contentAssigneeId: string | null): Promise<void> {
  assertTransition(row.status, 'DELETED');
  const visitorId = await findVisitorOf(ctx.db, ctx.site.id, row);
  await endSessionsOfMember(ctx, ctx.site, row.id);
  await deleteTracesOfMember(ctx.db, ctx.site.id, row.id);
  await anonymiseMember(ctx.db, ctx.site.id, row.id, ctx.now);
  await forgetActivity(ctx, row.id);
  await forgetAudited(ctx, { siteId: ctx.site.id, target: row.id });
  if (ctx.caller.kind !== 'member') {
    const before = { status: row.status };
    await audit(ctx, { siteId: ctx.site.id, action: 'identity.members.delete', target: row.id, before });
  }
  const payload: MemberDeleted = {
    memberId: row.id,
    visitorId,
    content: ctx.site.settings.members.contentOfDeleted,
    contentAssigneeId: contentAssigneeId === row.id ? null : contentAssigneeId,
  };
  await emit(ctx, { type: MEMBER_DELETED, entityId: row.id, payload });
  // An address that was never proved may be a stranger's, who is not to be written to.
  if (row.status_reasons.includes('EMAIL_VERIFICATION')) return;
  await queueMail(ctx, { kind: 'ACCOUNT_DELETED', to: row.login_email, language: row.language });
}

/**
 * Who takes content over must be there to be asked about it; a member may name only members who are shown to them, so
 * that ids cannot be probed.
 * @throws ViolationError
 */
export async function assertAssignee(ctx: SiteCtx, assigneeId: string | null, leaverId: string | null): Promise<void> {
  if (assigneeId === null) return;
  const row = await findMember(ctx.db, ctx.site.id, assigneeId);
  const shown = ctx.caller.kind !== 'member' || row?.privacy_status === 'PUBLIC';
  if (row?.status === 'ACTIVE' && shown && row.id !== leaverId) return;
  const description = 'must be another member of the site, who is active';
  throw new ViolationError([{ field: 'contentAssigneeId', description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
}
