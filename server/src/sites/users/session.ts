/**
 * The dashboard's sessions: an http-only cookie that can only request short-lived access tokens, which stay in the
 * page's memory. Two defences prevent CSRF: SameSite=Strict, and the Origin header must be the dashboard's.
 */

import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { HttpResponse } from '../../kernel/http-response.ts';
import { hashSecret, newId, newSecret } from '../../kernel/ids.ts';
import { hashPassword, needsRehash } from '../../kernel/passwords.ts';
import { userToWire } from '../wire.ts';
import { checkUserPassword } from './check-password.ts';
import { readCookie, toSetCookieHeader } from './cookies.ts';
import { createDeviceCookie } from './known-device.ts';
import { deleteSession, findSession, insertSession, replacePasswordHash, touchSession } from './store.ts';

type Endpoints = typeof sitesEndpoints;
type SessionResponse = Output<Endpoints['signIn']>;

const SESSION_DAYS = 14;
const ACCESS_TOKEN_LIFETIME_SECONDS = 600;

/** @throws AppError WRONG_CREDENTIALS; TOO_MANY_REQUESTS after repeated failures; SERVER_BUSY */
export async function signIn(
  ctx: Ctx,
  { body }: Input<Endpoints['signIn']>,
  request: RequestInfo,
): Promise<HttpResponse> {
  assertDashboardOrigin(ctx, request);
  const credentials = { email: normalizeEmail(body.email), password: body.password };
  const { user, device } = await checkUserPassword(ctx, credentials, request);
  const passwordHash = await upgradeHash(ctx, user.id, user.password_hash as string, body.password);
  return startSession(
    ctx,
    user,
    request,
    createDeviceCookie(ctx, { ...user, password_hash: passwordHash }, device ?? undefined),
  );
}

/** Replaces a hash with outdated parameters while the password is available. */
async function upgradeHash(ctx: Ctx, userId: string, stored: string, password: string): Promise<string> {
  if (!needsRehash(stored)) return stored;
  const hash = await hashPassword(password);
  await replacePasswordHash(ctx.db, userId, stored, hash);
  return hash;
}

/** Returns a new access token for the cookie's session. */
export async function refreshSession(ctx: Ctx, _input: unknown, request: RequestInfo): Promise<HttpResponse> {
  assertDashboardOrigin(ctx, request);
  const session = await requireSession(ctx, request);
  await touchSession(ctx.db, session.session_id, ctx.now, ctx.address);
  return createJsonResponse(await issueAccessToken(ctx, session, session.session_id));
}

/** Returns the active session of the cookie and its user. @throws AppError UNAUTHENTICATED */
export async function requireSession(ctx: Ctx, request: RequestInfo) {
  const token = readCookie(ctx, request, 'portico-dashboard');
  const session = token ? await findSession(ctx.db, hashSecret(token), ctx.now) : undefined;
  if (!session) throw new AppError('UNAUTHENTICATED');
  return session;
}

export async function signOut(ctx: Ctx, _input: unknown, request: RequestInfo): Promise<HttpResponse> {
  assertDashboardOrigin(ctx, request);
  const token = readCookie(ctx, request, 'portico-dashboard');
  const deletedSession = token ? await deleteSession(ctx.db, hashSecret(token)) : undefined;
  if (deletedSession) await notifyChange(ctx.db, 'session', deletedSession.id);
  return createJsonResponse({}, [toSetCookieHeader(ctx, 'portico-dashboard', '', 0)]);
}

/** Creates the session and its first access token. Sets the session cookie and the given `cookies`. */
export async function startSession(
  ctx: Ctx,
  user: { id: string; email: string; name: string },
  request: RequestInfo,
  ...cookies: string[]
): Promise<HttpResponse> {
  const token = newSecret();
  const id = newId();
  await insertSession(ctx.db, {
    id,
    user_id: user.id,
    token_hash: hashSecret(token),
    expires_at: new Date(ctx.now.getTime() + SESSION_DAYS * 86_400_000),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    address: ctx.address,
  });
  const cookie = toSetCookieHeader(ctx, 'portico-dashboard', token, SESSION_DAYS * 86_400);
  return createJsonResponse(await issueAccessToken(ctx, user, id), [cookie, ...cookies]);
}

/** Prevents login CSRF and token theft from another origin: browsers always send the true Origin with a POST. */
export function assertDashboardOrigin(ctx: Ctx, request: RequestInfo): void {
  if (request.origin !== ctx.env.dashboardOrigin) throw new AppError('WRONG_ORIGIN');
}

/** Normalises the e-mail addresses of dashboard users. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

async function issueAccessToken(
  ctx: Ctx,
  user: { id: string; email: string; name: string },
  sessionId: string,
): Promise<SessionResponse> {
  const claims = { site: '-', kind: 'user', subject: user.id, session: sessionId } as const;
  const accessToken = await ctx.env.tokenSigner.sign('access', claims, ACCESS_TOKEN_LIFETIME_SECONDS, ctx.now);
  return { accessToken, expiresInSeconds: ACCESS_TOKEN_LIFETIME_SECONDS, user: userToWire(user) };
}

export function createJsonResponse(body: unknown, cookies: readonly string[] = []): HttpResponse {
  const headers: Record<string, string | readonly string[]> = { 'content-type': 'application/json; charset=utf-8' };
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return new HttpResponse(200, headers, JSON.stringify(body));
}
