import type { RequestInfo } from '../../http/bind.ts';
import type { Site } from '../../kernel/ctx.ts';
import { hashSecret, randomSecret } from '../../kernel/ids.ts';
import { readCookie, setCookie } from '../sessions/cookies.ts';
import type { Device } from '../sign-in/devices.ts';

const SECRET = /^[\w-]{43}$/;

/** The browser by the secret of its device cookie, and the cookie where it has none yet. */
export function deviceOfBrowser(site: Site, info: RequestInfo): { device: Device; cookies: string[] } {
  const there = readCookie(site, 'device', info);
  const secret = there && SECRET.test(there) ? there : randomSecret();
  const device = {
    proof: hashSecret(`browser ${secret}`),
    userAgent: (info.headers['user-agent'] ?? '').slice(0, 300),
  };
  return { device, cookies: [setCookie(site, 'device', secret)] };
}
