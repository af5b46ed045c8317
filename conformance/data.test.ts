/**
 * Tests the calls on collections and items that a typical site makes, with the vendor's unmodified packages in Node.
 */
import { collections, items } from '@wix/data';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { type TestServer, testServer } from '../server/src/testing/index.ts';

let t: TestServer;
let restore: () => void;

const newAdmin = () =>
  createClient({ modules: { items, collections }, auth: ApiKeyStrategy({ apiKey: t.key, siteId: t.site.id }) });
const newVisitor = () => createClient({ modules: { items }, auth: OAuthStrategy({ clientId: t.app.clientId }) });
let admin: ReturnType<typeof newAdmin>;
let visitor: ReturnType<typeof newVisitor>;

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  admin = newAdmin();
  visitor = newVisitor();
  await admin.collections.createDataCollection({
    _id: 'Books',
    displayName: 'Books',
    fields: [{ key: 'title', displayName: 'Title', type: 'TEXT' }],
    permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
  });
});
afterAll(async () => {
  restore();
  await t.stop();
});

describe('collections', () => {
  it('can be read, listed, updated with the revision and deleted', async () => {
    const created = await admin.collections.createDataCollection({ _id: 'Stores/Products', displayName: 'Products' });
    expect(created).toMatchObject({ _id: 'Stores/Products', revision: '1', _createdDate: expect.any(Date) });
    const stored = await admin.collections.getDataCollection('Stores/Products');
    expect(stored.fields?.map((field) => field.key)).toEqual(['_id', '_createdDate', '_updatedDate', '_owner']);
    const changed = await admin.collections.updateDataCollection({ ...stored, displayName: 'Things' });
    expect(changed).toMatchObject({ displayName: 'Things', revision: '2' });
    const listed = await admin.collections.listDataCollections();
    expect(listed.collections?.map((collection) => collection._id)).toEqual(['Books', 'Stores/Products']);
    await admin.collections.deleteDataCollection('Stores/Products');
    await expect(admin.collections.getDataCollection('Stores/Products')).rejects.toMatchObject({
      details: { applicationError: { code: 'WDE0026' } },
    });
  });
});

describe('items', () => {
  it('can be inserted, read, updated, saved and removed, and dates remain dates', async () => {
    const when = new Date('2024-05-06T07:08:09.010Z');
    const inserted = await admin.items.insert('Books', { _id: 'a b/c', title: 'One', when, deep: [{ when }] });
    expect(inserted).toMatchObject({ _id: 'a b/c', when, deep: [{ when }], _createdDate: expect.any(Date) });
    expect(await visitor.items.get('Books', 'a b/c')).toEqual(inserted);
    const changed = await admin.items.update('Books', { _id: 'a b/c', title: 'Two' });
    expect(changed).not.toHaveProperty('when');
    expect(changed._createdDate).toEqual(inserted._createdDate);
    expect((await admin.items.save('Books', { title: 'Three' })).title).toBe('Three');
    expect(await admin.items.remove('Books', 'a b/c')).toMatchObject({ title: 'Two' });
    expect(await admin.items.get('Books', 'a b/c')).toBeNull();
    expect(await admin.items.remove('Books', 'a b/c')).toBeNull();
    await admin.items.truncate('Books');
  });

  it('bulk insert and bulk remove return the counts that the client expects', async () => {
    const books = Array.from({ length: 120 }, (_, n) => ({ _id: `b${n}`, title: `Book ${n}`, n }));
    const inserted = await admin.items.bulkInsert('Books', [...books, { _id: 'b0', title: 'again' }]);
    expect(inserted).toMatchObject({ inserted: 120, skipped: 1, errors: [] });
    expect(await admin.items.bulkRemove('Books', ['b119', 'absent'])).toMatchObject({ removed: 1, skipped: 1 });
  });

  it('the query builder filters, sorts, pages with next and prev, and counts', async () => {
    const first = await visitor.items
      .query('Books')
      .contains('title', 'BOOK')
      .ge('n', 5)
      .not(visitor.items.filter().eq('n', 7))
      .or(visitor.items.query('Books').eq('n', 1))
      .ascending('n')
      .limit(50)
      .find({ returnTotalCount: true });
    expect(first.items.slice(0, 4).map((item) => item.n)).toEqual([1, 5, 6, 8]);
    expect([first.length, first.totalCount, first.hasNext(), first.hasPrev()]).toEqual([50, 114, true, false]);
    const second = await first.next();
    const third = await second.next();
    expect([second.length, third.length, third.hasNext()]).toEqual([50, 14, false]);
    expect((await third.prev()).items.map((item) => item._id)).toEqual(second.items.map((item) => item._id));
    expect(await visitor.items.query('Books').lt('n', 10).count()).toBe(10);
  });

  it('a filter that is too long for a URL is sent by POST', async () => {
    const ids = Array.from({ length: 400 }, (_, n) => `b${n}`);
    const { items: found } = await visitor.items.query('Books').hasSome('_id', ids).limit(1_000).find();
    expect(found).toHaveLength(119);
  });

  it('direct queries support their own operators', async () => {
    const { items: found } = await visitor.items.query('Books').eq('_id', 'b3').fields('title').find();
    expect(found).toEqual([{ _id: 'b3', title: 'Book 3' }]);
  });

  it('a rejected write has a code and a message', async () => {
    await expect(visitor.items.insert('Books', { title: 'x' })).rejects.toThrow(/WDE0027.*insert/);
    await expect(admin.items.insert('Books', { _id: 'b1' })).rejects.toThrow(/WDE0074/);
    await expect(visitor.items.query('Nowhere').find()).rejects.toThrow(/WDE0025/);
    await expect(visitor.items.query('Books').limit(5_000).find()).rejects.toThrow(/query.paging.limit/);
  });
});
