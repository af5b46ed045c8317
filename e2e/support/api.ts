import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Product } from './product.ts';
import { OWNER } from './stage.ts';

/** Calls of the API on the first site: by a key that its owner made, and where keys may not, by the owner. */
export interface Api {
  readonly siteId: string;
  readonly apiKey: string;
  /** the answer's body; rejects with it unless the answer is 200 */
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into answers of every shape
  post(path: string, body: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into answers of every shape
  patch(path: string, body: object): Promise<any>;
  remove(path: string): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into answers of every shape
  getAsOwner(path: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into answers of every shape
  postAsOwner(path: string, body: object): Promise<any>;
  /** changes settings of the site as the owner, and waits until its pages have heard of it */
  configure(settings: object): Promise<void>;
}

const PATIENCE_MS = 10_000;

/** An owner's token is good for minutes, and a journey may take longer. */
const TOKEN_MS = 60_000;

const shownToMembers = (field: { editableByMember: boolean }): boolean => field.editableByMember;

/** For an installation that has its owner (OWNED). */
export async function openApi({ url }: Product): Promise<Api> {
  let siteId = '';
  const call = async (authorization: string, method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization,
        origin: url,
        ...(siteId ? { 'wix-site-id': siteId } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text);
  };
  let owner = { token: '', until: 0 };
  const asOwner = async (method: string, path: string, body?: object) => {
    if (Date.now() > owner.until) {
      const { accessToken } = await call('', 'POST', '/portico/v1/dashboard/sign-in', OWNER);
      owner = { token: accessToken, until: Date.now() + TOKEN_MS };
    }
    return call(owner.token, method, path, body);
  };
  ({ siteId } = (await asOwner('GET', '/portico/v1/sites')).sites[0]);
  const { apiKey } = await asOwner('POST', '/portico/v1/keys', { key: { name: 'Journeys' } });
  return {
    siteId,
    apiKey,
    post: (path, body) => call(apiKey, 'POST', path, body),
    patch: (path, body) => call(apiKey, 'PATCH', path, body),
    remove: (path) => call(apiKey, 'DELETE', path),
    getAsOwner: (path) => asOwner('GET', path),
    postAsOwner: (path, body) => asOwner('POST', path, body),
    async configure(changes) {
      const { settings } = await asOwner('PATCH', '/portico/v1/settings', { settings: changes });
      const { signUp, requireOwnerApproval, requireEmailVerification, requiredFields, captcha } = settings.signIn;
      const { hasSecret: _hidden, ...shownCaptcha } = captcha;
      const { language, theme } = settings;
      const wanted = { language, theme, signUp, requireOwnerApproval, requireEmailVerification, requiredFields };
      const all = { ...wanted, memberFields: settings.members.fields.filter(shownToMembers), captcha: shownCaptcha };
      for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
        const shown = await call(apiKey, 'GET', '/portico/v1/sign-in-settings');
        if (Object.entries(all).every(([name, value]) => isDeepStrictEqual(shown[name], value))) return;
        if (Date.now() > end) throw new Error('The pages have not heard of the change of settings.');
      }
    },
  };
}
