import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import type { Ctx, Site } from '../../kernel/ctx.ts';
import { hashSecret, newId, newSecret, newSiteSecret } from '../../kernel/ids.ts';
import {
  consumeSessionToken,
  deleteUnexchangedCredentials,
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
const SESSION_TOKEN_LIFETIME_SECONDS = 600;
const DAY_MS = 86_400_000;

/** Stored with a session, so that members can distinguish their sessions. */
export interface Device {
  readonly userAgent: string | undefined;
}

/**
 * Starts the session of a browser on the hosted pages. The returned secret goes into its cookie; only its hash is
 * stored.
 */
export async function startBrowserSession(ctx: Ctx, site: Site, memberId: string, device: Device) {
  const secret = newSecret();
  const id = newId();
  await insertSession(ctx.db, site.id, {
    ...newSessionRow(ctx, memberId, device),
    id,
    cookie_hash: hashSecret(secret),
  });
  return { id, secret };
}

/**
 * Starts an app's session.
 * @returns the session's opaque refresh token `<site short id>.<random>`, of which only the hash is stored; undefined
 *   without an app
 */
export async function startAppSession(
  ctx: Ctx,
  site: Site,
  from: { sessionId: string; memberId: string; appId: string | null; parentId: string | null },
  device: Device,
): Promise<string | undefined> {
  const { sessionId: id, appId: app_id, parentId: parent_id } = from;
  const row = { ...newSessionRow(ctx, from.memberId, device), id, app_id, parent_id };
  await insertSession(ctx.db, site.id, row);
  if (!app_id) return undefined;
  const refreshToken = newSiteSecret(site.shortId);
  await insertRefreshToken(ctx.db, site.id, {
    token_hash: hashSecret(refreshToken),
    session_id: id,
    app_id,
    expires_at: row.expires_at,
  });
  return refreshToken;
}

/** Returns the live session of a browser by the secret in its cookie, and extends it. */
export async function resumeBrowserSession(ctx: Ctx, site: Site, secret: string | undefined) {
  if (!secret) return undefined;
  const found = await findSessionByCookie(ctx.db, site.id, hashSecret(secret), ctx.now);
  if (found) await extendIfDue(ctx, site, found.id, found.expires_at);
  return found;
}

/** Issues the proof of a sign-in for the authorize request that follows. Valid once, for ten minutes. */
export async function issueSessionToken(ctx: Ctx, site: Site, memberId: string): Promise<string> {
  const token = newSiteSecret(site.shortId);
  await insertSessionToken(ctx.db, site.id, {
    token_hash: hashSecret(token),
    member_id: memberId,
    expires_at: new Date(ctx.now.getTime() + SESSION_TOKEN_LIFETIME_SECONDS * 1_000),
  });
  return token;
}

/** Redeems a session token and returns the id of its member; undefined for a token that is unknown, expired or used. */
export const redeemSessionToken = (ctx: Ctx, site: Site, token: string): Promise<string | undefined> =>
  consumeSessionToken(ctx.db, site.id, hashSecret(token), ctx.now);

/** Ends one session: its refresh token at once, its access tokens as soon as the change notice reaches each process. */
export const endSession = (ctx: Ctx, site: Site, id: string): Promise<number> => end(ctx, site, async () => [id]);

/**
 * Signs out: ends the session, the browser session that authorized it, and all other sessions that the same browser
 * session authorized.
 */
export const endSessionFamily = (ctx: Ctx, site: Site, id: string): Promise<number> =>
  end(ctx, site, (db) => listSessionFamily(db, site.id, id));

/**
 * Ends every session of a member except the family of the session that `except` names, and returns how many ended.
 * Deletes codes and session tokens that are not exchanged yet, because they would become sessions afterwards.
 */
export async function endSessionsOfMember(
  ctx: Ctx,
  site: Site,
  memberId: string,
  { except }: { readonly except?: string } = {},
): Promise<number> {
  return end(ctx, site, async (db) => {
    await deleteUnexchangedCredentials(db, site.id, memberId);
    const exceptedIds = except ? await listSessionFamily(db, site.id, except) : [];
    return (await listLiveSessionIds(db, site.id, memberId)).filter((id) => !exceptedIds.includes(id));
  });
}

async function end(ctx: Ctx, site: Site, list: (db: Ctx['db']) => Promise<string[]>): Promise<number> {
  return transaction(ctx, async ({ db }) => {
    const endedIds = await endSessions(db, site.id, await list(db), ctx.now);
    for (const id of endedIds) await notifyChange(db, 'session', sessionKeyOf(site.id, id));
    return endedIds.length;
  });
}

/** The key of a session in change notices. */
export const sessionKeyOf = (siteId: string, sessionId: string): string => `${siteId}/${sessionId}`;

/** Extends the session at most once a day, so that most refreshes only read from the database. */
export async function extendIfDue(ctx: Ctx, site: Site, id: string, expiresAt: Date): Promise<void> {
  const newExpiry = new Date(ctx.now.getTime() + SESSION_DAYS * DAY_MS);
  if (newExpiry.getTime() - expiresAt.getTime() > DAY_MS) await extendSession(ctx.db, site.id, id, ctx.now, newExpiry);
}

const newSessionRow = (ctx: Ctx, memberId: string, { userAgent }: Device) => ({
  id: newId(),
  member_id: memberId,
  parent_id: null,
  app_id: null,
  cookie_hash: null,
  expires_at: new Date(ctx.now.getTime() + SESSION_DAYS * DAY_MS),
  user_agent: (userAgent ?? '').slice(0, 300),
  address: ctx.address,
});
