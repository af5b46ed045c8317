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
import { advance, type Stand, standToWire } from '../sign-in/advance.ts';
import { codeMac } from '../sign-in/code-mail.ts';
import { type Device, deviceOfCall } from '../sign-in/devices.ts';
import { progressWithout } from '../sign-in/progress.ts';
import { consumeState, takeGuess } from '../sign-in/state-store.ts';
import { updateProgress } from '../sign-in/store.ts';

type Endpoint = (typeof identityEndpoints)['verifyDuringAuthentication'];

/** wrong codes before the code is worth nothing */
const MOST_WRONG_CODES = 5;
/** codes tried for one member in a day, whatever the number of mails: a guess is right once in a million */
const MOST_GUESSES_A_DAY = 50;

export async function verifyDuringAuthentication(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  request: RequestInfo,
): Promise<Output<Endpoint>> {
  return standToWire(ctx, await verifyCode(ctx, body.stateToken, body.code, deviceOfCall(ctx, request)));
}

/**
 * Proves the mailbox by the code that was sent to it, and goes on with the sign-in. The guess is counted before it is
 * compared, so that any number of guesses at once is no more than as many one after the other.
 * @throws AppError VERIFICATION_FAILED, whatever was wrong
 */
export async function verifyCode(ctx: SiteCtx, stateToken: string, code: string, device: Device): Promise<Stand> {
  const tokenHash = hashSecret(stateToken);
  const state = await takeGuess(ctx.db, ctx.site.id, tokenHash, ctx.now, MOST_WRONG_CODES);
  if (!state?.code_mac) throw new AppError('VERIFICATION_FAILED');
  // Of a sign-in without a member on its own: it must not use up what the owner of the address may guess.
  const whose = state.member_id ?? tokenHash.toString('hex');
  const window = { subject: `codes:${whose}`, most: MOST_GUESSES_A_DAY, seconds: 86_400 };
  if (!(await takeFromWindow(ctx, window))) throw new AppError('VERIFICATION_FAILED');
  const right = timingSafeEqual(state.code_mac, codeMac(ctx, stateToken, code.trim()));
  // A right guess without a member: the address is somebody else's, whose mail held no code.
  if (!right || !state.member_id) throw new AppError('VERIFICATION_FAILED');
  const memberId = state.member_id;
  return transaction(ctx, async (ctx) => {
    const member = await lockMember(ctx.db, ctx.site.id, memberId);
    if (!member || member.login_email !== state.email || !['PENDING', 'ACTIVE'].includes(member.status)) {
      throw new AppError('VERIFICATION_FAILED');
    }
    if (!(await consumeState(ctx.db, ctx.site.id, tokenHash))) throw new AppError('VERIFICATION_FAILED');
    const changes = { ...progressWithout(member, 'EMAIL_VERIFICATION'), login_email_verified: true };
    return advance(ctx, await updateProgress(ctx.db, ctx.site.id, member.id, changes), device);
  });
}
