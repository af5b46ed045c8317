import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { createMember, type NewMember } from '../members/create-member.ts';
import { readEmail } from '../members/email-address.ts';
import { findMemberByEmail, updateLastLogin } from '../members/store.ts';
import { identityToWire, type MemberRow } from '../members/wire.ts';
import { mayImpersonate } from '../permissions.ts';
import { issueSessionToken } from '../sessions/sessions.ts';
import { deviceOfCall, recordDevice } from './devices.ts';
import { computeProgress } from './progress.ts';
import { invalidEmail } from './register.ts';
import { updateProgress } from './store.ts';

type Endpoint = (typeof identityEndpoints)['signOn'];

/**
 * Signs a member in at the request of an API key, without password or verification. Creates a member without a password
 * if the address is unknown. Rejects a member who still has to complete a step, such as approval.
 */
export async function signOn(ctx: SiteCtx, { body }: Input<Endpoint>, request: RequestInfo): Promise<Output<Endpoint>> {
  if (!mayImpersonate(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  const email = readEmail(body.loginId.email);
  if (!email) throw new ViolationError([invalidEmail('loginId.email')]);
  const found = await findOrCreate(ctx, {
    email,
    passwordHash: null,
    profile: body.profile,
    isEmailVerified: body.verifyEmail,
  });
  const member = body.verifyEmail ? await withVerifiedEmail(ctx, found) : found;
  if (member.status === 'PENDING') throw new AppError('MEMBER_PENDING', { reasons: member.status_reasons });
  if (member.status !== 'ACTIVE') throw new AppError('MEMBER_BLOCKED');
  await updateLastLogin(ctx.db, ctx.site.id, member.id, ctx.now);
  await recordDevice(ctx, member, deviceOfCall(ctx, request));
  return { sessionToken: await issueSessionToken(ctx, ctx.site, member.id), identity: identityToWire(member) };
}

/** Marks the address as verified, because the system that signed the person in has verified it. */
async function withVerifiedEmail(ctx: SiteCtx, member: MemberRow): Promise<MemberRow> {
  if (member.login_email_verified) return member;
  const changes = { ...computeProgress(member, 'EMAIL_VERIFICATION'), login_email_verified: true };
  return updateProgress(ctx.db, ctx.site.id, member.id, changes);
}

async function findOrCreate(ctx: SiteCtx, newMember: NewMember): Promise<MemberRow> {
  const existing = await findMemberByEmail(ctx.db, ctx.site.id, newMember.email);
  if (existing) return existing;
  try {
    return await createMember({ ...ctx, caller: ctx.paired ?? ctx.caller }, newMember);
  } catch (error) {
    // A concurrent sign-on may have created the member.
    const created =
      error instanceof AppError && error.code === '-19995'
        ? await findMemberByEmail(ctx.db, ctx.site.id, newMember.email)
        : undefined;
    if (created) return created;
    throw error;
  }
}
