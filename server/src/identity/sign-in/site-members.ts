/**
 * The vendor's older site-member calls (identity contract 6.3). They do the same as the current calls in another
 * format.
 */

import type { Input, Output } from '@portico/contract/endpoint';
import type { IdentityProfile } from '@portico/contract/identity';
import type { membersEndpoints } from '@portico/contract/members';
import type { Static } from 'typebox';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { withMember } from '../members/administer-member.ts';
import { approve, block } from '../members/change-status.ts';
import { readEmail } from '../members/email-address.ts';
import { findMember, findMemberByEmail } from '../members/store.ts';
import { memberToWire } from '../members/wire.ts';
import { requireManager } from '../permissions.ts';
import { login } from './login.ts';
import { register } from './register.ts';

type Endpoints = typeof membersEndpoints;
type StateMachine = Awaited<ReturnType<typeof login>>;
type Profile = Static<typeof IdentityProfile>;

/**
 * Registers a member under the rules of the site. Returns no session while the owner's approval is pending.
 * @throws AppError the errors of register; EMAIL_VERIFICATION_REQUIRED, MEMBER_PENDING
 */
export async function siteMemberRegister(
  ctx: SiteCtx,
  { body }: Input<Endpoints['siteMemberRegister']>,
  request: RequestInfo,
): Promise<Output<Endpoints['siteMemberRegister']>> {
  const { email, password, contactInfo, profilePrivacyStatus } = body;
  const profile = { ...profileOf(contactInfo ?? {}), ...privacyOf(profilePrivacyStatus) };
  const result = await register(ctx, { query: {}, body: { loginId: { email }, password, profile } }, request);
  if (result.state !== 'REQUIRE_OWNER_APPROVAL') assertSignedIn(result);
  const { sessionToken } = result;
  return { member: await memberOf(ctx, result), ...(sessionToken ? { session: { token: sessionToken } } : {}) };
}

/** @throws AppError the errors of login; EMAIL_VERIFICATION_REQUIRED, MEMBER_PENDING */
export async function siteMemberLogin(
  ctx: SiteCtx,
  { body }: Input<Endpoints['siteMemberLogin']>,
  request: RequestInfo,
): Promise<Output<Endpoints['siteMemberLogin']>> {
  const { email, password } = body;
  const result = await login(ctx, { query: {}, body: { loginId: { email }, password } }, request);
  return { session: { token: assertSignedIn(result) }, member: await memberOf(ctx, result) };
}

export async function siteMemberApprove(
  ctx: SiteCtx,
  { body }: Input<Endpoints['siteMemberApprove']>,
): Promise<Record<never, never>> {
  requireManager(ctx.caller);
  await withMember(ctx, await idOf(ctx, body), approve);
  return {};
}

export async function siteMemberBlock(
  ctx: SiteCtx,
  { body }: Input<Endpoints['siteMemberBlock']>,
): Promise<Record<never, never>> {
  requireManager(ctx.caller);
  await withMember(ctx, await idOf(ctx, body), block);
  return {};
}

/**
 * Returns the id of the member that the request names. The vendor also accepts a token from its mails; Portico
 * does not, because its mails link to the dashboard instead.
 */
async function idOf(ctx: SiteCtx, { id, email }: Input<Endpoints['siteMemberApprove']>['body']): Promise<string> {
  if (id) return id;
  const row = email ? await findMemberByEmail(ctx.db, ctx.site.id, readEmail(email) ?? '') : undefined;
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  return row.id;
}

/**
 * Returns the session token.
 * @throws AppError EMAIL_VERIFICATION_REQUIRED, MEMBER_PENDING for states that the current call returns without an
 * error
 */
function assertSignedIn({ state, sessionToken }: StateMachine): string {
  if (state === 'REQUIRE_EMAIL_VERIFICATION') throw new AppError('EMAIL_VERIFICATION_REQUIRED');
  if (!sessionToken) throw new AppError('MEMBER_PENDING', { reasons: state });
  return sessionToken;
}

async function memberOf(ctx: SiteCtx, { identity }: StateMachine) {
  const row = await findMember(ctx.db, ctx.site.id, identity.id);
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  return memberToWire(row, 'FULL');
}

/** Maximum lengths of the strings in a profile, as in the current call. */
const TEXTS = { firstName: 100, lastName: 100, nickname: 100, picture: 2_048, company: 1_000, position: 1_000 };

/** Converts the contact data of the older client. Names each field, and omits values of the wrong type. */
function profileOf(contactInfo: Readonly<Record<string, unknown>>): Profile {
  const readField = (key: string) => (Object.hasOwn(contactInfo, key) ? contactInfo[key] : undefined);
  const texts = Object.entries(TEXTS).filter(([key, maxLength]) => isText(readField(key), maxLength));
  return {
    ...Object.fromEntries(texts.map(([key]) => [key, readField(key)])),
    ...listOf('emails', readField('emails'), 254),
    ...listOf('phones', readField('phones'), 50),
  };
}

const listOf = (key: 'emails' | 'phones', value: unknown, maxLength: number): Profile =>
  Array.isArray(value) && value.length <= 20 && value.every((entry) => isText(entry, maxLength))
    ? { [key]: value }
    : {};

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength;

const privacyOf = (status: string | undefined): Profile =>
  status === 'PUBLIC' || status === 'PRIVATE' ? { privacyStatus: status } : {};
