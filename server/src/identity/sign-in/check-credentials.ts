import { verifyCaptcha } from '../../captcha/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { NIL_ID } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { checkPassword, hashPassword, needsRehash } from '../../kernel/passwords.ts';
import { failuresOf, giveBack, type Limit, takeAttempt } from '../../sites/index.ts';
import { readEmail } from '../members/email-address.ts';
import { findMemberByEmail } from '../members/store.ts';
import type { MemberRow } from '../members/wire.ts';
import { type Device, isKnownDevice } from './devices.ts';
import { replacePasswordHash } from './store.ts';

/** wrong passwords, of an account or from an address, before the captcha is asked for */
const FAILURES_BEFORE_CAPTCHA = 3;
const OF_ADDRESS = 'address:';

/** What somebody sends to prove who they are; not yet checked in any way. */
export interface Credentials {
  readonly email: unknown;
  readonly password: unknown;
  readonly captcha?: string | undefined;
}

/**
 * The PENDING or ACTIVE member with this address and password. An unknown address and a wrong password get the same
 * answer, and an unknown address costs a hash too: neither answer nor time tells who is registered (unless the site
 * chose otherwise).
 * @throws AppError -19976; -19999 for a malformed address, which the vendor's client shows as `invalidEmail`, and for an
 *   unknown one on a site that does not protect account existence; -19973 for a member without a password or with one
 *   that must be reset; -19971 and -19970 about the captcha; MEMBER_BLOCKED once the password was right;
 *   TOO_MANY_REQUESTS after repeated failures
 */
export async function checkCredentials(ctx: SiteCtx, given: Credentials, device: Device): Promise<MemberRow> {
  const email = readEmail(given.email);
  if (!email) throw new AppError('-19999');
  const password = typeof given.password === 'string' ? given.password : '';
  const member = await findMemberByEmail(ctx.db, ctx.site.id, email);
  const known = await isKnownDevice(ctx.db, ctx.site.id, member?.id ?? NIL_ID, device);
  const solved = !known && (await checkCaptcha(ctx, email, given.captcha));
  const limits = ctx.env.limits ? limitsOf(ctx, email, { known, solved }, device) : [];
  const attempt = await takeAttempt(ctx, limits);
  const right = await checkPassword(member?.password_hash, password);
  if (!member || !right) throw refusal(ctx, member);
  const subjects = limits.map(({ subject }) => subject);
  // The address may be shared: a success of one says nothing about the failures of others.
  const refund = subjects.filter((subject) => subject.startsWith(OF_ADDRESS));
  await giveBack(ctx, attempt, { clear: subjects.filter((subject) => !refund.includes(subject)), refund });
  // Said only to who knows the password: to anybody else a closed account looks like a wrong password.
  if (!['PENDING', 'ACTIVE'].includes(member.status)) throw new AppError('MEMBER_BLOCKED');
  if (member.password_reset_required) throw new AppError('-19973');
  await upgradeHash(ctx, member, password);
  return member;
}

/**
 * Guesses are slowed down and nobody is locked out. A known device has an allowance of its own. From anywhere else an
 * account has one small allowance for all the world together, however many addresses guess, and each address one for
 * the account and one for all accounts. So the owner's devices, and people who solved a captcha, are never held up by
 * somebody else's guesses.
 */
function limitsOf(
  ctx: SiteCtx,
  email: string,
  { known, solved }: { known: boolean; solved: boolean },
  { proof }: Device,
): Limit[] {
  if (known) return [{ subject: `device:${email}:${proof?.toString('hex')}`, free: 10, longestWaitSeconds: 900 }];
  const here = { subject: `member:${email}:${networkOf(ctx.address)}`, free: 5, longestWaitSeconds: 900 };
  if (solved) return [here, { subject: `solved:${email}`, free: 20, longestWaitSeconds: 30 }];
  return [
    here,
    { subject: `anywhere:${email}`, free: 10, longestWaitSeconds: 60 },
    { subject: `${OF_ADDRESS}${networkOf(ctx.address)}`, free: 100, longestWaitSeconds: 60, withinSeconds: 60 },
  ];
}

/** On login only after failures: a captcha before every sign-in would punish everybody for what few do. */
async function checkCaptcha(ctx: SiteCtx, email: string, token: string | undefined): Promise<boolean> {
  const { mode } = ctx.site.settings.signIn.captcha;
  if (mode === 'OFF' || !ctx.env.limits) return false;
  const subjects = [`anywhere:${email}`, `${OF_ADDRESS}${networkOf(ctx.address)}`];
  const asked = (await failuresOf(ctx, subjects)) >= FAILURES_BEFORE_CAPTCHA;
  if (!asked && !token) return false;
  await verifyCaptcha(ctx, token);
  return true;
}

function refusal(ctx: SiteCtx, member: MemberRow | undefined): AppError {
  // An account that came without a password cannot be signed in to with any: its owner must be told how to go on.
  if (member && member.password_hash === null && member.status !== 'DELETED') return new AppError('-19973');
  const says = !member && !ctx.site.settings.signIn.protectAccountExistence;
  return new AppError(says ? '-19999' : '-19976');
}

/** Hashes of an older cost are made anew while the password is at hand. */
async function upgradeHash(ctx: SiteCtx, member: MemberRow, password: string): Promise<void> {
  if (!member.password_hash || !needsRehash(member.password_hash)) return;
  await replacePasswordHash(ctx.db, ctx.site.id, member.id, member.password_hash, await hashPassword(password));
}
