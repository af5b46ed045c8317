/**
 * Tests the caches of sites and keys: a change notice that arrives during a query must invalidate the query's result.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/ids.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { createSlowDatabase, waitForChange } from '../testing/slow-database.ts';
import { createDirectory } from './directory.ts';
import { createKeyCache } from './keys/key-cache.ts';
import { createKey, removeKey } from './keys/keys.ts';
import { mergeSettings } from './store.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

describe('the directory of sites', () => {
  it.each(['site', 'siteOfHost', 'siteOfShortId'] as const)(
    '%s: does not cache a result that was read before a change',
    async (by) => {
      const { db, release } = createSlowDatabase(t.db);
      const directory = createDirectory(db, t.origin);
      const key = { site: t.site.id, siteOfHost: new URL(t.origin).host, siteOfShortId: t.site.shortId }[by];
      const pendingSite = directory[by](key);
      const websiteAppId = newId();
      const notice = waitForChange('site');
      await mergeSettings(t.db, t.site.id, { websiteAppId });
      await notice;
      release();
      await pendingSite;
      expect((await directory[by](key))?.settings.websiteAppId).toBe(websiteAppId);
      directory.stop();
    },
  );
});

describe('the cache of keys', () => {
  it('does not cache a key as active that was revoked during the query', async () => {
    const { key, apiKey } = await createKey(t.ctx, { body: { key: { name: 'Brief' } } });
    const { db, release } = createSlowDatabase(t.db);
    const cache = createKeyCache(db);
    const pendingKey = cache.find(apiKey, new Date());
    const notice = waitForChange('key');
    // Waits until the query has returned the old state of the database.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await removeKey(t.ctx, { query: { keyId: key.keyId } });
    await notice;
    release();
    expect((await pendingKey)?.id).toBe(key.keyId);
    expect(await cache.find(apiKey, new Date())).toBeNull();
    cache.stop();
  });
});
