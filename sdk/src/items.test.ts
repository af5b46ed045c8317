/** Runs item calls against a real server over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../../server/src/testing/index.ts';
import { apiKeyAuth, type Client, createClient } from './index.ts';

let server: TestServer;
let items: Client['items'];

beforeAll(async () => {
  server = await testServer();
  const owner = createClient({ url: await server.listen(), auth: apiKeyAuth(server.key, server.site.id) });
  items = owner.items;
  const permissions = { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' } as const;
  await owner.call('data.collections.create', {
    body: { collection: { id: 'People', fields: [{ key: 'name', type: 'TEXT' }], permissions } },
  });
  const authors = { multiReference: { referencedCollectionId: 'People' } };
  await owner.call('data.collections.create', {
    body: {
      collection: {
        id: 'Books',
        fields: [
          { key: 'title', type: 'TEXT' },
          { key: 'year', type: 'NUMBER' },
          { key: 'tags', type: 'ARRAY_STRING' },
          { key: 'authors', type: 'MULTI_REFERENCE', typeMetadata: authors },
        ],
        permissions,
      },
    },
  });
  await items.bulkInsert('People', [
    { _id: 'jane', name: 'Jane' },
    { _id: 'mary', name: 'Mary' },
  ]);
  await items.bulkInsert('Books', [
    { _id: 'emma', title: 'Emma', year: 1815, tags: ['novel'] },
    { _id: 'persuasion', title: 'Persuasion', year: 1817, tags: ['novel'] },
    { _id: 'frankenstein', title: 'Frankenstein; or, The Modern Prometheus', year: 1818, tags: ['novel', 'horror'] },
  ]);
});
afterAll(() => server.stop());

describe('one item', () => {
  it('is patched if it matches the condition', async () => {
    const read = new Date('2024-05-06T07:08:09.010Z');
    const changed = await items
      .patch('Books', 'emma')
      .setField('read', read)
      .incrementField('year', 1)
      .appendToArray('tags', 'comedy')
      .run({ condition: items.filter().eq('year', 1815) });
    expect(changed).toMatchObject({ title: 'Emma', year: 1816, tags: ['novel', 'comedy'], read });
    const again = items.patch('Books', 'emma').incrementField('year', -1);
    await expect(again.run({ condition: { year: 1815 } })).rejects.toMatchObject({ code: 'WDE0073' });
    expect(await again.removeFromArray('tags', 'comedy').removeField('read').run()).toMatchObject({ year: 1815 });
  });

  it('is saved whether it exists or not', async () => {
    const note = { _id: 'note', title: 'A note' };
    const made = await items.save('Books', note);
    const saved = await items.save('Books', { ...note, title: 'Another note' });
    expect([saved.title, saved._createdDate]).toEqual(['Another note', made._createdDate]);
    expect(await items.remove('Books', 'note', { condition: { title: 'A note' } })).toBeNull();
    expect(await items.remove('Books', 'note')).toMatchObject({ _id: 'note' });
  });
});

describe('many items', () => {
  it('are changed and removed in bulk, with one result each', async () => {
    const scraps = Array.from({ length: 5 }, (_, n) => ({ _id: `scrap${n}`, title: 'Scrap', year: n }));
    expect(await items.bulkInsert('Books', scraps)).toMatchObject({ inserted: 5, skipped: 0, errors: [] });
    expect(await items.bulkInsert('Books', scraps.slice(3))).toMatchObject({ inserted: 0, skipped: 2, errors: [] });
    const patched = await items.bulkPatch('Books', ['scrap0', 'scrap1', 'gone']).incrementField('year', 10).run();
    expect(patched).toMatchObject({ updated: 2, skipped: 1, updatedItemIds: ['scrap0', 'scrap1'] });
    expect(await items.bulkUpdate('Books', [{ _id: 'scrap2', title: 'Scrap', year: 12 }])).toMatchObject({
      updated: 1,
    });
    expect(await items.query('Books').eq('title', 'Scrap').ge('year', 10).count()).toBe(3);
    const removed = await items.bulkRemove('Books', [...scraps.map(({ _id }) => _id), 'gone']);
    expect(removed).toMatchObject({ removed: 5, skipped: 1 });
  });

  it('that match a filter are changed by a job', async () => {
    const { jobId } = await items
      .asyncPatchByFilter('Books', items.filter().hasSome('tags', 'horror'))
      .setField('shelf', 'B')
      .run();
    await expect.poll(async () => (await items.getAsyncJobStatus(jobId)).status).toBe('SUCCEEDED');
    expect(await items.query('Books').eq('shelf', 'B').count()).toBe(1);
  });
});

describe('queries over many items', () => {
  it('support every filter method', async () => {
    const old = items.query('Books').between('year', 1815, 1818).hasAll('tags', 'novel').exists('title');
    const found = await old.not(items.filter().startsWith('title', 'pers')).find();
    expect(found.items.map(({ _id }) => _id)).toEqual(['emma']);
    const either = await items
      .query('Books')
      .eq('year', 1818)
      .or(items.filter().endsWith('title', 'ma'))
      .ascending('year')
      .find();
    expect(either.items.map(({ _id }) => _id)).toEqual(['emma', 'frankenstein']);
  });

  it('return distinct values in pages', async () => {
    const first = await items.query('Books').limit(2).distinct('year', { order: 'desc' });
    expect([first.items, first.hasNext()]).toEqual([[1818, 1817], true]);
    expect((await first.next()).items).toEqual([1815]);
  });

  it('group items', async () => {
    const groups = await items
      .aggregate('Books')
      .filter({ year: { $gt: 0 } })
      .min('year')
      .max('year')
      .count()
      .run();
    expect(groups.items).toEqual([expect.objectContaining({ yearMin: 1815, yearMax: 1818, count: 3 })]);
    const byYear = await items.aggregate('Books').group('year').count('books').descending('_id').limit(1).run();
    expect(byYear.items).toEqual([{ _id: 1818, books: 1 }]);
  });

  it('search by text', async () => {
    const find = async () => (await items.search('Books').expression('modern prometheus').andMode().run()).items;
    await expect.poll(async () => (await find()).map(({ _id }) => _id)).toEqual(['frankenstein']);
  });
});

describe('references', () => {
  it('can be inserted, checked, replaced and removed', async () => {
    const names = async () => (await items.queryReferenced('Books', 'emma', 'authors')).items.map(({ name }) => name);
    await items.insertReference('Books', 'authors', 'emma', ['jane', 'mary']);
    expect(await names()).toEqual(['Jane', 'Mary']);
    await items.removeReference('Books', 'authors', 'emma', 'jane');
    expect(await items.isReferenced('Books', 'authors', 'emma', 'jane')).toBe(false);
    await items.replaceReferences('Books', 'authors', { _id: 'emma' }, 'jane');
    expect(await names()).toEqual(['Jane']);
    const [emma] = (await items.query('Books').eq('title', 'Emma').include('authors').find()).items;
    expect(emma?.authors).toMatchObject([{ _id: 'jane', name: 'Jane' }]);
  });

  it('are saved with the item if requested', async () => {
    await items.insert('Books', { _id: 'linked', title: 'Linked', authors: ['mary'] }, { saveReferences: true });
    expect(await items.isReferenced('Books', 'authors', 'linked', { _id: 'mary' })).toBe(true);
    await items.remove('Books', 'linked');
  });
});
