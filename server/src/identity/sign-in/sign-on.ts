import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { findMemberByEmail, updateLastLogin } from '../members/store.ts';
import { identityToWire, type MemberRow } from '../members/wire.ts';
import { mayImpersonate } from '../permissions.ts';
import { issueSessionToken } from '../sessions/sessions.ts';
import { createMember } from './create-member.ts';
import { readEmail } from './email-address.ts';
import { notAnAddress } from './register.ts';

type Endpoint = (typeof identityEndpoints)['signOn'];

/** Signs a member in on the word of an API key; an unknown address becomes a member without a password. */
export async function signOn(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  if (!mayImpersonate(ctx.caller)) throw new AppError('PERMISSION_DENIED');
  const email = readEmail(body.loginId.email);
  if (!email) throw new ViolationError([notAnAddress('loginId.email')]);
  const member = await findOrCreate(ctx, email, body.profile);
  if (member.status !== 'ACTIVE') throw new AppError('MEMBER_BLOCKED');
  await updateLastLogin(ctx.db, ctx.site.id, member.id, ctx.now);
  return { sessionToken: await issueSessionToken(ctx, ctx.site, member.id), identity: identityToWire(member) };
}

async function findOrCreate(
  ctx: SiteCtx,
  email: string,
  profile: Input<Endpoint>['body']['profile'],
): Promise<MemberRow> {
  const known = await findMemberByEmail(ctx.db, ctx.site.id, email);
  if (known) return known;
  try {
    return await createMember({ ...ctx, caller: ctx.paired ?? ctx.caller }, { email, passwordHash: null, profile });
  } catch (error) {
    // Two sign-ons at once: the other one made the member.
    const made =
      error instanceof AppError && error.code === '-19995'
        ? await findMemberByEmail(ctx.db, ctx.site.id, email)
        : undefined;
    if (made) return made;
    throw error;
  }
}
