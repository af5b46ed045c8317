/** Runs the client in a runtime with only the globals of an old React Native, against a real server. */
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {} from '../../server/src/testing/global-setup.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../server/src/testing/index.ts';
import { createFullClient } from './admin/index.ts';
import { apiKeyAuth } from './index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  const owner = createFullClient({ url: await t.listen(), auth: apiKeyAuth(t.key, t.site.id) });
  const permissions = { read: 'ANYONE', insert: 'SITE_MEMBER', update: 'ADMIN', remove: 'ADMIN' } as const;
  await owner.call('data.collections.create', { body: { collection: { id: 'Books', permissions } } });
});
afterAll(() => t.stop());

/** React Native has a URL class that can do little more than hold its text. */
class PartialUrl {
  readonly href: string;
  constructor(url: string) {
    this.href = url;
  }
  get searchParams(): never {
    throw new Error('URL.searchParams is not implemented');
  }
}

/**
 * The globals of an old React Native, which lack Web Crypto, btoa, localStorage, Web Locks, DOMException and
 * AbortSignal.reason.
 */
const GLOBALS = { fetch, TextEncoder, setTimeout, clearTimeout, setInterval, clearInterval, console, URL: PartialUrl };

const SCRIPT = `(async ({ url, clientId, redirectUri, randomBytes }) => {
  const auth = sdk.memberAuth({ clientId, storage: sdk.localTokenStorage(), randomBytes });
  const client = sdk.createClient({ url, auth });
  const anonymous = await client.items.query('Books').count();
  const credentials = { email: 'native@example.org', password: 'correct horse battery staple 5' };
  await client.auth.register(credentials);
  const { data } = await client.auth.login(credentials);
  await client.auth.setTokens(await client.auth.getMemberTokensForDirectLogin(data.sessionToken, { redirectUri }));
  const { _id } = await client.items.insert('Books', { title: 'Emma', read: new Date(0) });
  const titles = [];
  for await (const { title, read } of await client.items.query('Books').find()) titles.push(title + read.getTime());
  await client.auth.preWarm();
  const unknown = await client.forms.submit('22222222-2222-4222-8222-222222222222', {}).catch((error) => error.code);
  const member = await client.members.getCurrentMember();
  await client.auth.signOut();
  return { anonymous, titles, unknown, email: member.loginEmail, isLoggedIn: await client.auth.isLoggedIn() };
})(options)`;

it('signs in, reads and writes without btoa, randomUUID, localStorage, Web Locks and a full URL', async () => {
  const input = fileURLToPath(new URL('index.ts', import.meta.url));
  const { output } = await build({ input, platform: 'neutral', write: false, output: { format: 'iife', name: 'sdk' } });
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const options = { url: t.origin, clientId: t.app.clientId, redirectUri: REDIRECT_URI, randomBytes };
  const context = createContext({ ...GLOBALS, options });
  runInContext(`${output[0].code}; globalThis.sdk = sdk;`, context);
  expect(await runInContext(SCRIPT, context)).toEqual({
    anonymous: 0,
    titles: ['Emma0'],
    unknown: 'FORM_NOT_FOUND',
    email: 'native@example.org',
    isLoggedIn: false,
  });
});
