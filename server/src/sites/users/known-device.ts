/**
 * A browser from which somebody signed in to the dashboard keeps a signed cookie that says so. Guesses from elsewhere
 * then do not slow that person down. It opens nothing: the password is still asked for.
 */
import { timingSafeEqual } from 'node:crypto';
import type { RequestInfo } from '../../http/bind.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { readCookie, writeCookie } from './cookies.ts';

const DAYS = 365;

interface Person {
  readonly id: string;
  readonly password_hash: string | null;
}

/** The id of the device, when it is known for this person; an unknown person is looked for in the same time. */
export function knownDevice(ctx: Ctx, person: Person | undefined, request: RequestInfo): string | null {
  const [id = '', expires = '', given = ''] = readCookie(ctx, request, 'portico-dashboard-device')?.split('.') ?? [];
  const mac = macOf(ctx, person ?? { id: '', password_hash: null }, id, expires);
  const right = Buffer.from(given, 'base64url');
  const known = right.length === mac.length && timingSafeEqual(right, mac) && Number(expires) > ctx.now.getTime();
  return person && known ? id : null;
}

/** The Set-Cookie header that makes this browser a known device; the same device keeps its id. */
export function deviceCookie(ctx: Ctx, person: Person, id: string = newId()): string {
  const expires = String(ctx.now.getTime() + DAYS * 86_400_000);
  const mac = macOf(ctx, person, id, expires).toString('base64url');
  return writeCookie(ctx, 'portico-dashboard-device', `${id}.${expires}.${mac}`, DAYS * 86_400);
}

/** Over the password's hash too: once it is changed, what a thief took along counts no more. */
const macOf = (ctx: Ctx, person: Person, id: string, expires: string): Buffer =>
  ctx.env.vault.mac('dashboard-device', JSON.stringify([person.id, person.password_hash, id, expires]));
