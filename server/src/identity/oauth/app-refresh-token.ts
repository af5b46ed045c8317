/**
 * The refresh token of an app, for the vendor's AppStrategy: `<site short id>.app~<mac>`. It names the app's
 * installation and is accepted with the app's secret only, so nothing is stored: the MAC covers the hash of the secret
 * and ends with it.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../kernel/ctx.ts';
import type { Client } from './client.ts';

/** No other refresh token contains it: `~` is not in the base64url alphabet. */
const MARK = '.app~';

export const isAppRefreshToken = (token: string): boolean => token.includes(MARK);

export function appRefreshToken(ctx: Ctx, { app, site }: Client): string {
  const mac = ctx.env.vault.mac('app-refresh', JSON.stringify([app.id, app.secret_hash.toString('base64')]));
  return `${site.shortId}${MARK}${mac.toString('base64url')}`;
}

/** Compares in constant time: the time taken tells nothing about how much of a guess is right. */
export function isRefreshTokenOf(ctx: Ctx, client: Client, token: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(appRefreshToken(ctx, client))];
  return given.length === right.length && timingSafeEqual(given, right);
}
