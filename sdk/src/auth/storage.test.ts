import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keyValueStore, localTokenStorage, type TokenStorage, type Tokens } from '../index.ts';
import { browserCookieStorage, type Cookie, cookieTokenStorage } from './cookie-storage.ts';

const tokens: Tokens = {
  accessToken: { value: 'a.b.c', expiresAt: 1_700_000_000_000 },
  refreshToken: { value: 'refresh', role: 'member' },
};
const longTokens: Tokens = { ...tokens, accessToken: { value: 'x'.repeat(6_000), expiresAt: 1_700_000_000_000 } };

function jar() {
  const cookies = new Map<string, string>();
  const headers: Record<string, string>[] = [];
  return {
    cookies,
    headers,
    getAll: (): Cookie[] => [...cookies].map(([name, value]) => ({ name, value })),
    setAll(written: readonly (Cookie & { options: { maxAge: number } })[], own: Readonly<Record<string, string>>) {
      headers.push({ ...own });
      for (const { name, value, options } of written) {
        if (options.maxAge === 0) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}

describe('cookieTokenStorage', () => {
  it.each([
    ['one cookie', tokens],
    ['several cookies', longTokens],
  ])('returns the tokens of %s to the next request', async (_name, tokens) => {
    const request = jar();
    await cookieTokenStorage(request).save(tokens);
    for (const value of request.cookies.values()) expect(value).toMatch(/^[\w.-]{1,3300}$/);
    expect(await cookieTokenStorage(request).load()).toEqual(tokens);
  });

  it('writes cookies only together with headers that forbid caching', async () => {
    const request = jar();
    await cookieTokenStorage(request).save(tokens);
    expect(request.headers).toEqual([
      expect.objectContaining({ 'cache-control': expect.stringContaining('no-store') }),
    ]);
  });

  it('deletes cookies that are left over after shorter tokens or signing out', async () => {
    const request = jar();
    await cookieTokenStorage(request).save(longTokens);
    await cookieTokenStorage(request).save(tokens);
    expect([...request.cookies.keys()]).toEqual(['portico-tokens.0']);
    await cookieTokenStorage(request).save(null);
    expect(request.cookies.size).toBe(0);
  });

  it('ignores cookies of different writes, missing ones and foreign values', async () => {
    const request = jar();
    await cookieTokenStorage(request).save(longTokens);
    const [first = '', second = ''] = request.cookies.values();
    for (const broken of [first.replace(/^(\d+)\.\w+/, '$1.other'), '', 'foreign', '1.x.!!', `${first}%`]) {
      const damagedJar = jar();
      damagedJar.cookies.set('portico-tokens.0', broken).set('portico-tokens.1', second);
      expect(await cookieTokenStorage(damagedJar).load()).toBeNull();
    }
  });

  it('returns what it has saved, although the cookies of the request do not change', async () => {
    const storage = cookieTokenStorage({ getAll: () => [] });
    await storage.save(tokens);
    expect(await storage.load()).toEqual(tokens);
  });
});

describe('localTokenStorage', () => {
  it('keeps tokens in memory if localStorage is missing, blocked or full', () => {
    const fullStore = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    };
    const throwSecurityError = () => {
      throw new DOMException('', 'SecurityError');
    };
    for (const find of [() => undefined, throwSecurityError, () => fullStore]) {
      const storage = localTokenStorage('tokens', keyValueStore(find));
      storage.save(tokens);
      expect(storage.load()).toEqual(tokens);
      storage.save(null);
      expect(storage.load()).toBeNull();
    }
  });

  it('ignores values of another shape', () => {
    const store = { getItem: () => '{"accessToken":"x"}', setItem: () => undefined, removeItem: () => undefined };
    expect(localTokenStorage('tokens', store).load()).toBeNull();
  });
});

describe('browserCookieStorage', () => {
  /** Replaces `document` with one whose cookies are stored as browsers do. */
  function stubDocument() {
    const cookies = new Map<string, string>();
    const attributes: string[] = [];
    vi.stubGlobal('document', {
      get cookie() {
        return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(text: string) {
        const [pair = '', ...more] = text.split('; ');
        const [name = '', value = ''] = pair.split('=');
        attributes.push(more.join('; '));
        if (more.includes('max-age=0')) cookies.delete(name);
        else cookies.set(name, value);
      },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    return { cookies, attributes };
  }

  it('keeps tokens in the cookies of the page until they are removed', async () => {
    const { cookies, attributes } = stubDocument();
    const storage = browserCookieStorage({ secure: true, maxAge: 60 });
    await storage.save(longTokens);
    expect(cookies.size).toBeGreaterThan(1);
    expect(attributes[0]).toBe('path=/; max-age=60; samesite=lax; secure');
    expect(await browserCookieStorage().load()).toEqual(longTokens);
    await storage.save(null);
    expect([cookies.size, await storage.load()]).toEqual([0, null]);
  });

  it('reads what another tab or the server has written since', async () => {
    const { cookies } = stubDocument();
    const storage = browserCookieStorage();
    await storage.save(longTokens);
    await browserCookieStorage().save(tokens);
    expect(await storage.load()).toEqual(tokens);
    cookies.clear();
    expect(await storage.load()).toBeNull();
  });

  it('reports what other storages save under the same name, and not its own writes', async () => {
    stubDocument();
    const events: string[] = [];
    const listen = (storage: TokenStorage, name: string) => {
      const unsubscribe = storage.subscribe?.(() => events.push(name)) ?? (() => events.push('no subscription'));
      onTestFinished(() => void unsubscribe());
      return unsubscribe;
    };
    const [one, other] = [browserCookieStorage({ name: 'shared' }), browserCookieStorage({ name: 'shared' })];
    const unsubscribe = listen(one, 'one');
    listen(other, 'other');
    listen(browserCookieStorage({ name: 'apart' }), 'apart');
    await one.save(tokens);
    await vi.waitFor(() => expect(events).toEqual(['other']));
    unsubscribe();
    await one.save(null);
    await vi.waitFor(() => expect(events).toEqual(['other', 'other']));
    await other.save(tokens);
    await browserCookieStorage({ name: 'apart' }).save(tokens);
    await vi.waitFor(() => expect(events).toEqual(['other', 'other', 'apart']));
  });

  it('works without BroadcastChannel', async () => {
    stubDocument();
    vi.stubGlobal('BroadcastChannel', undefined);
    const storage = browserCookieStorage();
    const unsubscribe = storage.subscribe?.(() => undefined);
    await storage.save(tokens);
    unsubscribe?.();
    expect(await storage.load()).toEqual(tokens);
  });
});
