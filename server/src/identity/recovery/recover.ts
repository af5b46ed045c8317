import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { findPasswordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { findMember, lockMember } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { advance, type SignInResult, signInToWire } from '../sign-in/advance.ts';
import { deleteDevicesOfMember } from '../sign-in/device-store.ts';
import { type Device, deviceOfCall } from '../sign-in/devices.ts';
import { mailPasswordChanged } from '../sign-in/password-changed-mail.ts';
import { computeProgress } from '../sign-in/progress.ts';
import { deleteStatesOfMember } from '../sign-in/state-store.ts';
import { updateProgress } from '../sign-in/store.ts';
import { consumeRecovery, deleteRecoveriesOfMember, findRecovery } from './store.ts';

type Endpoint = (typeof identityEndpoints)['recover'];
type Recovery = NonNullable<Awaited<ReturnType<typeof consumeRecovery>>>;

export async function recover(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  const { result } = await redeemRecovery(ctx, body.recoveryToken, body.password, deviceOfCall(ctx, request));
  return signInToWire(ctx, result);
}

/**
 * Redeems a mailed link: sets the new password and continues the sign-in. The link proves access to the mailbox, so the
 * address becomes verified. Ends every session, known device and other link of the member, because an attacker may have
 * known the old password.
 * @throws AppError VERIFICATION_FAILED for a link that is unknown, used or expired; MEMBER_BLOCKED; ViolationError for
 *   a password that breaks the rules, after which the link stays valid
 */
export async function redeemRecovery(
  ctx: SiteCtx,
  token: string,
  password: string | undefined,
  device: Device,
): Promise<{ result: SignInResult; recovery: Recovery }> {
  const tokenHash = hashSecret(token);
  // Threat: without this check, requests with invalid links could make the server compute expensive hashes.
  const found = await findRecovery(ctx.db, ctx.site.id, tokenHash, ctx.now);
  if (!found) throw new AppError('VERIFICATION_FAILED');
  const passwordHash = password === undefined ? undefined : await hashNewPassword(ctx, found.member_id, password);
  return transaction(ctx, async (ctx) => {
    const recovery = await consumeRecovery(ctx.db, ctx.site.id, tokenHash, ctx.now);
    const member = recovery ? await lockMember(ctx.db, ctx.site.id, recovery.member_id) : undefined;
    if (!recovery || !member || member.status === 'DELETED') throw new AppError('VERIFICATION_FAILED');
    if (!['PENDING', 'ACTIVE'].includes(member.status)) throw new AppError('MEMBER_BLOCKED');
    await deleteRecoveriesOfMember(ctx.db, ctx.site.id, member.id);
    await deleteStatesOfMember(ctx.db, ctx.site.id, member.id);
    if (passwordHash) await revokeAccess(ctx, member);
    const verified = await updateProgress(ctx.db, ctx.site.id, member.id, {
      ...computeProgress(member, 'EMAIL_VERIFICATION'),
      login_email_verified: true,
      ...(passwordHash ? { password_hash: passwordHash, password_reset_required: false } : {}),
    });
    return { result: await advance(ctx, verified, device), recovery };
  });
}

async function hashNewPassword(ctx: SiteCtx, memberId: string, password: string): Promise<string> {
  const member = await findMember(ctx.db, ctx.site.id, memberId);
  const violations = findPasswordViolations(password, 'password', member?.login_email ?? null);
  if (violations.length > 0) throw new ViolationError(violations);
  return hashPassword(password);
}

async function revokeAccess(ctx: SiteCtx, member: MemberRow): Promise<void> {
  await endSessionsOfMember(ctx, ctx.site, member.id);
  await deleteDevicesOfMember(ctx.db, ctx.site.id, member.id);
  // The first password of a member needs no warning mail.
  if (member.password_hash) await mailPasswordChanged(ctx, member);
}
