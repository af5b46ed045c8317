/**
 * ALTCHA: the browser proves work instead of solving pictures, without a third party. The server derives a key from a
 * random number and sends only the first half of the key. The client finds the number by trying, and proves this with
 * the complete key.
 */

import { createHash, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { SiteCtx } from '../kernel/ctx.ts';
import { insertUsedCaptcha } from './store.ts';

const LIFETIME_MS = 600_000;
/**
 * PBKDF2 rounds per try. A thousand rounds take 0.2 ms on one core of a server and about 0.6 ms on a phone, which has
 * several cores. A phone solves a challenge in about a second; a thousand challenges cost an attacker a quarter of an
 * hour.
 */
const ROUNDS = 1_000;
const MIN_TRIES = 2_500;
const MAX_TRIES = 7_500;
const MAX_TOKEN_LENGTH = 8_192;

/** Returns a challenge for the ALTCHA widget, valid for ten minutes, at this site only. */
export function createCaptchaChallenge({ env, site, now }: Pick<SiteCtx, 'env' | 'site' | 'now'>): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(MIN_TRIES, MAX_TRIES),
    deriveKey,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
    ...secretsOf({ env, site }),
  });
}

/** Returns true once for each solved challenge of the site. */
export async function isSolved(ctx: Pick<SiteCtx, 'db' | 'env' | 'site' | 'now'>, token: string): Promise<boolean> {
  const payload = readPayload(token);
  const expiresAt = new Date((payload?.challenge.parameters.expiresAt ?? 0) * 1_000);
  if (!payload || !(expiresAt > ctx.now)) return false;
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secretsOf(ctx) });
  if (!verified) return false;
  // Identifies a challenge by its signature, not by the token, because one solution can be encoded in many ways.
  const hash = createHash('sha256')
    .update(payload.challenge.signature as string)
    .digest();
  return insertUsedCaptcha(ctx.db, ctx.site.id, hash, expiresAt);
}

/** Derives the keys of the site, so that a solution for another site is invalid here. */
function secretsOf({ env, site }: Pick<SiteCtx, 'env' | 'site'>) {
  return {
    hmacSignatureSecret: env.vault.mac('captcha', site.id).toString('hex'),
    hmacKeySignatureSecret: env.vault.mac('captcha', `${site.id} key`).toString('hex'),
  };
}

/** The widget sends base64 of `{ challenge, solution }`. Returns null for anything else. */
function readPayload(token: string): Payload | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Partial<Payload> | null;
    const { challenge, solution } = payload ?? {};
    const parameters: unknown = challenge?.parameters;
    const isComplete =
      typeof parameters === 'object' && parameters && typeof challenge?.signature === 'string' && solution;
    return isComplete ? ({ challenge, solution } as Payload) : null;
  } catch {
    return null;
  }
}
