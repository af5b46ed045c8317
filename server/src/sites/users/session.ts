/**
 * The dashboard's sessions: an http-only cookie that only asks for short access tokens; those live in the page's
 * memory. Cross-site request forgery is stopped twice: SameSite=Strict, and the Origin header must be the dashboard's.
 */

import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { hashSecret, newId, randomSecret } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { checkPassword, hashPassword, needsRehash } from '../../kernel/passwords.ts';
import { type Counter, giveBack, INSTALLATION, type Limit, takeAttempt } from '../attempts.ts';
import { userToWire } from '../wire.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { deviceCookie, knownDevice } from './known-device.ts';
import {
  deleteSession,
  findSession,
  findUserByEmail,
  insertSession,
  replacePasswordHash,
  updateLastSignIn,
} from './store.ts';

type Endpoints = typeof sitesEndpoints;
type SessionAnswer = Output<Endpoints['signIn']>;

const SESSION_DAYS = 14;
const ACCESS_SECONDS = 600;

/**
 * Signs in with e-mail and password. Answers alike, and in like time, for an unknown address and a wrong password.
 * @throws AppError WRONG_CREDENTIALS; TOO_MANY_REQUESTS after repeated failures; SERVER_BUSY
 */
export async function signIn(ctx: Ctx, { body }: Input<Endpoints['signIn']>, request: RequestInfo): Promise<Answer> {
  assertDashboardOrigin(ctx, request);
  const email = normalizeEmail(body.email);
  const user = await findUserByEmail(ctx.db, email);
  const device = knownDevice(ctx, user, request);
  const counter: Counter = { db: ctx.db, site: INSTALLATION };
  const { own, shared } = limitsOf(ctx, email, device);
  const attempt = await takeAttempt(counter, ctx.env.limits ? [...own, ...shared] : []);
  if (!(await checkPassword(user?.password_hash, body.password)) || !user) throw new AppError('WRONG_CREDENTIALS');
  const counted = { clear: own.map((limit) => limit.subject), refund: shared.map((limit) => limit.subject) };
  await giveBack(counter, attempt, counted);
  await updateLastSignIn(ctx.db, user.id);
  const passwordHash = await currentHash(ctx, user.id, user.password_hash as string, body.password);
  return startSession(
    ctx,
    user,
    request,
    deviceCookie(ctx, { ...user, password_hash: passwordHash }, device ?? undefined),
  );
}

/**
 * Guesses are slowed down, and the owner of the account is not: a known device has an allowance of its own. From
 * anywhere else, an account has one for each address and one for all the world together, so that a thousand addresses
 * guess no faster than a few; and an address has one for all accounts. `own` is forgotten after a success.
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

/** A hash of an older cost is made anew while the password is at hand. */
async function currentHash(ctx: Ctx, userId: string, stored: string, password: string): Promise<string> {
  if (!needsRehash(stored)) return stored;
  const hash = await hashPassword(password);
  await replacePasswordHash(ctx.db, userId, stored, hash);
  return hash;
}

/** A new access token for the cookie's session. */
export async function refreshSession(ctx: Ctx, _input: unknown, request: RequestInfo): Promise<Answer> {
  assertDashboardOrigin(ctx, request);
  const token = readCookie(ctx, request, 'portico-dashboard');
  const session = token ? await findSession(ctx.db, hashSecret(token), ctx.now) : undefined;
  if (!session) throw new AppError('UNAUTHENTICATED');
  return json(await accessFor(ctx, session, session.session_id));
}

export async function signOut(ctx: Ctx, _input: unknown, request: RequestInfo): Promise<Answer> {
  assertDashboardOrigin(ctx, request);
  const token = readCookie(ctx, request, 'portico-dashboard');
  const ended = token ? await deleteSession(ctx.db, hashSecret(token)) : undefined;
  if (ended) await notifyChange(ctx.db, 'session', ended.id);
  return json({}, [writeCookie(ctx, 'portico-dashboard', '', 0)]);
}

/** Makes the session and its first access token; sets the cookie, and others. */
export async function startSession(
  ctx: Ctx,
  user: { id: string; email: string; name: string },
  request: RequestInfo,
  ...cookies: string[]
): Promise<Answer> {
  const token = randomSecret();
  const id = newId();
  await insertSession(ctx.db, {
    id,
    user_id: user.id,
    token_hash: hashSecret(token),
    expires_at: new Date(ctx.now.getTime() + SESSION_DAYS * 86_400_000),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  });
  const cookie = writeCookie(ctx, 'portico-dashboard', token, SESSION_DAYS * 86_400);
  return json(await accessFor(ctx, user, id), [cookie, ...cookies]);
}

/** Login forgery and token theft from another origin end here: a browser always states the true Origin on a POST. */
export function assertDashboardOrigin(ctx: Ctx, request: RequestInfo): void {
  if (request.origin !== ctx.env.dashboardOrigin) throw new AppError('WRONG_ORIGIN');
}

/** E-mail addresses of dashboard users are kept in one spelling. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

async function accessFor(
  ctx: Ctx,
  user: { id: string; email: string; name: string },
  sessionId: string,
): Promise<SessionAnswer> {
  const claims = { site: '-', kind: 'user', subject: user.id, session: sessionId } as const;
  const accessToken = await ctx.env.tokens.sign('access', claims, ACCESS_SECONDS, ctx.now);
  return { accessToken, expiresInSeconds: ACCESS_SECONDS, user: userToWire(user) };
}

function json(body: unknown, cookies: readonly string[] = []): Answer {
  const headers: Record<string, string | readonly string[]> = { 'content-type': 'application/json; charset=utf-8' };
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return new Answer(200, headers, JSON.stringify(body));
}
