import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { transaction } from '../../db/index.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { findPasswordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { findMember } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { mailPasswordChanged } from '../sign-in/password-changed-mail.ts';
import { deleteStatesOfMember } from '../sign-in/state-store.ts';
import { updateProgress } from '../sign-in/store.ts';
import { deleteRecoveriesOfMember } from './store.ts';

type Endpoint = (typeof identityEndpoints)['changePassword'];

/** Sets a new password for the signed-in member, whose session stays valid (identity contract 6.1). */
export async function changePassword(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  if (ctx.caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  const member = await findMember(ctx.db, ctx.site.id, ctx.caller.id);
  if (!member) throw new AppError('MEMBER_NOT_FOUND');
  await setPassword(ctx, member, body.newPassword, ctx.caller.sessionId);
  return {};
}

/**
 * Sets the password of a signed-in member and mails the member. Ends every session except `sessionId`, every mailed
 * link and every unfinished sign-in. Threat: an attacker who knew the old password would stay signed in after the
 * change.
 * @throws ViolationError naming `newPassword`
 */
export async function setPassword(ctx: SiteCtx, member: MemberRow, password: string, sessionId: string): Promise<void> {
  const violations = findPasswordViolations(password, 'newPassword', member.login_email);
  if (violations.length > 0) throw new ViolationError(violations);
  const password_hash = await hashPassword(password);
  await transaction(ctx, async (ctx) => {
    await updateProgress(ctx.db, ctx.site.id, member.id, { password_hash, password_reset_required: false });
    await deleteRecoveriesOfMember(ctx.db, ctx.site.id, member.id);
    await deleteStatesOfMember(ctx.db, ctx.site.id, member.id);
    await endSessionsOfMember(ctx, ctx.site, member.id, { except: sessionId });
    await mailPasswordChanged(ctx, member);
  });
}
