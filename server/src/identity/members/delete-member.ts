import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { emit, eraseActivity } from '../../events/index.ts';
import { ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { queueMail } from '../../mail/index.ts';
import { audit, forgetAudited } from '../../sites/index.ts';
import { requireManager, requireMemberId } from '../permissions.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { withMember } from './administer-member.ts';
import { assertTransition } from './status.ts';
import { anonymiseMember, deleteTracesOfMember, findMember, findVisitorOf } from './store.ts';
import type { MemberRow } from './wire.ts';

type Endpoints = typeof membersEndpoints;

export const MEMBER_DELETED = 'wix.members.v1.member_deleted';

/** Payload of MEMBER_DELETED. `connectMemberContent` uses it to delete or reassign the content of the member. */
export interface MemberDeletedPayload {
  readonly memberId: string;
  /**
   * The visitor who became this member, unless another member came from the same visitor before; see `findVisitorOf`.
   */
  readonly visitorId: string | null;
  /** The site's setting for content without an assignee. */
  readonly content: 'ANONYMISE' | 'DELETE';
  /** The member who takes over the content. */
  readonly contentAssigneeId: string | null;
}

export async function deleteMyMember(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteMyMember']>,
): Promise<Output<Endpoints['deleteMyMember']>> {
  const id = requireMemberId(ctx.caller);
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
 * Deletes a member, in a transaction that has locked the row: ends sessions, deletes links, codes, devices and
 * roles, and turns the row into an anonymous tombstone. The address is available again. `connectMemberContent` deletes
 * or reassigns the content of the member when it receives the event.
 * @throws AppError MEMBER_STATUS_TRANSITION
 */
export async function erase(ctx: SiteCtx, row: MemberRow, contentAssigneeId: string | null): Promise<void> {
  assertTransition(row.status, 'DELETED');
  const visitorId = await findVisitorOf(ctx.db, ctx.site.id, row);
  await endSessionsOfMember(ctx, ctx.site, row.id);
  await deleteTracesOfMember(ctx.db, ctx.site.id, row.id);
  await anonymiseMember(ctx.db, ctx.site.id, row.id, ctx.now);
  await eraseActivity(ctx, row.id);
  await forgetAudited(ctx, { siteId: ctx.site.id, target: row.id });
  if (ctx.caller.kind !== 'member') {
    const before = { status: row.status };
    await audit(ctx, { siteId: ctx.site.id, action: 'identity.members.delete', target: row.id, before });
  }
  const payload: MemberDeletedPayload = {
    memberId: row.id,
    visitorId,
    content: ctx.site.settings.members.contentOfDeleted,
    contentAssigneeId: contentAssigneeId === row.id ? null : contentAssigneeId,
  };
  await emit(ctx, { type: MEMBER_DELETED, entityId: row.id, payload });
  // An unverified address may belong to a stranger, who must not get mail.
  if (row.status_reasons.includes('EMAIL_VERIFICATION')) return;
  await queueMail(ctx, { kind: 'ACCOUNT_DELETED', to: row.login_email, language: row.language });
}

/**
 * Requires that the assignee is an active member other than the deleted one. A member may name only members with a
 * public profile, so that ids cannot be probed.
 * @throws ViolationError
 */
export async function assertAssignee(ctx: SiteCtx, assigneeId: string | null, deletedId: string | null): Promise<void> {
  if (assigneeId === null) return;
  const row = await findMember(ctx.db, ctx.site.id, assigneeId);
  const visible = ctx.caller.kind !== 'member' || row?.privacy_status === 'PUBLIC';
  if (row?.status === 'ACTIVE' && visible && row.id !== deletedId) return;
  const description = 'must be another, active member of the site';
  throw new ViolationError([{ field: 'contentAssigneeId', description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
}
