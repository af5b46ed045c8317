/**
 * ALTCHA: the browser proves work instead of solving pictures, without a third party. The server draws a number and
 * shows the first half of a key derived from it; a client that finds the number by trial has the complete key.
 */

import { createHash, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { SiteCtx } from '../kernel/ctx.ts';

const LIFETIME_MS = 600_000;
/**
 * Number of tries of a thousand rounds each: 0.2 ms a try on one core of a server, about 0.6 ms on a phone, which has
 * several cores. A phone takes about a second, and a thousand attempts cost an attacker a quarter of an hour of computing.
 */
const ROUNDS = 1_000;
const FEWEST_TRIES = 2_500;
const MOST_TRIES = 7_500;
const LONGEST_TOKEN = 8_192;

type Within = Pick<SiteCtx, 'db' | 'env' | 'site' | 'now'>;

/** Returns a challenge for the ALTCHA widget, valid for ten minutes, at this site only. */
export function captchaChallenge({ env, site, now }: Pick<SiteCtx, 'env' | 'site' | 'now'>): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(FEWEST_TRIES, MOST_TRIES),
    deriveKey,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
    ...secrets({ env, site }),
  });
}

/** Returns true once for each solved challenge of the site. */
export async function isSolved(ctx: Within, token: string): Promise<boolean> {
  const payload = readPayload(token);
  const expiresAt = new Date((payload?.challenge.parameters.expiresAt ?? 0) * 1_000);
  if (!payload || !(expiresAt > ctx.now)) return false;
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets(ctx) });
  return verified && (await insertUsed(ctx, payload.challenge.signature as string, expiresAt));
}

/** Deletes used challenges that have expired, because they are rejected for that anyway. */
export async function sweepUsedCaptchas(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_captchas').where('expires_at', '<=', now).execute();
}

/** Identifies a challenge by its signature, not by the token, because one solution can be encoded in many ways. */
async function insertUsed({ db, site }: Within, signature: string, expiresAt: Date): Promise<boolean> {
  const hash = createHash('sha256').update(signature).digest();
  const { rows } = await sql`
    insert into used_captchas (site_id, token_hash, expires_at) values (${site.id}, ${hash}, ${expiresAt})
    on conflict (site_id, token_hash) do nothing returning site_id`.execute(db);
  return rows.length === 1;
}

/** Keys derived for the site: a solution for another site is invalid here. */
function secrets({ env, site }: Pick<SiteCtx, 'env' | 'site'>) {
  return {
    hmacSignatureSecret: env.vault.mac('captcha', site.id).toString('hex'),
    hmacKeySignatureSecret: env.vault.mac('captcha', `${site.id} key`).toString('hex'),
  };
}

/** The widget sends base64 of `{ challenge, solution }`. Returns null for anything else. */
function readPayload(token: string): Payload | null {
  if (token.length > LONGEST_TOKEN) return null;
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Partial<Payload> | null;
    const { challenge, solution } = payload ?? {};
    const parameters: unknown = challenge?.parameters;
    const whole = typeof parameters === 'object' && parameters && typeof challenge?.signature === 'string' && solution;
    return whole ? ({ challenge, solution } as Payload) : null;
  } catch {
    return null;
  }
}
