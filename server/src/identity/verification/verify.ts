import { timingSafeEqual } from 'node:crypto';
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { takeFromWindow } from '../../sites/index.ts';
import { lockMember } from '../members/store.ts';
import { advance, type SignInResult, signInToWire } from '../sign-in/advance.ts';
import { computeCodeMac } from '../sign-in/code-mail.ts';
import { type Device, deviceOfCall } from '../sign-in/devices.ts';
import { computeProgress } from '../sign-in/progress.ts';
import { consumeState, countGuess } from '../sign-in/state-store.ts';
import { updateProgress } from '../sign-in/store.ts';

type Endpoint = (typeof identityEndpoints)['verifyDuringAuthentication'];

/** Number of wrong guesses after which a mailed code becomes invalid. */
const MAX_WRONG_CODES = 5;
/**
 * Maximum guesses for one member in a day, over all mailed codes. A guess succeeds with a probability of one in a
 * million.
 */
const MAX_GUESSES_PER_DAY = 50;

export async function verifyDuringAuthentication(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  return signInToWire(ctx, await verifyCode(ctx, body.stateToken, body.code, deviceOfCall(ctx, request)));
}

/**
 * Verifies the address by the mailed code, and continues the sign-in. The guess is counted before it is compared, so
 * that concurrent guesses get no more attempts than sequential ones.
 * @throws AppError VERIFICATION_FAILED for every cause
 */
export async function verifyCode(
  ctx: SiteCtx,
  stateToken: string,
  code: string,
  device: Device,
): Promise<SignInResult> {
  const tokenHash = hashSecret(stateToken);
  const state = await countGuess(ctx.db, ctx.site.id, tokenHash, ctx.now, MAX_WRONG_CODES);
  if (!state?.code_mac) throw new AppError('VERIFICATION_FAILED');
  // A sign-in without a member has its own limit, so that it does not use up the limit of the member who owns the
  // address.
  const account = state.member_id ?? tokenHash.toString('hex');
  const window = { subject: `codes:${account}`, max: MAX_GUESSES_PER_DAY, seconds: 86_400 };
  if (!(await takeFromWindow(ctx, window))) throw new AppError('VERIFICATION_FAILED');
  const isCorrect = timingSafeEqual(state.code_mac, computeCodeMac(ctx, stateToken, code.trim()));
  // A state without a member is for an address that is already registered. Its code was never mailed, so a correct code
  // is a lucky guess and must fail.
  if (!isCorrect || !state.member_id) throw new AppError('VERIFICATION_FAILED');
  const memberId = state.member_id;
  return transaction(ctx, async (ctx) => {
    const member = await lockMember(ctx.db, ctx.site.id, memberId);
    if (!member || member.login_email !== state.email || !['PENDING', 'ACTIVE'].includes(member.status)) {
      throw new AppError('VERIFICATION_FAILED');
    }
    if (!(await consumeState(ctx.db, ctx.site.id, tokenHash))) throw new AppError('VERIFICATION_FAILED');
    const changes = { ...computeProgress(member, 'EMAIL_VERIFICATION'), login_email_verified: true };
    return advance(ctx, await updateProgress(ctx.db, ctx.site.id, member.id, changes), device);
  });
}
