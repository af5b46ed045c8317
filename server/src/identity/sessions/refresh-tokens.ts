/** Refresh tokens of members: reusable, or rotated at each use if the OAuth app is configured so. */
import { transaction } from '../../db/index.ts';
import type { Ctx, Site } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { endSessionFamily, extendIfDue } from './sessions.ts';
import { type findRefreshToken, markRotated, upsertRefreshToken } from './store.ts';

type StoredRefreshToken = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>;

/**
 * Reuse within this time is not treated as theft, because clients refresh in parallel, and responses get lost (RFC
 * 9700, section 4.14.2).
 */
const GRACE_SECONDS = 10;
/**
 * Maximum number of successors to follow. A client that refreshes more often within the grace period gets a token that
 * was replaced already.
 */
const MAX_SUCCESSORS = 10;

/**
 * Uses a refresh token that was found, and extends its session.
 * @returns the token to continue with: the same one, because the vendor's SDK ignores a new one (identity contract,
 *   section 2), or its newest successor if `shouldRotate` is true or the token was already replaced. Null for a token
 *   that was replaced longer ago than the grace period. It or its successor was then stolen, so all sessions of the
 *   family end (RFC 9700, section 4.14.2)
 */
export async function redeemRefreshToken(
  ctx: Ctx,
  site: Site,
  token: string,
  found: StoredRefreshToken,
  shouldRotate: boolean,
): Promise<string | null> {
  const next =
    shouldRotate || found.rotated_at ? await transaction(ctx, (ctx) => rotate(ctx, site, token, found)) : token;
  if (next === null) await endSessionFamily(ctx, site, found.session_id);
  else await extendIfDue(ctx, site, found.session_id, found.expires_at);
  return next;
}

/**
 * Returns the newest successor of the token. The update locks its row, so that only one parallel refresh inserts the
 * successor.
 */
async function rotate(ctx: Ctx, site: Site, token: string, found: StoredRefreshToken): Promise<string | null> {
  if (!(await markRotated(ctx.db, site.id, hashSecret(token), GRACE_SECONDS))) return null;
  const { session_id, app_id, expires_at } = found;
  const isRotated = (successor: string) =>
    upsertRefreshToken(ctx.db, site.id, { token_hash: hashSecret(successor), session_id, app_id, expires_at });
  let next = successorOf(ctx, site, token);
  for (let step = 1; step < MAX_SUCCESSORS && (await isRotated(next)); step += 1) {
    next = successorOf(ctx, site, next);
  }
  return next;
}

/**
 * Derives the next token from the previous one with the installation's secret, so that all parallel refreshes get the
 * same one. The tokens of a session then form one chain: an attacker and the member cannot use separate branches
 * unnoticed.
 */
const successorOf = (ctx: Ctx, site: Site, token: string): string =>
  `${site.shortId}.${ctx.env.vault.mac('refresh-token', token).toString('base64url')}`;
