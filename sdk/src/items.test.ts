/** Runs item calls against a real server over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../../server/src/testing/index.ts';
import { createFullClient } from './admin/index.ts';
import { apiKeyAuth, type Client, createClient, expressions } from './index.ts';

let server: TestServer;
let items: Client['items'];
/** Method and size of each request for items. */
const requests: { method: string; length: number }[] = [];

beforeAll(async () => {
  server = await testServer();
  const owner = createFullClient({ url: await server.listen(), auth: apiKeyAuth(server.key, server.site.id) });
  const recordingFetch: typeof fetch = (input, init) => {
    requests.push({ method: init?.method ?? 'GET', length: String(input).length });
    return fetch(input, init);
  };
  const auth = apiKeyAuth(server.key, server.site.id);
  items = createClient({ url: server.origin, auth, fetch: recordingFetch }).items;
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
    const patchedAgain = items.patch('Books', 'emma').incrementField('year', -1);
    await expect(patchedAgain.run({ condition: { year: 1815 } })).rejects.toMatchObject({ code: 'WDE0073' });
    expect(await patchedAgain.removeFromArray('tags', 'comedy').removeField('read').run()).toMatchObject({
      year: 1815,
    });
  });

  it('is saved whether it exists or not', async () => {
    const note = { _id: 'note', title: 'A note' };
    const savedNote = await items.save('Books', note);
    const saved = await items.save('Books', { ...note, title: 'Another note' });
    expect([saved.title, saved._createdDate]).toEqual(['Another note', savedNote._createdDate]);
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
    const oldBooks = items.query('Books').between('year', 1815, 1818).hasAll('tags', 'novel').exists('title');
    const found = await oldBooks.not(items.filter().startsWith('title', 'pers')).find();
    expect(found.items.map(({ _id }) => _id)).toEqual(['emma']);
    const eitherCondition = await items
      .query('Books')
      .eq('year', 1818)
      .or(items.filter().endsWith('title', 'ma'))
      .ascending('year')
      .find();
    expect(eitherCondition.items.map(({ _id }) => _id)).toEqual(['emma', 'frankenstein']);
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

describe('requests of queries', () => {
  it('are GET up to 2,048 characters and POST beyond', async () => {
    const titles = (count: number) => Array.from({ length: count }, (_, n) => `A title of some length ${n}`);
    for (const count of [1, 30, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 60, 200]) {
      requests.length = 0;
      await items.query('Books').in('title', titles(count)).find();
      const [request] = requests;
      if (request?.method === 'GET') expect(request.length).toBeLessThanOrEqual(2_048);
      else expect([request?.method, count > 30]).toEqual(['POST', true]);
      if (count < 30) expect(request?.method).toBe('GET');
    }
  });

  it('are aborted by a signal', async () => {
    const signal = AbortSignal.abort(new Error('The visitor left.'));
    await expect(items.query('Books').find({ signal })).rejects.toThrow('The visitor left.');
    await expect(items.insert('Books', { _id: 'aborted' }, { signal })).rejects.toThrow('The visitor left.');
    expect(await items.get('Books', 'aborted')).toBeNull();
  });

  it('read the live items, and reject the environment SANDBOX', async () => {
    const preferred = items.withEnvironment('SANDBOX_PREFERRED');
    expect(await preferred.get('Books', 'emma')).toMatchObject({ title: 'Emma' });
    expect(await preferred.query('Books').eq('title', 'Emma').count()).toBe(1);
    const sandbox = items.withEnvironment('SANDBOX');
    for (const call of [sandbox.query('Books').find(), sandbox.save('Books', { _id: 'emma' })]) {
      await expect(call).rejects.toMatchObject({ code: 'WDE0179' });
    }
  });
});

describe('pages', () => {
  const titles = ['Emma', 'Frankenstein; or, The Modern Prometheus', 'Persuasion'];

  it('can be iterated over to the end', async () => {
    const found: unknown[] = [];
    for await (const { title } of await items.query('Books').ascending('title').limit(2).find()) found.push(title);
    expect(found).toEqual(titles);
  });

  it('continue at a cursor in another query', async () => {
    const { cursors } = await items.query('Books').ascending('title').limit(2).find();
    const page = await items
      .query('Books')
      .limit(2)
      .cursor(cursors.next ?? '')
      .find();
    expect(page.items.map(({ title }) => title)).toEqual(titles.slice(2));
    expect((await page.prev()).items.map(({ title }) => title)).toEqual(titles.slice(0, 2));
  });

  it('are in the same random order for the same seed', async () => {
    const idsOf = async () => {
      const ids: string[] = [];
      for await (const { _id } of await items.query('Books').random(7).limit(2).find()) ids.push(_id);
      return ids;
    };
    const ids = await idsOf();
    expect([...ids].sort()).toEqual(['emma', 'frankenstein', 'persuasion']);
    expect(await idsOf()).toEqual(ids);
  });
});

describe('one item', () => {
  it('is read with its references and only some fields', async () => {
    await items.replaceReferences('Books', 'authors', 'emma', 'jane', { suppressHooks: true });
    const emma = await items.get('Books', 'emma', { include: ['authors'], fields: ['title', 'authors'] });
    expect(emma).toMatchObject({ title: 'Emma', authors: [{ name: 'Jane' }] });
    expect(emma).not.toHaveProperty('year');
  });
});

it('searches only the given fields', async () => {
  const find = async (field: string) =>
    (await items.search('Books').expression('prometheus').searchFields(field).run()).items.map(({ _id }) => _id);
  await expect.poll(() => find('title')).toEqual(['frankenstein']);
  expect(await find('shelf')).toEqual([]);
});

describe('a pipeline', () => {
  const { add, abs, ceil, concat, divide, field, floor, length, mod, multiply, number } = expressions;
  const { stringify, substring, subtract, sum, text, toLower, toUpper } = expressions;

  it('groups, sorts and pages', async () => {
    const groups = items
      .pipeline('Books')
      .filter(items.filter().ge('year', 1815))
      .unwind('tags')
      .ascending('year')
      .ascending('title')
      .group(['tags'], {
        books: { count: true },
        first: { first: 'title' },
        last: { last: 'title' },
        years: { push: 'year' },
        sum: { sum: 'year' },
        avg: { avg: 'year' },
        min: { min: 'year' },
        max: { max: 'year' },
      })
      .descending('books');
    const page = await groups.run({ pageSize: 1, returnTotalCount: true });
    expect(page.items).toEqual([
      {
        _id: { tags: 'novel' },
        books: 3,
        first: 'Emma',
        last: expect.stringContaining('Prometheus'),
        years: [1815, 1817, 1818],
        sum: 5450,
        avg: expect.closeTo(1816.667, 2),
        min: 1815,
        max: 1818,
      },
    ]);
    expect([page.totalCount, page.hasNext()]).toEqual([2, true]);
    expect((await page.next()).items).toMatchObject([{ _id: { tags: 'horror' }, books: 1 }]);
    const one = await items
      .pipeline('Books')
      .group({ decade: floor(divide('year', 10)) })
      .run();
    expect(one.items).toEqual([{ _id: { decade: 181 } }]);
  });

  it('computes with every expression', async () => {
    const { items: rows } = await items
      .pipeline('Books')
      .filter({ _id: 'emma' })
      .project({
        _id: false,
        title: true,
        add: add('year', 1, 2),
        sum: sum('year', 1),
        multiply: multiply('year', 2),
        subtract: subtract('year', 1800),
        divide: divide(number(1), 4),
        mod: mod('year', 10),
        abs: abs(subtract(0, field('year'))),
        rounded: { nested: { up: ceil(divide('year', 2)), down: floor(divide('year', 2)) } },
        concat: concat('title', text('!')),
        stringify: stringify('year'),
        lower: toLower('title'),
        upper: toUpper('title'),
        length: length('title'),
        middle: substring('title', 1, 2),
        end: substring('title', 1),
      })
      .run();
    expect(rows).toEqual([
      {
        title: 'Emma',
        add: 1818,
        sum: 1816,
        multiply: 3630,
        subtract: 15,
        divide: 0.25,
        mod: 5,
        abs: 1815,
        rounded: { up: 908, down: 907 },
        concat: 'Emma!',
        stringify: '1815',
        lower: 'emma',
        upper: 'EMMA',
        length: 4,
        middle: 'mm',
        end: 'mma',
      },
    ]);
  });

  it('turns objects into arrays and limits rows', async () => {
    await items.insert('Books', { _id: 'prices', prices: { paper: 9, digital: 5 } });
    const { items: rows } = await items
      .pipeline('Books')
      .filter({ _id: 'prices' })
      .objectToArray('prices', 'list')
      .unwind('list')
      .project({ _id: false, format: 'list.k', price: 'list.v' })
      .ascending('price')
      .skip(1)
      .limit(1)
      .run();
    expect(rows).toEqual([{ format: 'paper', price: 9 }]);
    await items.remove('Books', 'prices');
  });
});
