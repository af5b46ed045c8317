import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { passwordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { findMember, lockMember } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { advance, type Stand, standToWire } from '../sign-in/advance.ts';
import { type Device, deleteDevicesOfMember, deviceOfCall } from '../sign-in/devices.ts';
import { mailPasswordChanged } from '../sign-in/password-changed.ts';
import { progressWithout } from '../sign-in/progress.ts';
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
  const { stand } = await useRecovery(ctx, body.recoveryToken, body.password, deviceOfCall(ctx, request));
  return standToWire(ctx, stand);
}

/**
 * Sets a new password by the link of a mail, which is used up, and goes on with signing in. Whoever has the link has
 * the mailbox: the address counts as verified. Every session, every known device and every other link of the member
 * ends, because the old password may have been somebody else's.
 * @throws AppError VERIFICATION_FAILED for a link that is unknown, used or old; MEMBER_BLOCKED; ViolationError for a
 *   password that will not do, with the link still good
 */
export async function useRecovery(
  ctx: SiteCtx,
  token: string,
  password: string | undefined,
  device: Device,
): Promise<{ stand: Stand; recovery: Recovery }> {
  const tokenHash = hashSecret(token);
  // Looked up first: without a good link nobody can make the server compute hashes.
  const found = await findRecovery(ctx.db, ctx.site.id, tokenHash, ctx.now);
  if (!found) throw new AppError('VERIFICATION_FAILED');
  const passwordHash = password === undefined ? undefined : await newHash(ctx, found.member_id, password);
  return transaction(ctx, async (ctx) => {
    const recovery = await consumeRecovery(ctx.db, ctx.site.id, tokenHash, ctx.now);
    const member = recovery ? await lockMember(ctx.db, ctx.site.id, recovery.member_id) : undefined;
    if (!recovery || !member || member.status === 'DELETED') throw new AppError('VERIFICATION_FAILED');
    if (!['PENDING', 'ACTIVE'].includes(member.status)) throw new AppError('MEMBER_BLOCKED');
    await deleteRecoveriesOfMember(ctx.db, ctx.site.id, member.id);
    await deleteStatesOfMember(ctx.db, ctx.site.id, member.id);
    if (passwordHash) await endOldTrust(ctx, member);
    const proved = await updateProgress(ctx.db, ctx.site.id, member.id, {
      ...progressWithout(member, 'EMAIL_VERIFICATION'),
      login_email_verified: true,
      ...(passwordHash ? { password_hash: passwordHash, password_reset_required: false } : {}),
    });
    return { stand: await advance(ctx, proved, device), recovery };
  });
}

async function newHash(ctx: SiteCtx, memberId: string, password: string): Promise<string> {
  const member = await findMember(ctx.db, ctx.site.id, memberId);
  const violations = passwordViolations(password, 'password', member?.login_email ?? null);
  if (violations.length > 0) throw new ViolationError(violations);
  return hashPassword(password);
}

async function endOldTrust(ctx: SiteCtx, member: MemberRow): Promise<void> {
  await endSessionsOfMember(ctx, ctx.site, member.id);
  await deleteDevicesOfMember(ctx.db, ctx.site.id, member.id);
  // The first password of somebody who had none is no change to warn of.
  if (member.password_hash) await mailPasswordChanged(ctx, member);
}
