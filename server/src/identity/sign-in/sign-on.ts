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
import { deviceOfCall, noteDevice } from './devices.ts';
import { progressWithout } from './progress.ts';
import { notAnAddress } from './register.ts';
import { updateProgress } from './store.ts';

type Endpoint = (typeof identityEndpoints)['signOn'];

/**
 * Signs a member in on the word of an API key, which stands for the steps of signing in; an unknown address becomes a
 * member without a password. Only who waits to be let in by the owner still waits.
 */
export async function signOn(ctx: SiteCtx, { body }: Input<Endpoint>, request: RequestInfo): Promise<Output<Endpoint>> {
  if (!mayImpersonate(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  const email = readEmail(body.loginId.email);
  if (!email) throw new ViolationError([notAnAddress('loginId.email')]);
  const found = await findOrCreate(ctx, {
    email,
    passwordHash: null,
    profile: body.profile,
    emailVerified: body.verifyEmail,
  });
  const member = body.verifyEmail ? await withVerifiedEmail(ctx, found) : found;
  if (member.status === 'PENDING') throw new AppError('MEMBER_PENDING', { reasons: member.status_reasons });
  if (member.status !== 'ACTIVE') throw new AppError('MEMBER_BLOCKED');
  await updateLastLogin(ctx.db, ctx.site.id, member.id, ctx.now);
  await noteDevice(ctx, member, deviceOfCall(ctx, request));
  return { sessionToken: await issueSessionToken(ctx, ctx.site, member.id), identity: identityToWire(member) };
}

/** Who signed the person in elsewhere has proved the address there. */
async function withVerifiedEmail(ctx: SiteCtx, member: MemberRow): Promise<MemberRow> {
  if (member.login_email_verified) return member;
  const changes = { ...progressWithout(member, 'EMAIL_VERIFICATION'), login_email_verified: true };
  return updateProgress(ctx.db, ctx.site.id, member.id, changes);
}

async function findOrCreate(ctx: SiteCtx, made: NewMember): Promise<MemberRow> {
  const known = await findMemberByEmail(ctx.db, ctx.site.id, made.email);
  if (known) return known;
  try {
    return await createMember({ ...ctx, caller: ctx.paired ?? ctx.caller }, made);
  } catch (error) {
    // Two sign-ons at once: the other one made the member.
    const other =
      error instanceof AppError && error.code === '-19995'
        ? await findMemberByEmail(ctx.db, ctx.site.id, made.email)
        : undefined;
    if (other) return other;
    throw error;
  }
}
