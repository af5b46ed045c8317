import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { checkPassword } from '../../kernel/passwords.ts';
import { type Counter, giveBack, INSTALLATION, type Limit, takeAttempt } from '../attempts.ts';
import { knownDevice } from './known-device.ts';
import { findUserByEmail } from './store.ts';

/**
 * Returns the user with this address and password, and the id of the device if it is known. The response and its duration
 * are the same for an unknown address and a wrong password.
 * @throws AppError WRONG_CREDENTIALS; TOO_MANY_REQUESTS after repeated failures; SERVER_BUSY
 */
export async function checkUser(ctx: Ctx, given: { email: string; password: string }, request: RequestInfo) {
  const user = await findUserByEmail(ctx.db, given.email);
  const device = knownDevice(ctx, user, request);
  const counter: Counter = { db: ctx.db, site: INSTALLATION };
  const { own, shared } = limitsOf(ctx, given.email, device);
  const attempt = await takeAttempt(counter, ctx.env.limits ? [...own, ...shared] : []);
  if (!(await checkPassword(user?.password_hash, given.password)) || !user) throw new AppError('WRONG_CREDENTIALS');
  const counted = { clear: own.map((limit) => limit.subject), refund: shared.map((limit) => limit.subject) };
  await giveBack(counter, attempt, counted);
  return { user, device };
}

/**
 * Slows down guesses but not the owner of the account: a known device has an allowance of its own. From anywhere else, an
 * account has one for each address and one for all addresses together, so that a thousand addresses guess no faster than a
 * few; and an address has one for all accounts. `own` is cleared after a success.
 */
function limitsOf(ctx: Ctx, email: string, device: string | null): { own: Limit[]; shared: Limit[] } {
  if (device)
    return { own: [{ subject: `user:${email} on:${device}`, free: 10, longestWaitSeconds: 900 }], shared: [] };
  const network = networkOf(ctx.address);
  return {
    own: [{ subject: `user:${email} from:${network}`, free: 5, longestWaitSeconds: 900 }],
    shared: [
      { subject: `user:${email}`, free: 20, longestWaitSeconds: 60 },
      { subject: `from:${network}`, free: 60, longestWaitSeconds: 60, withinSeconds: 60 },
    ],
  };
}
