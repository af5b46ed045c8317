import { describe, expect, it } from 'vitest';
import { type Cookie, cookieTokenStorage, keyValueStore, localTokenStorage, type Tokens } from '../index.ts';

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

  it('deletes cookies that shorter tokens and signing out leave over', async () => {
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
