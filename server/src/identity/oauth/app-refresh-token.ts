/**
 * The refresh token of an app, for the vendor's AppStrategy: `<site short id>.app~<mac>`. It is accepted only together
 * with the app's secret, so it is not stored. The MAC covers the hash of the secret, so a new secret invalidates the
 * token.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../kernel/ctx.ts';
import type { Client } from './client.ts';

/** No other refresh token contains this text, because `~` is not in the base64url alphabet. */
const MARK = '.app~';

export const isAppRefreshToken = (token: string): boolean => token.includes(MARK);

export function signAppRefreshToken(ctx: Ctx, { app, site }: Client): string {
  const mac = ctx.env.vault.mac('app-refresh', JSON.stringify([app.id, app.secret_hash.toString('base64')]));
  return `${site.shortId}${MARK}${mac.toString('base64url')}`;
}

/** Compares in constant time, so that the duration does not reveal how much of a guess is right. */
export function isRefreshTokenOf(ctx: Ctx, client: Client, token: string): boolean {
  const [received, expected] = [Buffer.from(token), Buffer.from(signAppRefreshToken(ctx, client))];
  return received.length === expected.length && timingSafeEqual(received, expected);
}
