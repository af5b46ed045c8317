import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { checkPassword } from '../../kernel/passwords.ts';
import { type Counter, INSTALLATION, type Limit, refundAttempt, takeAttempt } from '../attempts.ts';
import { findKnownDevice } from './known-device.ts';
import { findUserByEmail } from './store.ts';

/**
 * Returns the user with this address and password, and the id of the device if it is known. The response and its
 * duration are the same for an unknown address and a wrong password.
 * @throws AppError WRONG_CREDENTIALS; TOO_MANY_REQUESTS after repeated failures; SERVER_BUSY
 */
export async function checkUserPassword(
  ctx: Ctx,
  credentials: { email: string; password: string },
  request: RequestInfo,
) {
  const user = await findUserByEmail(ctx.db, credentials.email);
  const device = findKnownDevice(ctx, user, request);
  const counter: Counter = { db: ctx.db, site: INSTALLATION };
  const { own: ownLimits, shared: sharedLimits } = limitsOf(ctx, credentials.email, device);
  const attempt = await takeAttempt(counter, ctx.env.hasRateLimits ? [...ownLimits, ...sharedLimits] : []);
  if (!(await checkPassword(user?.password_hash, credentials.password)) || !user)
    throw new AppError('WRONG_CREDENTIALS');
  const subjects = {
    clear: ownLimits.map((limit) => limit.subject),
    refund: sharedLimits.map((limit) => limit.subject),
  };
  await refundAttempt(counter, attempt, subjects);
  return { user, device };
}

/**
 * Slows down guesses but not the owner of the account. A known device has its own limit. For other devices, an account
 * has one limit for each network and one for all networks together, so that a thousand networks guess no faster than a
 * few. A network has one limit for all accounts. The limits in `own` are cleared after a success.
 */
function limitsOf(ctx: Ctx, email: string, device: string | null): { own: Limit[]; shared: Limit[] } {
  if (device) return { own: [{ subject: `user:${email} on:${device}`, free: 10, maxWaitSeconds: 900 }], shared: [] };
  const network = networkOf(ctx.address);
  return {
    own: [{ subject: `user:${email} from:${network}`, free: 5, maxWaitSeconds: 900 }],
    shared: [
      { subject: `user:${email}`, free: 20, maxWaitSeconds: 60 },
      { subject: `from:${network}`, free: 60, maxWaitSeconds: 60, withinSeconds: 60 },
    ],
  };
}
