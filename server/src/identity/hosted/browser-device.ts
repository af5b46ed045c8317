import type { RequestInfo } from '../../http/bind.ts';
import type { Site } from '../../kernel/ctx.ts';
import { hashSecret, newSecret } from '../../kernel/ids.ts';
import { readCookie, setCookie } from '../sessions/cookies.ts';
import type { Device } from '../sign-in/devices.ts';

const SECRET = /^[\w-]{43}$/;

/** Identifies the browser by the secret in its device cookie, which is created if it is missing or malformed. */
export function deviceOfBrowser(site: Site, info: RequestInfo): { device: Device; cookies: string[] } {
  const cookie = readCookie(site, 'device', info);
  const secret = cookie && SECRET.test(cookie) ? cookie : newSecret();
  const device = {
    proof: hashSecret(`browser ${secret}`),
    userAgent: (info.headers['user-agent'] ?? '').slice(0, 300),
  };
  return { device, cookies: [setCookie(site, 'device', secret)] };
}
