/** Tests how sessions survive refreshes, failures and other tabs, against a real server. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FailingProxy, startProxy } from '../../../server/src/testing/failing-proxy.ts';
import type {} from '../../../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../../../server/src/testing/index.ts';
import {
  type AuthEvent,
  createClient,
  localTokenStorage,
  memoryStorage,
  type TokenStorage,
  type Tokens,
} from '../index.ts';
import { externalLoginAuth } from './external-login.ts';
import { withLock } from './lock.ts';

let t: TestServer;
let url: string;
let rotatingClientId: string;
let proxy: FailingProxy;
beforeAll(async () => {
  t = await testServer();
  url = await t.listen();
  const app = { name: 'Rotating', rotateRefreshTokens: true };
  const as = await t.userToken('owner');
  rotatingClientId = (await t.call({ method: 'POST', path: '/portico/v1/apps', body: { app }, as })).body.app.clientId;
});
afterAll(() => t.stop());
beforeEach(async () => {
  proxy = await startProxy(url);
});
afterEach(() => proxy.close());

const clientWith = (storage: TokenStorage, clientId = t.app.clientId) =>
  createClient({ url: proxy.url, clientId, storage });

async function memberTokens(clientId = t.app.clientId): Promise<Tokens> {
  const { auth } = createClient({ url, auth: externalLoginAuth({ clientId }) });
  return auth.getMemberTokensForExternalLogin(t.memberId, t.key);
}

const withExpiredToken = (tokens: Tokens): Tokens => ({
  ...tokens,
  accessToken: { ...tokens.accessToken, expiresAt: 0 },
});
const withExpiringToken = (tokens: Tokens): Tokens => ({
  ...tokens,
  accessToken: { ...tokens.accessToken, expiresAt: Date.now() + 10_000 },
});

/** A storage that several tabs use. Every load returns a copy, as from JSON. */
function sharedStorage(tokens: Tokens): TokenStorage {
  const values = new Map([['tokens', JSON.stringify(tokens)]]);
  return localTokenStorage('tokens', {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  });
}

const nextEvent = (client: { auth: { onAuthChange: (listener: (event: AuthEvent) => void) => unknown } }) =>
  new Promise<AuthEvent>((resolve) => client.auth.onAuthChange(resolve));

describe('two clients that share a storage', () => {
  it.each([
    ['a reusable refresh token', () => t.app.clientId],
    ['a rotated refresh token', () => rotatingClientId],
  ])('refresh once together with %s', async (_name, clientId) => {
    const storage = sharedStorage(withExpiredToken(await memberTokens(clientId())));
    const clients = [clientWith(storage, clientId()), clientWith(storage, clientId())] as const;
    const [one, other] = await Promise.all(clients.map((client) => client.auth.tokens()));
    expect(one).toEqual(other);
    expect(proxy.paths).toEqual(['/oauth2/token']);
    for (const client of clients) expect((await client.members.getCurrentMember())?.id).toBe(t.memberId);

    await storage.save(withExpiredToken(one as Tokens));
    await clients[1].auth.tokens();
    expect((await clients[0].auth.tokens()).refreshToken.role).toBe('member');
    expect(proxy.paths.filter((path) => path === '/oauth2/token')).toHaveLength(2);
  });

  it('stay signed in if the runtime has no locks', async () => {
    const shared = sharedStorage(withExpiredToken(await memberTokens(rotatingClientId)));
    const { sharedAs: _, ...storage } = shared;
    const clients = [clientWith(storage, rotatingClientId), clientWith(storage, rotatingClientId)];
    const tokens = await Promise.all(clients.map((client) => client.auth.tokens()));
    expect(new Set(tokens.map(({ refreshToken }) => refreshToken.value)).size).toBe(1);
    for (const client of clients) expect((await client.members.getCurrentMember())?.id).toBe(t.memberId);
  });

  it('read tokens while another tab holds the lock', async () => {
    const tokens = await memberTokens();
    let release = (): void => undefined;
    const heldLock = navigator.locks.request('tokens', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await clientWith(sharedStorage(tokens)).auth.tokens()).toEqual(tokens);
    release();
    await heldLock;
  });

  it('continue without the lock if another tab does not release it', async () => {
    let release = (): void => undefined;
    const heldLock = navigator.locks.request('frozen', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await withLock(navigator.locks, 'frozen', async () => 'done', 20)).toBe('done');
    release();
    await heldLock;
  });
});

