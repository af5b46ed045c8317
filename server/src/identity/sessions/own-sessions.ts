/** Members list their own sessions, and end them. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { endSessionFamily, endSessionsOfMember } from './sessions.ts';
import { findSessionRoot, listSessionRoots } from './store.ts';

type Endpoints = typeof identityEndpoints;

export async function listMySessions(ctx: SiteCtx): Promise<Output<Endpoints['listMySessions']>> {
  const { id, sessionId } = memberOf(ctx);
  const root = await findSessionRoot(ctx.db, ctx.site.id, id, sessionId);
  const rows = await listSessionRoots(ctx.db, ctx.site.id, id, ctx.now);
  return {
    sessions: rows.map((row) => ({
      sessionId: row.id,
      current: row.id === root,
      createdDate: row.created_at.toISOString(),
      lastUsedDate: row.last_used_at.toISOString(),
      userAgent: row.user_agent,
      address: row.address,
      appName: row.app_name,
    })),
  };
}

/**
 * Ends one of the caller's sessions and all other sessions of its family (`listSessionFamily`).
 * @throws AppError SESSION_NOT_FOUND, also for a session of another member
 */
export async function endMySession(
  ctx: SiteCtx,
  { query }: Input<Endpoints['endMySession']>,
): Promise<Output<Endpoints['endMySession']>> {
  const { id } = memberOf(ctx);
  const root = await findSessionRoot(ctx.db, ctx.site.id, id, query.sessionId);
  if (!root || (await endSessionFamily(ctx, ctx.site, root)) === 0) throw new AppError('SESSION_NOT_FOUND');
  return {};
}

export async function endMyOtherSessions(ctx: SiteCtx): Promise<Output<Endpoints['endMyOtherSessions']>> {
  const { id, sessionId } = memberOf(ctx);
  return { ended: await endSessionsOfMember(ctx, ctx.site, id, { except: sessionId }) };
}

function memberOf({ caller }: SiteCtx) {
  if (caller.kind !== 'member') throw new AppError('PERMISSION_DENIED');
  return caller;
}
