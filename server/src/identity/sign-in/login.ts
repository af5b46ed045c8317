import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { checkPassword } from '../../kernel/passwords.ts';
import { assertNotBackedOff, clearFailures, recordFailure } from '../../sites/index.ts';
import { findMemberByEmail, updateLastLogin } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import { readEmail } from './email-address.ts';
import { success } from './state-machine.ts';

type Endpoint = (typeof identityEndpoints)['login'];

export async function login(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  return success(ctx, await checkCredentials(ctx, body.loginId?.email, body.password));
}

/**
 * The member with this address and password. An unknown or malformed address and a wrong password are answered alike,
 * and an unknown address costs a hash too: neither answer nor time tells who is registered.
 * @throws AppError -19976, MEMBER_BLOCKED once the password was right, TOO_MANY_REQUESTS after repeated failures
 */
export async function checkCredentials(ctx: SiteCtx, address: unknown, password: unknown): Promise<MemberRow> {
  const email = readEmail(address);
  // By account and address together: somebody else's wrong guesses never keep the owner of the account out.
  const subject = `member:${ctx.site.id}:${email ?? ''}:${ctx.address}`;
  if (ctx.env.limits) await assertNotBackedOff(ctx.db, [subject], ctx.now);
  const member = email ? await findMemberByEmail(ctx.db, ctx.site.id, email) : undefined;
  const right = await checkPassword(member?.password_hash, typeof password === 'string' ? password : '');
  if (!member || !right) {
    await recordFailure(ctx.db, [subject], ctx.now);
    throw new AppError('-19976');
  }
  if (member.status !== 'ACTIVE') throw new AppError('MEMBER_BLOCKED');
  await clearFailures(ctx.db, subject);
  await updateLastLogin(ctx.db, ctx.site.id, member.id, ctx.now);
  return member;
}
