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
import { checkPassword } from '../../kernel/passwords.ts';
import { assertNotBackedOff, clearFailures, recordFailure } from '../back-off.ts';
import { userToWire } from '../wire.ts';
import { deleteSession, findSession, findUserByEmail, insertSession, updateLastSignIn } from './store.ts';

type Endpoints = typeof sitesEndpoints;
type SessionAnswer = Output<Endpoints['signIn']>;

const SESSION_DAYS = 14;
const ACCESS_SECONDS = 600;

/** Signs in with e-mail and password. Answers alike, and in like time, for an unknown address and a wrong password. */
export async function signIn(ctx: Ctx, { body }: Input<Endpoints['signIn']>, request: RequestInfo): Promise<Answer> {
  assertDashboardOrigin(ctx, request);
  const email = normalizeEmail(body.email);
  // Account and address together: nobody can make the owner wait by guessing from elsewhere.
  const subject = `user:${email} from:${ctx.address}`;
  if (ctx.env.limits) await assertNotBackedOff(ctx.db, [subject], ctx.now);
  const user = await findUserByEmail(ctx.db, email);
  if (!(await checkPassword(user?.password_hash, body.password)) || !user) {
    await recordFailure(ctx.db, [subject], ctx.now);
    throw new AppError('WRONG_CREDENTIALS');
  }
  await clearFailures(ctx.db, subject);
  await updateLastSignIn(ctx.db, user.id);
  return startSession(ctx, user, request);
}

/** A new access token for the cookie's session. */
export async function refreshSession(ctx: Ctx, _input: unknown, request: RequestInfo): Promise<Answer> {
  assertDashboardOrigin(ctx, request);
  const token = request.cookies[cookieName(ctx)];
  const session = token ? await findSession(ctx.db, hashSecret(token), ctx.now) : undefined;
  if (!session) throw new AppError('UNAUTHENTICATED');
  return json(await accessFor(ctx, session, session.session_id));
}

export async function signOut(ctx: Ctx, _input: unknown, request: RequestInfo): Promise<Answer> {
  assertDashboardOrigin(ctx, request);
  const token = request.cookies[cookieName(ctx)];
  const ended = token ? await deleteSession(ctx.db, hashSecret(token)) : undefined;
  if (ended) await notifyChange(ctx.db, 'session', ended.id);
  return json({}, `${cookieName(ctx)}=; ${cookieAttributes(ctx)}; Max-Age=0`);
}

/** Makes the session and its first access token; sets the cookie. */
export async function startSession(
  ctx: Ctx,
  user: { id: string; email: string; name: string },
  request: RequestInfo,
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
  const cookie = `${cookieName(ctx)}=${token}; ${cookieAttributes(ctx)}; Max-Age=${SESSION_DAYS * 86_400}`;
  return json(await accessFor(ctx, user, id), cookie);
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

const isHttps = (ctx: Ctx): boolean => ctx.env.dashboardOrigin.startsWith('https:');

/** `__Host-` ties the cookie to this very host over HTTPS: a sibling domain cannot plant one. */
const cookieName = (ctx: Ctx): string => (isHttps(ctx) ? '__Host-portico-dashboard' : 'portico-dashboard');

const cookieAttributes = (ctx: Ctx): string => `Path=/; HttpOnly; SameSite=Strict${isHttps(ctx) ? '; Secure' : ''}`;

function json(body: unknown, cookie?: string): Answer {
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (cookie) headers['set-cookie'] = cookie;
  return new Answer(200, headers, JSON.stringify(body));
}
