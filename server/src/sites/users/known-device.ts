/**
 * A signed cookie marks a browser from which a user has signed in to the dashboard. Guesses from elsewhere then do not
 * slow that user down. It grants no access: the password is still required.
 */
import { timingSafeEqual } from 'node:crypto';
import type { RequestInfo } from '../../http/bind.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { readCookie, toSetCookieHeader } from './cookies.ts';

const DAYS = 365;

interface Person {
  readonly id: string;
  readonly password_hash: string | null;
}

/** Returns the id of the device if it is known for this user; takes the same time for an unknown user. */
export function findKnownDevice(ctx: Ctx, person: Person | undefined, request: RequestInfo): string | null {
  const [id = '', expires = '', proof = ''] = readCookie(ctx, request, 'portico-dashboard-device')?.split('.') ?? [];
  const mac = macOf(ctx, person ?? { id: '', password_hash: null }, id, expires);
  const received = Buffer.from(proof, 'base64url');
  const known = received.length === mac.length && timingSafeEqual(received, mac) && Number(expires) > ctx.now.getTime();
  return person && known ? id : null;
}

/**
 * Returns the Set-Cookie header that makes this browser a known device. For a device that is already known, pass its
 * `id`.
 */
export function createDeviceCookie(ctx: Ctx, person: Person, id: string = newId()): string {
  const expires = String(ctx.now.getTime() + DAYS * 86_400_000);
  const mac = macOf(ctx, person, id, expires).toString('base64url');
  return toSetCookieHeader(ctx, 'portico-dashboard-device', `${id}.${expires}.${mac}`, DAYS * 86_400);
}

/** Includes the password's hash, so that changing the password invalidates stolen cookies. */
const macOf = (ctx: Ctx, person: Person, id: string, expires: string): Buffer =>
  ctx.env.vault.mac('dashboard-device', JSON.stringify([person.id, person.password_hash, id, expires]));
