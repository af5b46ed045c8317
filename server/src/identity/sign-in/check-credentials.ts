import { verifyCaptcha } from '../../captcha/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { NIL_ID } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { checkPassword, hashPassword, needsRehash } from '../../kernel/passwords.ts';
import { failuresOf, type Limit, refundAttempt, takeAttempt } from '../../sites/index.ts';
import { readEmail } from '../members/email-address.ts';
import { findMemberByEmail } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import { isDeviceKnown } from './device-store.ts';
import type { Device } from './devices.ts';
import { replacePasswordHash } from './store.ts';

/** Number of failures of an account or an IP address after which a captcha is required. */
const FAILURES_BEFORE_CAPTCHA = 3;
const ADDRESS_PREFIX = 'address:';

/** Unchecked input of a sign-in. */
export interface Credentials {
  readonly email: unknown;
  readonly password: unknown;
  readonly captcha?: string | undefined;
}

/**
 * Returns the PENDING or ACTIVE member with this address and password. An unknown address and a wrong password cause
 * the same error after the same work, including a password hash, so that neither error nor duration reveals who is
 * registered (unless the site is configured otherwise).
 * @throws AppError -19976; -19999 for a malformed address, which the vendor's client shows as `invalidEmail`, and for
 *   an unknown one on a site that does not protect account existence; -19973 for a member without a password or with
 *   one that must be reset; -19971 and -19970 for the captcha; MEMBER_BLOCKED, only with the right password;
 *   TOO_MANY_REQUESTS after repeated failures
 */
export async function checkCredentials(ctx: SiteCtx, credentials: Credentials, device: Device): Promise<MemberRow> {
  const email = readEmail(credentials.email);
  if (!email) throw new AppError('-19999');
  const password = typeof credentials.password === 'string' ? credentials.password : '';
  const member = await findMemberByEmail(ctx.db, ctx.site.id, email);
  const deviceHash = device.proof ?? Buffer.alloc(0);
  const hasKnownDevice = await isDeviceKnown(ctx.db, ctx.site.id, member?.id ?? NIL_ID, deviceHash);
  const hasSolvedCaptcha = !hasKnownDevice && (await checkCaptcha(ctx, email, credentials.captcha));
  const limits = ctx.env.hasRateLimits ? limitsOf(ctx, email, { hasKnownDevice, hasSolvedCaptcha }, device) : [];
  const attempt = await takeAttempt(ctx, limits);
  const isPasswordCorrect = await checkPassword(member?.password_hash, password);
  if (!member || !isPasswordCorrect) throw rejectionFor(ctx, member);
  const subjects = limits.map(({ subject }) => subject);
  // Many people may share an IP address, so one success must not clear the failures of others.
  const refundedSubjects = subjects.filter((subject) => subject.startsWith(ADDRESS_PREFIX));
  await refundAttempt(ctx, attempt, {
    clear: subjects.filter((subject) => !refundedSubjects.includes(subject)),
    refund: refundedSubjects,
  });
  // Only a caller with the right password learns that the account is blocked.
  if (!['PENDING', 'ACTIVE'].includes(member.status)) throw new AppError('MEMBER_BLOCKED');
  if (member.password_reset_required) throw new AppError('-19973');
  await upgradeHash(ctx, member, password);
  return member;
}

/**
 * Slows down guesses without locking anyone out. A known device has its own limit. All other devices share one
 * small limit for each account, however many addresses guess, and each IP address has one limit for the account and one
 * for all accounts. Guesses of others therefore never delay known devices, and hardly ever delay someone who solved a
 * captcha.
 */
function limitsOf(
  ctx: SiteCtx,
  email: string,
  { hasKnownDevice, hasSolvedCaptcha }: { hasKnownDevice: boolean; hasSolvedCaptcha: boolean },
  { proof }: Device,
): Limit[] {
  if (hasKnownDevice) return [{ subject: `device:${email}:${proof?.toString('hex')}`, free: 10, maxWaitSeconds: 900 }];
  const networkLimit = { subject: `member:${email}:${networkOf(ctx.address)}`, free: 5, maxWaitSeconds: 900 };
  if (hasSolvedCaptcha) return [networkLimit, { subject: `solved:${email}`, free: 20, maxWaitSeconds: 30 }];
  return [
    networkLimit,
    { subject: `anywhere:${email}`, free: 10, maxWaitSeconds: 60 },
    { subject: `${ADDRESS_PREFIX}${networkOf(ctx.address)}`, free: 100, maxWaitSeconds: 60, withinSeconds: 60 },
  ];
}

/** Requires a captcha only after failures, so that most people never see one. Returns true if one was solved. */
async function checkCaptcha(ctx: SiteCtx, email: string, token: string | undefined): Promise<boolean> {
  const { mode } = ctx.site.settings.signIn.captcha;
  if (mode === 'OFF' || !ctx.env.hasRateLimits) return false;
  const subjects = [`anywhere:${email}`, `${ADDRESS_PREFIX}${networkOf(ctx.address)}`];
  const isRequired = (await failuresOf(ctx, subjects)) >= FAILURES_BEFORE_CAPTCHA;
  if (!isRequired && !token) return false;
  await verifyCaptcha(ctx, token);
  return true;
}

function rejectionFor(ctx: SiteCtx, member: MemberRow | undefined): AppError {
  // An account without a password rejects every password, and only this error tells the member why.
  if (member && member.password_hash === null && member.status !== 'DELETED') return new AppError('-19973');
  const revealsAddress = !member && !ctx.site.settings.signIn.protectAccountExistence;
  return new AppError(revealsAddress ? '-19999' : '-19976');
}

/** Replaces a hash with outdated parameters while the password is available. */
async function upgradeHash(ctx: SiteCtx, member: MemberRow, password: string): Promise<void> {
  if (!member.password_hash || !needsRehash(member.password_hash)) return;
  await replacePasswordHash(ctx.db, ctx.site.id, member.id, member.password_hash, await hashPassword(password));
}
