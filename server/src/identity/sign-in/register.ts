import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { Language } from '@portico/domain';
import { verifyCaptcha } from '../../captcha/index.ts';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError, type FieldViolation, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { findPasswordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { takeFromWindow } from '../../sites/index.ts';
import { createMember, type NewMember, rowOfNewMember } from '../members/create-member.ts';
import { readEmail } from '../members/email-address.ts';
import type { MemberRow } from '../members/wire.ts';
import { advance, createPendingSignIn, type SignInResult, signInToWire } from './advance.ts';
import { captchaTokenOf } from './captcha-token.ts';
import { type Device, deviceOfCall } from './devices.ts';
import { deleteStatesOfMember } from './state-store.ts';
import { deleteUnverifiedMember, lockMemberByEmail, lockRegistrationsOf } from './store.ts';

type Endpoint = (typeof identityEndpoints)['register'];
type Profile = Input<Endpoint>['body']['profile'];

/** Maximum number of registrations from one IP address in a minute. It allows a school class to sign up together. */
const SIGN_UPS_PER_MINUTE = 30;

export async function register(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  const { loginId, password, profile } = body;
  const input = { email: loginId.email, password, profile, captcha: captchaTokenOf(body.captchaTokens) };
  return signInToWire(ctx, await registerMember(ctx, input, deviceOfCall(ctx, request), 'loginId.email'));
}

/**
 * Creates a member with a password, and continues the sign-in up to the first step that is due.
 * @throws ViolationError for a malformed address (whose `data.type` EMAIL becomes invalidEmail in the vendor's client),
 *   a password that breaks the rules, or custom fields of the wrong type; AppError SIGN_UP_CLOSED; -19971 and -19970
 *   for the captcha; -19995 for an address that is taken, on a site that does not verify addresses; TOO_MANY_REQUESTS
 */
export async function registerMember(
  ctx: SiteCtx,
  input: { email: string; password: string; profile?: Profile; language?: Language; captcha?: string | undefined },
  device: Device,
  emailField = 'email',
): Promise<SignInResult> {
  const { signIn } = ctx.site.settings;
  if (signIn.signUp === 'CLOSED') throw new AppError('SIGN_UP_CLOSED');
  const email = readEmail(input.email);
  const violations = findPasswordViolations(input.password, 'password', email);
  if (!email) violations.unshift(invalidEmail(emailField));
  if (!email || violations.length > 0) throw new ViolationError(violations);
  await assertNotFlooding(ctx);
  if (signIn.captcha.mode !== 'OFF') await verifyCaptcha(ctx, input.captcha);
  const newMember: NewMember = {
    email,
    passwordHash: await hashPassword(input.password),
    profile: input.profile,
    language: input.language ?? input.profile?.language ?? null,
    appliesPolicy: true,
  };
  if (!signIn.requireEmailVerification) {
    return transaction(ctx, async (ctx) => advance(ctx, await createMember(ctx, newMember), device));
  }
  try {
    return await registerUndisclosed(ctx, newMember, device);
  } catch (error) {
    // The address is taken, because the owner has created this member in the dashboard meanwhile.
    if (error instanceof AppError && error.code === '-19995') return registerUndisclosed(ctx, newMember, device);
    throw error;
  }
}

/**
 * Registers on a site that verifies addresses, without revealing whether the address is taken: the response and the
 * work are the same, and in both cases a mail goes to the address. A registration replaces an earlier one
 * with an unverified address. Threat: an attacker registers somebody's address first, and still knows the password
 * after that person has verified the address.
 */
function registerUndisclosed(ctx: SiteCtx, newMember: NewMember, device: Device): Promise<SignInResult> {
  return transaction(ctx, async (ctx) => {
    await lockRegistrationsOf(ctx.db, ctx.site.id, newMember.email);
    const existing = await lockMemberByEmail(ctx.db, ctx.site.id, newMember.email);
    if (existing && !(existing.status === 'PENDING' && existing.status_reasons.includes('EMAIL_VERIFICATION'))) {
      const state = 'REQUIRE_EMAIL_VERIFICATION';
      const member = makeFakeRow(ctx, rowOfNewMember(ctx, newMember));
      return { state, member, stateToken: await createPendingSignIn(ctx, null, member, state) };
    }
    if (existing) {
      await deleteStatesOfMember(ctx.db, ctx.site.id, existing.id);
      await deleteUnverifiedMember(ctx.db, ctx.site.id, existing.id);
    }
    return advance(ctx, await createMember(ctx, newMember), device);
  });
}

/** Returns the row that a new member would have, for a response that looks the same. It is not stored. */
const makeFakeRow = (ctx: SiteCtx, row: ReturnType<typeof rowOfNewMember>): MemberRow => ({
  ...row,
  id: newId(),
  site_id: ctx.site.id,
  activity_status: 'ACTIVE',
  revision: '1',
  password_reset_required: false,
  created_at: ctx.now,
  updated_at: ctx.now,
  last_login_at: null,
});

async function assertNotFlooding(ctx: SiteCtx): Promise<void> {
  if (!ctx.env.hasRateLimits) return;
  const window = { subject: `sign-ups:${networkOf(ctx.address)}`, max: SIGN_UPS_PER_MINUTE, seconds: 60 };
  if (!(await takeFromWindow(ctx, window))) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 });
}

export const invalidEmail = (field: string): FieldViolation => ({
  field,
  description: 'must be an e-mail address',
  violatedRule: 'FORMAT',
  ruleName: 'EMAIL',
  data: { type: 'EMAIL' },
});
