import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import type { Ctx, Site } from '../../kernel/ctx.ts';
import { hashSecret, newId, randomSecret, siteSecret } from '../../kernel/ids.ts';
import {
  consumeSessionToken,
  deleteUnexchanged,
  endSessions,
  extendSession,
  findSessionByCookie,
  insertRefreshToken,
  insertSession,
  insertSessionToken,
  listLiveSessionIds,
  listSessionFamily,
} from './store.ts';

export const SESSION_DAYS = 60;
const SESSION_TOKEN_SECONDS = 600;
const DAY_MS = 86_400_000;

/** What is noted of the device, so that members can tell their sessions apart. */
export interface Device {
  readonly userAgent: string | undefined;
}

/** Starts the session of a browser on the hosted pages; the secret goes into its cookie and is stored as a hash. */
export async function startBrowserSession(ctx: Ctx, site: Site, memberId: string, device: Device) {
  const secret = randomSecret();
  const id = newId();
  await insertSession(ctx.db, site.id, { ...sessionRow(ctx, memberId, device), id, cookie_hash: hashSecret(secret) });
  return { id, secret };
}

/**
 * Starts an app's session with its refresh token: opaque, `<site short id>.<random>`, stored as a hash. Without an app there is no refresh token.
 */
export async function startAppSession(
  ctx: Ctx,
  site: Site,
  from: { sessionId: string; memberId: string; appId: string | null; parentId: string | null },
  device: Device,
): Promise<string | undefined> {
  const { sessionId: id, appId: app_id, parentId: parent_id } = from;
  const row = { ...sessionRow(ctx, from.memberId, device), id, app_id, parent_id };
  await insertSession(ctx.db, site.id, row);
  if (!app_id) return undefined;
  const refreshToken = siteSecret(site.shortId);
  await insertRefreshToken(ctx.db, site.id, {
    token_hash: hashSecret(refreshToken),
    session_id: id,
    app_id,
    expires_at: row.expires_at,
  });
  return refreshToken;
}

/** The live session of a browser by its cookie. */
export async function useBrowserSession(ctx: Ctx, site: Site, secret: string | undefined) {
  if (!secret) return undefined;
  const found = await findSessionByCookie(ctx.db, site.id, hashSecret(secret), ctx.now);
  if (found) await keepAlive(ctx, site, found.id, found.expires_at);
  return found;
}

/** Proof of a sign-in just made, for the authorize request that follows: one use, ten minutes. */
export async function issueSessionToken(ctx: Ctx, site: Site, memberId: string): Promise<string> {
  const token = siteSecret(site.shortId);
  await insertSessionToken(ctx.db, site.id, {
    token_hash: hashSecret(token),
    member_id: memberId,
    expires_at: new Date(ctx.now.getTime() + SESSION_TOKEN_SECONDS * 1_000),
  });
  return token;
}

/** The member who has just signed in; the token is used up. Undefined for a token that is unknown, old or used. */
export const takeSessionToken = (ctx: Ctx, site: Site, token: string): Promise<string | undefined> =>
  consumeSessionToken(ctx.db, site.id, hashSecret(token), ctx.now);

/** Ends one session: its refresh token at once, its access tokens as soon as every process has heard. */
export const endSession = (ctx: Ctx, site: Site, id: string): Promise<number> => end(ctx, site, async () => [id]);

/** Signs out: ends the session, the browser's session that it came from, and all others that came from that one. */
export const endSessionFamily = (ctx: Ctx, site: Site, id: string): Promise<number> =>
  end(ctx, site, (db) => listSessionFamily(db, site.id, id));

/**
 * Ends every session of a member except the family of the session that `except` names, and returns how many ended.
 * Codes and session tokens that are not exchanged yet end too: they would become sessions after the others have ended.
 */
export async function endSessionsOfMember(
  ctx: Ctx,
  site: Site,
  memberId: string,
  { except }: { readonly except?: string } = {},
): Promise<number> {
  return end(ctx, site, async (db) => {
    await deleteUnexchanged(db, site.id, memberId);
    const kept = except ? await listSessionFamily(db, site.id, except) : [];
    return (await listLiveSessionIds(db, site.id, memberId)).filter((id) => !kept.includes(id));
  });
}

async function end(ctx: Ctx, site: Site, list: (db: Ctx['db']) => Promise<string[]>): Promise<number> {
  return transaction(ctx, async ({ db }) => {
    const ended = await endSessions(db, site.id, await list(db), ctx.now);
    for (const id of ended) await notifyChange(db, 'session', sessionKey(site.id, id));
    return ended.length;
  });
}

/** How a session is named in change notices. */
export const sessionKey = (siteId: string, sessionId: string): string => `${siteId}/${sessionId}`;

/** Written at most once a day and session, so that refreshing stays a read. */
export async function keepAlive(ctx: Ctx, site: Site, id: string, expiresAt: Date): Promise<void> {
  const fresh = new Date(ctx.now.getTime() + SESSION_DAYS * DAY_MS);
  if (fresh.getTime() - expiresAt.getTime() > DAY_MS) await extendSession(ctx.db, site.id, id, ctx.now, fresh);
}

const sessionRow = (ctx: Ctx, memberId: string, { userAgent }: Device) => ({
  id: newId(),
  member_id: memberId,
  parent_id: null,
  app_id: null,
  cookie_hash: null,
  expires_at: new Date(ctx.now.getTime() + SESSION_DAYS * DAY_MS),
  user_agent: (userAgent ?? '').slice(0, 300),
  address: ctx.address,
});
