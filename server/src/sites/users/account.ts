/** The calls with which dashboard users manage their own account. The session cookie identifies them. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { sitesEndpoints } from '@portico/contract/sites';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { findPasswordViolations } from '../../kernel/password-rules.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { checkUserPassword } from './check-password.ts';
import { toSetCookieHeader } from './cookies.ts';
import { createDeviceCookie } from './known-device.ts';
import { assertDashboardOrigin, createJsonResponse, requireSession } from './session.ts';
import { auditUser } from './set-up.ts';
import { deleteSessionsOfUser, deleteSetupLinks, listSessionsOfUser, updatePassword } from './store.ts';

type Endpoints = typeof sitesEndpoints;

/**
 * Requires the current password, so that someone who finds an unlocked browser cannot take over the account. Ends every
 * other session, because someone else may have known the old password.
 * @throws ViolationError naming `currentPassword` or `newPassword`; AppError TOO_MANY_REQUESTS
 */
export async function changeOwnPassword(
  ctx: Ctx,
  { body }: Input<Endpoints['changeOwnPassword']>,
  request: RequestInfo,
): Promise<HttpResponse> {
  assertDashboardOrigin(ctx, request);
  const session = await requireSession(ctx, request);
  const violations = findPasswordViolations(body.newPassword, 'newPassword', session.email);
  if (violations.length > 0) throw new ViolationError(violations);
  const { device } = await checkCurrentPassword(ctx, session.email, body.currentPassword, request);
  const passwordHash = await hashPassword(body.newPassword);
  await transaction(ctx, async (ctx) => {
    await updatePassword(ctx.db, session.id, passwordHash);
    await deleteSetupLinks(ctx.db, session.email);
    await endSessions(ctx, session.id, { except: session.session_id });
    await auditUser(ctx, 'sites.users.changePassword', session.id);
  });
  // The proof of a known device includes the password's hash, so this browser needs a new proof.
  return createJsonResponse({}, [
    createDeviceCookie(ctx, { id: session.id, password_hash: passwordHash }, device ?? undefined),
  ]);
}

/** Throws a violation instead of a 401, after which the dashboard would assume that its session has ended. */
const checkCurrentPassword = (ctx: Ctx, email: string, password: string, request: RequestInfo) =>
  checkUserPassword(ctx, { email, password }, request).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'WRONG_CREDENTIALS')) throw error;
    const description = 'is not your current password';
    throw new ViolationError([{ field: 'currentPassword', description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
  });

export async function listOwnSessions(
  ctx: Ctx,
  _input: unknown,
  request: RequestInfo,
): Promise<Output<Endpoints['listOwnSessions']>> {
  const session = await requireSession(ctx, request);
  const rows = await listSessionsOfUser(ctx.db, session.id, ctx.now);
  return {
    sessions: rows.map((row) => ({
      sessionId: row.id,
      isCurrent: row.id === session.session_id,
      createdDate: row.created_at.toISOString(),
      lastUsedDate: row.last_used_at.toISOString(),
      userAgent: row.user_agent,
      address: row.address,
    })),
  };
}

/** @throws AppError SESSION_NOT_FOUND also for a session of another user */
export async function endOwnSession(
  ctx: Ctx,
  { query }: Input<Endpoints['endOwnSession']>,
  request: RequestInfo,
): Promise<Output<Endpoints['endOwnSession']>> {
  assertDashboardOrigin(ctx, request);
  const { id } = await requireSession(ctx, request);
  const endedCount = await endSessions(ctx, id, { only: query.sessionId });
  if (endedCount === 0) throw new AppError('SESSION_NOT_FOUND');
  return {};
}

export async function signOutEverywhere(ctx: Ctx, _input: unknown, request: RequestInfo): Promise<HttpResponse> {
  assertDashboardOrigin(ctx, request);
  const { id } = await requireSession(ctx, request);
  return createJsonResponse({ ended: await endSessions(ctx, id) }, [
    toSetCookieHeader(ctx, 'portico-dashboard', '', 0),
  ]);
}

/** Ends sessions of the user and notifies every process; returns how many ended. */
function endSessions(
  ctx: Ctx,
  userId: string,
  selection: { readonly only?: string; readonly except?: string } = {},
): Promise<number> {
  return transaction(ctx, async ({ db }) => {
    const endedSessions = await deleteSessionsOfUser(db, userId, selection);
    for (const { id } of endedSessions) await notifyChange(db, 'session', id);
    return endedSessions.length;
  });
}
