/** The vendor's older site-member calls (identity contract 6.3): the present ones in other shapes. */

import type { Input, Output } from '@portico/contract/endpoint';
import type { IdentityProfile } from '@portico/contract/identity';
import type { membersEndpoints } from '@portico/contract/members';
import type { Static } from 'typebox';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { approve, block } from '../members/acts.ts';
import { withMember } from '../members/administer-member.ts';
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
 * Registers by the rules of the site. Who is to be let in first is answered without a session.
 * @throws AppError as register does; EMAIL_VERIFICATION_REQUIRED, MEMBER_PENDING
 */
export async function siteMemberRegister(
  ctx: SiteCtx,
  { body }: Input<Endpoints['siteMemberRegister']>,
  request: RequestInfo,
): Promise<Output<Endpoints['siteMemberRegister']>> {
  const { email, password, contactInfo, profilePrivacyStatus } = body;
  const profile = { ...profileOf(contactInfo ?? {}), ...privacyOf(profilePrivacyStatus) };
  const stand = await register(ctx, { query: {}, body: { loginId: { email }, password, profile } }, request);
  if (stand.state !== 'REQUIRE_OWNER_APPROVAL') assertSignedIn(stand);
  const { sessionToken } = stand;
  return { member: await memberOf(ctx, stand), ...(sessionToken ? { session: { token: sessionToken } } : {}) };
}

/** @throws AppError as login does; EMAIL_VERIFICATION_REQUIRED, MEMBER_PENDING */
export async function siteMemberLogin(
  ctx: SiteCtx,
  { body }: Input<Endpoints['siteMemberLogin']>,
  request: RequestInfo,
): Promise<Output<Endpoints['siteMemberLogin']>> {
  const { email, password } = body;
  const stand = await login(ctx, { query: {}, body: { loginId: { email }, password } }, request);
  return { session: { token: assertSignedIn(stand) }, member: await memberOf(ctx, stand) };
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

/** The token of a mail names nobody here: our mails lead the owner to the dashboard instead. */
async function idOf(ctx: SiteCtx, { id, email }: Input<Endpoints['siteMemberApprove']>['body']): Promise<string> {
  if (id) return id;
  const row = email ? await findMemberByEmail(ctx.db, ctx.site.id, readEmail(email) ?? '') : undefined;
  if (!row) throw new AppError('MEMBER_NOT_FOUND');
  return row.id;
}

/** The session token; where there is none the older call has errors for what the present one answers as states. */
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

/** key → most characters, as the profile of the present call has them */
const TEXTS = { firstName: 100, lastName: 100, nickname: 100, picture: 2_048, company: 1_000, position: 1_000 };

/** Contact data as the older client names them, each field by name; what is no text is left out. */
function profileOf(contactInfo: Readonly<Record<string, unknown>>): Profile {
  const given = (key: string) => (Object.hasOwn(contactInfo, key) ? contactInfo[key] : undefined);
  const texts = Object.entries(TEXTS).filter(([key, most]) => isText(given(key), most));
  return {
    ...Object.fromEntries(texts.map(([key]) => [key, given(key)])),
    ...listOf('emails', given('emails'), 254),
    ...listOf('phones', given('phones'), 50),
  };
}

const listOf = (key: 'emails' | 'phones', value: unknown, most: number): Profile =>
  Array.isArray(value) && value.length <= 20 && value.every((entry) => isText(entry, most)) ? { [key]: value } : {};

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;

const privacyOf = (status: string | undefined): Profile =>
  status === 'PUBLIC' || status === 'PRIVATE' ? { privacyStatus: status } : {};
