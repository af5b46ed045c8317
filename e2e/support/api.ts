import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { OWNER } from './environment.ts';
import type { Product } from './product.ts';

/** Calls the API of the first site with an API key, or as the owner where keys lack the permission. */
export interface Api {
  readonly siteId: string;
  readonly apiKey: string;
  /** Returns the body of the response. Rejects with the body if the status is not 200. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  post(path: string, body: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  patch(path: string, body: object): Promise<any>;
  remove(path: string): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  getAsOwner(path: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  postAsOwner(path: string, body: object): Promise<any>;
  /** Changes settings of the site as the owner, and waits until the hosted pages use them. */
  configure(settings: object): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** The token of the owner expires after some minutes, so it is renewed earlier. */
const TOKEN_RENEWAL_MS = 60_000;

const isVisibleToMembers = (field: { editableByMember: boolean }): boolean => field.editableByMember;

/** Opens the API of an installation that has an owner (OWNER_ENV). */
export async function openApi({ url }: Product): Promise<Api> {
  let siteId = '';
  const call = async (authorization: string, method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization,
        origin: url,
        ...(siteId ? { 'wix-site-id': siteId } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} for ${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  let owner = { token: '', until: 0 };
  const callAsOwner = async (method: string, path: string, body?: object) => {
    if (Date.now() > owner.until) {
      const { accessToken } = await call('', 'POST', '/portico/v1/dashboard/sign-in', OWNER);
      owner = { token: accessToken, until: Date.now() + TOKEN_RENEWAL_MS };
    }
    return call(owner.token, method, path, body);
  };
  ({ siteId } = (await callAsOwner('GET', '/portico/v1/sites')).sites[0]);
  const { apiKey } = await callAsOwner('POST', '/portico/v1/keys', { key: { name: 'Browser tests' } });
  return {
    siteId,
    apiKey,
    post: (path, body) => call(apiKey, 'POST', path, body),
    patch: (path, body) => call(apiKey, 'PATCH', path, body),
    remove: (path) => call(apiKey, 'DELETE', path),
    getAsOwner: (path) => callAsOwner('GET', path),
    postAsOwner: (path, body) => callAsOwner('POST', path, body),
    async configure(changes) {
      const { settings } = await callAsOwner('PATCH', '/portico/v1/settings', { settings: changes });
      const { signUp, requireOwnerApproval, requireEmailVerification, requiredFields, captcha } = settings.signIn;
      const { hasSecret: _hidden, ...publicCaptcha } = captcha;
      const { language, theme } = settings;
      const common = { language, theme, signUp, requireOwnerApproval, requireEmailVerification, requiredFields };
      const expected = {
        ...common,
        memberFields: settings.members.fields.filter(isVisibleToMembers),
        captcha: publicCaptcha,
      };
      for (const end = Date.now() + TIMEOUT_MS; ; await sleep(50)) {
        const current = await call(apiKey, 'GET', '/portico/v1/sign-in-settings');
        if (Object.entries(expected).every(([name, value]) => isDeepStrictEqual(current[name], value))) return;
        if (Date.now() > end)
          throw new Error(`The hosted pages do not use the changed settings after ${TIMEOUT_MS} ms.`);
      }
    },
  };
}