describe('a member stays signed in', () => {
  const expectUnchanged = async (storage: TokenStorage, before: Tokens) => expect(await storage.load()).toEqual(before);

  it.each([500, 502, 503, 404, 429])('if the server responds with %i to a refresh', async (status) => {
    const before = withExpiredToken(await memberTokens());
    const storage = memoryStorage(before);
    const client = clientWith(storage);
    proxy.failWith(status);
    await expect(client.auth.tokens()).rejects.toThrow(`Failed to fetch tokens from OAuth API: ${status}`);
    await expectUnchanged(storage, before);
    expect(await client.auth.isLoggedIn()).toBe(true);
    proxy.failWith(null);
    expect((await client.members.getCurrentMember())?.id).toBe(t.memberId);
  });

  it('if the server cannot be reached', async () => {
    const before = withExpiredToken(await memberTokens());
    const storage = memoryStorage(before);
    const client = clientWith(storage);
    await proxy.close();
    await expect(client.auth.tokens()).rejects.toThrow('fetch failed');
    await expectUnchanged(storage, before);
    proxy = await startProxy(url);
  });

  it('and uses the valid access token if an early refresh fails, without a request per call', async () => {
    const before = withExpiringToken(await memberTokens());
    const client = clientWith(memoryStorage(before));
    proxy.failWith(503);
    expect(await client.auth.tokens()).toEqual(before);
    expect(await client.auth.tokens()).toEqual(before);
    expect(proxy.paths).toEqual(['/oauth2/token']);
  });
});

describe('a session ends', () => {
  it('if the server revoked it, with an event and the tokens of a visitor', async () => {
    const tokens = await memberTokens();
    await createClient({ url, clientId: t.app.clientId, storage: memoryStorage(tokens) }).auth.signOut();
    const client = clientWith(memoryStorage(withExpiredToken(tokens)));
    const event = nextEvent(client);
    expect((await client.auth.tokens()).refreshToken.role).toBe('visitor');
    expect(await event).toBe('ended');
  });

  it('after signOut on the server and in the client', async () => {
    const tokens = await memberTokens();
    const storage = memoryStorage(tokens);
    const client = clientWith(storage);
    const event = nextEvent(client);
    await client.auth.signOut();
    expect(await event).toBe('signedOut');
    expect(storage.load()).toBeNull();
    expect((await clientWith(memoryStorage(withExpiredToken(tokens))).auth.tokens()).refreshToken.role).toBe('visitor');
  });

  it('after signOut everywhere on all devices', async () => {
    const other = await memberTokens();
    const client = clientWith(memoryStorage(await memberTokens()));
    await client.auth.signOut({ everywhere: true });
    expect((await clientWith(memoryStorage(withExpiredToken(other))).auth.tokens()).refreshToken.role).toBe('visitor');
  });

  it('in the client even if signOut does not reach the server', async () => {
    const client = clientWith(memoryStorage(await memberTokens()));
    proxy.failWith(503);
    await expect(client.auth.signOut()).rejects.toMatchObject({ status: 503 });
    expect(await client.auth.isLoggedIn()).toBe(false);
  });
});

describe('signing out during a refresh', () => {
  it.each([
    ['a fast storage', (storage: TokenStorage) => storage],
    [
      'a slow storage',
      (storage: TokenStorage): TokenStorage => ({
        load: () => storage.load(),
        async save(tokens) {
          await new Promise((resolve) => setTimeout(resolve, tokens ? 50 : 0));
          await storage.save(tokens);
        },
      }),
    ],
  ])('is not undone by its response with %s', async (_name, wrap) => {
    const storage = memoryStorage(withExpiredToken(await memberTokens()));
    const client = clientWith(wrap(storage));
    const release = proxy.hold();
    const refreshing = client.auth.tokens();
    await expect.poll(() => proxy.paths).toEqual(['/oauth2/token']);
    await client.auth.setTokens(null);
    release();
    expect((await refreshing).refreshToken.role).toBe('visitor');
    expect((await storage.load())?.refreshToken.role).toBe('visitor');
  });
});

describe('listeners', () => {
  it('may call the client', async () => {
    const client = clientWith(sharedStorage(withExpiredToken(await memberTokens())));
    const seen = new Promise<unknown>((resolve, reject) => {
      client.auth.onAuthChange(() => {
        client.members.getCurrentMember().then(resolve, reject);
      });
    });
    await client.auth.tokens();
    expect(await seen).toMatchObject({ id: t.memberId });
  });

  it('are called when a member signs in, and not after they were removed', async () => {
    const client = clientWith(memoryStorage());
    const events: AuthEvent[] = [];
    const remove = client.auth.onAuthChange((event) => void events.push(event));
    await client.auth.setTokens(await memberTokens());
    await client.auth.setTokens(null);
    remove();
    await client.auth.tokens();
    expect(events).toEqual(['signedIn', 'signedOut']);
  });
});
