/** Members' refresh tokens: reusable, or followed by another one at each use where the OAuth app asks for that. */
import { sql } from 'kysely';
import { transaction } from '../../db/index.ts';
import type { Ctx, Site } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { endSessionFamily, keepAlive } from './sessions.ts';
import type { findRefreshToken } from './store.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>;

/** parallel refreshes of one client, and answers lost on the way, are no theft (RFC 9700, section 4.14.2) */
const GRACE_SECONDS = 10;
/** a client that refreshes more often than this within the grace period gets a token that was followed already */
const MOST_STEPS = 10;

/**
 * Uses a refresh token that was found: its session lives on. Answers the token to go on with: the same one, which the
 * vendor's SDK needs because it ignores a new one (identity contract section 2), or, where `rotates`, the one that
 * follows. Null for a token whose follower has been out for longer than the grace period: either it or the follower
 * was stolen, and nobody can tell which, so all sessions of the family end (RFC 9700, section 4.14.2).
 */
export async function useRefreshToken(
  ctx: Ctx,
  site: Site,
  token: string,
  found: Found,
  rotates: boolean,
): Promise<string | null> {
  const next = rotates || found.rotated_at ? await transaction(ctx, (ctx) => follow(ctx, site, token, found)) : token;
  if (next === null) await endSessionFamily(ctx, site, found.session_id);
  else await keepAlive(ctx, site, found.session_id, found.expires_at);
  return next;
}

/** The newest token after this one. The row of the token is locked: of parallel refreshes one makes the follower. */
async function follow(ctx: Ctx, site: Site, token: string, found: Found): Promise<string | null> {
  if (!(await markFollowed(ctx, site, token))) return null;
  let next = followerOf(ctx, site, token);
  for (let step = 1; step < MOST_STEPS && (await isFollowed(ctx, site, next, found)); step += 1) {
    next = followerOf(ctx, site, next);
  }
  return next;
}

/**
 * Made from the token before it under the installation's secret, so that all parallel refreshes get the same one. The
 * tokens of a session are then one chain: a thief and the owner cannot each go on with a branch of their own, unseen.
 */
const followerOf = (ctx: Ctx, site: Site, token: string): string =>
  `${site.shortId}.${ctx.env.vault.mac('refresh-token', token).toString('base64url')}`;

/** False for a token that was followed before the grace period. By the clock of the database, which all processes share. */
async function markFollowed({ db }: Ctx, site: Site, token: string): Promise<boolean> {
  const { rows } = await sql<{ in_time: boolean }>`
    update refresh_tokens set rotated_at = coalesce(rotated_at, now())
    where site_id = ${site.id} and token_hash = ${hashSecret(token)}
    returning rotated_at > now() - make_interval(secs => ${GRACE_SECONDS}) as in_time`.execute(db);
  return rows[0]?.in_time ?? false;
}

/** Stores the token where it is new; true where it was there and was followed itself. */
async function isFollowed({ db }: Ctx, site: Site, token: string, found: Found): Promise<boolean> {
  const hash = hashSecret(token);
  const { rows } = await sql<{ rotated_at: Date | null }>`
    insert into refresh_tokens as known (site_id, token_hash, session_id, app_id, expires_at)
    values (${site.id}, ${hash}, ${found.session_id}, ${found.app_id}, ${found.expires_at})
    on conflict (site_id, token_hash) do update set expires_at = known.expires_at
    returning rotated_at`.execute(db);
  return rows[0]?.rotated_at != null;
}
