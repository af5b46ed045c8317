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
import { passwordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { takeFromWindow } from '../../sites/index.ts';
import { createMember, memberOf, type NewMember } from '../members/create-member.ts';
import { readEmail } from '../members/email-address.ts';
import type { MemberRow } from '../members/wire.ts';
import { advance, beginState, type Stand, standToWire } from './advance.ts';
import { captchaText } from './captcha-text.ts';
import { type Device, deviceOfCall } from './devices.ts';
import { deleteStatesOfMember } from './state-store.ts';
import { deleteUnverified, lockMemberByEmail, lockRegistrationsOf } from './store.ts';

type Endpoint = (typeof identityEndpoints)['register'];
type Profile = Input<Endpoint>['body']['profile'];

/** of one address in a minute; a class room signs up together */
const SIGN_UPS_A_MINUTE = 30;

export async function register(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  const { loginId, password, profile } = body;
  const given = { email: loginId.email, password, profile, captcha: captchaText(body.captchaTokens) };
  return standToWire(ctx, await registerMember(ctx, given, deviceOfCall(ctx, request), 'loginId.email'));
}

/**
 * Makes a member with a password, and goes as far with signing in as the site's settings let it.
 * @throws ViolationError for a malformed address (its `data.type` EMAIL makes the vendor's client say invalidEmail), a
 *   password that will not do, custom fields of a wrong type; AppError SIGN_UP_CLOSED; -19971 and -19970 about the
 *   captcha; -19995 for an address that is taken, on a site that does not verify addresses; TOO_MANY_REQUESTS
 */
export async function registerMember(
  ctx: SiteCtx,
  input: { email: string; password: string; profile?: Profile; language?: Language; captcha?: string | undefined },
  device: Device,
  emailField = 'email',
): Promise<Stand> {
  const { signIn } = ctx.site.settings;
  if (signIn.signUp === 'CLOSED') throw new AppError('SIGN_UP_CLOSED');
  const email = readEmail(input.email);
  const violations = passwordViolations(input.password, 'password', email);
  if (!email) violations.unshift(notAnAddress(emailField));
  if (!email || violations.length > 0) throw new ViolationError(violations);
  await assertNotFlooding(ctx);
  if (signIn.captcha.mode !== 'OFF') await verifyCaptcha(ctx, input.captcha);
  const made: NewMember = {
    email,
    passwordHash: await hashPassword(input.password),
    profile: input.profile,
    language: input.language ?? input.profile?.language ?? null,
    underPolicy: true,
  };
  if (!signIn.requireEmailVerification) {
    return transaction(ctx, async (ctx) => advance(ctx, await createMember(ctx, made), device));
  }
  try {
    return await registerUnseen(ctx, made, device);
  } catch (error) {
    // Somebody else, the owner in the dashboard, made this member meanwhile: for this one the address is taken now.
    if (error instanceof AppError && error.code === '-19995') return registerUnseen(ctx, made, device);
    throw error;
  }
}

/**
 * Registers on a site that verifies addresses: whoever asks must not learn whether the address was taken. The answer
 * is that of a new member either way, much the same is written, and the owner of the mailbox is told. Where nobody has
 * proved the address yet, the latest registration takes the place of the former one: otherwise somebody could register
 * another's address first, and keep the password once the other had verified it.
 */
function registerUnseen(ctx: SiteCtx, made: NewMember, device: Device): Promise<Stand> {
  return transaction(ctx, async (ctx) => {
    await lockRegistrationsOf(ctx.db, ctx.site.id, made.email);
    const there = await lockMemberByEmail(ctx.db, ctx.site.id, made.email);
    if (there && !(there.status === 'PENDING' && there.status_reasons.includes('EMAIL_VERIFICATION'))) {
      const state = 'REQUIRE_EMAIL_VERIFICATION';
      const pretended = pretendedRow(ctx, memberOf(ctx, made));
      return { state, member: pretended, stateToken: await beginState(ctx, null, pretended, state) };
    }
    if (there) {
      await deleteStatesOfMember(ctx.db, ctx.site.id, there.id);
      await deleteUnverified(ctx.db, ctx.site.id, there.id);
    }
    return advance(ctx, await createMember(ctx, made), device);
  });
}

/** What the row of a new member would hold. Nothing of it is stored. */
const pretendedRow = (ctx: SiteCtx, row: ReturnType<typeof memberOf>): MemberRow => ({
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
  if (!ctx.env.limits) return;
  const window = { subject: `sign-ups:${networkOf(ctx.address)}`, most: SIGN_UPS_A_MINUTE, seconds: 60 };
  if (!(await takeFromWindow(ctx, window))) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 });
}

export const notAnAddress = (field: string): FieldViolation => ({
  field,
  description: 'must be an e-mail address',
  violatedRule: 'FORMAT',
  ruleName: 'EMAIL',
  data: { type: 'EMAIL' },
});
