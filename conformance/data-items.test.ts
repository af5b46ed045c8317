/** Tests every call on items, with its options, through the vendor's unmodified package. */
import { items as itemsModule } from '@wix/data';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { codeOf, type DataClient, newAdmin, newMember, newVisitor, outcomeOf } from './support/data.ts';

let t: TestServer;
let restore: () => void;
let admin: DataClient;
let visitor: DataClient;
let member: DataClient;

const COLLECTION = 'Books';
const PEOPLE = 'People';
const OPEN = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' } as const;
const WHEN = new Date('2024-05-06T07:08:09.010Z');

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  [admin, visitor, member] = [newAdmin(t), newVisitor(t), newMember(t)];
  await admin.collections.createDataCollection({ _id: PEOPLE, displayName: PEOPLE, permissions: OPEN });
  const toPeople = { referencedCollectionId: PEOPLE };
  await admin.collections.createDataCollection({
    _id: COLLECTION,
    displayName: COLLECTION,
    permissions: OPEN,
    fields: [
      { key: 'title', displayName: 'Title', type: 'TEXT' },
      { key: 'author', displayName: 'Author', type: 'REFERENCE', typeMetadata: { reference: toPeople } },
      { key: 'editors', displayName: 'Editors', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: toPeople } },
    ],
  });
});
afterAll(async () => {
  restore();
  await t.stop();
});
beforeEach(async () => {
  await admin.items.truncate(COLLECTION);
  await admin.items.truncate(PEOPLE);
  await admin.items.bulkInsert(PEOPLE, [
    { _id: 'ann', name: 'Ann' },
    { _id: 'bob', name: 'Bob' },
  ]);
});

const insert = (...all: Record<string, unknown>[]) => admin.items.bulkInsert(COLLECTION, all);
const ids = (found: { items: readonly { _id: string }[] }) => found.items.map(({ _id }) => _id);

describe('single items', () => {
  it.each([
    ['no options', {}],
    ['suppressHooks', { suppressHooks: true }],
    ['showDrafts', { showDrafts: true }],
    ['suppressAuth', { suppressAuth: true }],
    ['appOptions', { appOptions: { k: { v: [1] } } }],
  ])('insert, get, update, save, patch, remove with %s', async (_, value) => {
    const options = value as object;
    const { items } = visitor;
    const inserted = await items.insert(
      COLLECTION,
      { _id: 'a b/ä c', title: 'One', when: WHEN, deep: [{ when: WHEN }] },
      options,
    );
    expect(inserted).toEqual({
      _id: 'a b/ä c',
      title: 'One',
      when: WHEN,
      deep: [{ when: WHEN }],
      _owner: expect.any(String),
      _createdDate: expect.any(Date),
      _updatedDate: expect.any(Date),
    });
    expect(await items.get(COLLECTION, 'a b/ä c', { ...options, consistentRead: true, language: 'en' })).toEqual(
      inserted,
    );
    const changed = await items.update(COLLECTION, { _id: inserted._id, title: 'Two' }, options);
    expect([changed.title, changed.when, changed._owner]).toEqual(['Two', undefined, inserted._owner]);
    expect(changed._createdDate).toEqual(inserted._createdDate);
    expect((await items.save(COLLECTION, { _id: inserted._id, title: 'Three' }, options)).title).toBe('Three');
    expect((await items.patch(COLLECTION, inserted._id).setField('title', 'Four').run(options)).title).toBe('Four');
    expect(await items.remove(COLLECTION, inserted._id, options)).toMatchObject({ title: 'Four' });
    expect(await items.get(COLLECTION, inserted._id)).toBeNull();
  });

  it('get returns the requested fields, and null for an unknown id', async () => {
    await insert({ _id: 'a', title: 'One', deep: { x: 1, y: 2 } });
    expect(await visitor.items.get(COLLECTION, 'a', { fields: ['deep.x', 'none'] } as never)).toEqual({
      _id: 'a',
      deep: { x: 1 },
    });
    expect(await visitor.items.get(COLLECTION, 'absent')).toBeNull();
    expect(await visitor.items.remove(COLLECTION, 'absent')).toBeNull();
  });

  it.each([
    ['insert of a taken id', (items: DataClient['items']) => items.insert(COLLECTION, { _id: 'a' }), 'WDE0074'],
    ['update of an unknown id', (items: DataClient['items']) => items.update(COLLECTION, { _id: 'absent' }), 'WDE0073'],
    [
      'patch of an unknown id',
      (items: DataClient['items']) => items.patch(COLLECTION, 'absent').setField('x', 1).run(),
      'WDE0073',
    ],
    ['an empty id', (items: DataClient['items']) => items.insert(COLLECTION, { _id: '' }), 'WDE0079'],
    ['a name with $', (items: DataClient['items']) => items.insert(COLLECTION, { $x: 1 }), 'WDE0134'],
    ['an unknown collection', (items: DataClient['items']) => items.insert('Nowhere', {}), 'WDE0025'],
    ['get from an unknown collection', (items: DataClient['items']) => items.get('Nowhere', 'a'), 'WDE0025'],
    [
      'an item that is too large',
      (items: DataClient['items']) => items.insert(COLLECTION, { x: 'x'.repeat(520_000) }),
      'WDE0009',
    ],
    ['the sandbox', () => sandbox().insert(COLLECTION, {}), 'WDE0179'],
  ])('rejects %s', async (_, call, code) => {
    await insert({ _id: 'a' });
    const error = await call(visitor.items).then(
      () => null,
      (error) => error,
    );
    expect(codeOf(error)).toBe(code);
    expect((error as Error).message).toContain(code);
  });

  const sandbox = () => withEnvironment('SANDBOX');
  const withEnvironment = (environment: string) =>
    visitor.items.withEnvironment(environment as never) as unknown as DataClient['items'];

  it('the environments LIVE and SANDBOX_PREFERRED contain the live items', async () => {
    await insert({ _id: 'a' });
    expect((await withEnvironment('LIVE').get(COLLECTION, 'a'))?._id).toBe('a');
    expect((await withEnvironment('SANDBOX_PREFERRED').get(COLLECTION, 'a'))?._id).toBe('a');
  });

  it('writes only if the condition is met', async () => {
    const { items } = admin;
    await insert({ _id: 'a', n: 1 });
    const metCondition = { condition: { n: 1 } };
    const unmetCondition = { condition: items.filter().eq('n', 5) };
    expect(await outcomeOf(items.update(COLLECTION, { _id: 'a', n: 9 }, unmetCondition))).toBe('WDE0073');
    expect(await outcomeOf(items.patch(COLLECTION, 'a').setField('n', 9).run(unmetCondition))).toBe('WDE0073');
    expect(await items.remove(COLLECTION, 'a', unmetCondition)).toBeNull();
    expect((await items.get(COLLECTION, 'a'))?.n).toBe(1);
    expect((await items.patch(COLLECTION, 'a').incrementField('n', 0).run(metCondition)).n).toBe(1);
    expect((await items.update(COLLECTION, { _id: 'a', n: 1, x: 2 }, metCondition)).x).toBe(2);
    expect((await items.remove(COLLECTION, 'a', metCondition))?._id).toBe('a');
  });

  it('patch supports every action', async () => {
    await insert({ _id: 'a', n: 1, list: ['x', 'y'], gone: 1 });
    const patched = await visitor.items
      .patch(COLLECTION, 'a')
      .setField('deep.when', WHEN)
      .incrementField('n', 2.5)
      .appendToArray('list', 'z')
      .removeFromArray('list', 'x')
      .removeField('gone')
      .run();
    expect(patched).toMatchObject({ deep: { when: WHEN }, n: 3.5, list: ['y', 'z'] });
    expect(patched).not.toHaveProperty('gone');
    const patchedAgain = await visitor.items.patch(COLLECTION, 'a', [
      { action: 'SET_FIELD', fieldPath: 'n', value: 0 },
    ]);
    expect(patchedAgain.n).toBe(0);
  });

  it('the caller owns new items; only callers with all rights may set another owner', async () => {
    expect((await member.items.insert(COLLECTION, { _owner: 'me' }))._owner).toBe(t.memberId);
    expect((await admin.items.insert(COLLECTION, { _owner: 'me' }))._owner).toBe('me');
  });
});

describe('many items', () => {
  const BOOKS = [
    { _id: 'a', n: 1 },
    { _id: 'b', n: 2 },
  ];

  it('insert counts items and skips or overwrites existing ones', async () => {
    const noChanges = { updated: 0, removed: 0, errors: [] };
    const inserted = await visitor.items.bulkInsert(COLLECTION, [...BOOKS, { _id: 'a' }]);
    expect(inserted).toMatchObject({ ...noChanges, inserted: 2, skipped: 1, insertedItemIds: ['a', 'b'] });
    const overwritten = await visitor.items.bulkInsert(COLLECTION, [{ _id: 'a', n: 9 }, { _id: 'c' }], {
      overrideExisting: true,
    });
    expect(overwritten).toMatchObject({ inserted: 1, updated: 1, skipped: 0, errors: [] });
  });

  it('update, save, patch and remove change every item', async () => {
    await insert(...BOOKS);
    const { items } = visitor;
    expect(await items.bulkUpdate(COLLECTION, [{ _id: 'a', n: 5 }, { _id: 'absent' }])).toMatchObject({
      updated: 1,
      skipped: 1,
      errors: [],
      updatedItemIds: ['a'],
    });
    expect(await items.bulkSave(COLLECTION, [{ _id: 'a', n: 6 }, { _id: 'c' }])).toMatchObject({
      inserted: 1,
      updated: 1,
      skipped: 0,
      insertedItemIds: ['c'],
      updatedItemIds: ['a'],
    });
    const patched = await items.bulkPatch(COLLECTION, ['a', 'b', 'absent']).incrementField('n', 1).run();
    expect(patched).toMatchObject({ updated: 2, skipped: 1, errors: [] });
    expect(
      (await items.query(COLLECTION).hasSome('_id', ['a', 'b']).ascending('_id').find()).items.map(({ n }) => n),
    ).toEqual([7, 3]);
    const conditionallyPatched = await items
      .bulkPatch(COLLECTION, ['a', 'b'])
      .setField('n', 0)
      .run({ condition: { n: 7 } });
    expect(conditionallyPatched).toMatchObject({ updated: 1, skipped: 1 });
    expect(await items.bulkRemove(COLLECTION, ['a', 'absent'], { condition: { n: 0 } })).toMatchObject({
      removed: 1,
      skipped: 1,
      removedItemIds: ['a'],
    });
  });

  it('returns failures of single items beside the successes', async () => {
    const { inserted, errors } = await visitor.items.bulkInsert(COLLECTION, [{ _id: 'ok' }, { $bad: 1 }, { _id: '' }]);
    expect(inserted).toBe(1);
    expect(errors.map(({ code, originalIndex }) => [code, originalIndex])).toEqual([
      ['WDE0134', 1],
      ['WDE0079', 2],
    ]);
  });

  it('accepts a thousand items; the client rejects more', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({ _id: `m${n}` }));
    expect((await visitor.items.bulkInsert(COLLECTION, many)).inserted).toBe(1_000);
    await expect(visitor.items.bulkInsert(COLLECTION, [...many, {}])).rejects.toThrow(/WDE0006/);
    expect(
      (
        await visitor.items.bulkRemove(
          COLLECTION,
          many.map(({ _id }) => _id),
        )
      ).removed,
    ).toBe(1_000);
  });

  it('updates and removes by filter in a job', async () => {
    await insert(...BOOKS, { _id: 'c', n: 3 });
    const { jobId } = await admin.items.asyncPatchByFilter(COLLECTION, { n: { $gt: 1 } }, [
      { action: 'SET_FIELD', fieldPath: 'seen', value: true },
    ]);
    const status = (jobId: string) => admin.items.getAsyncJobStatus(jobId);
    await expect.poll(() => status(jobId), { timeout: 20_000 }).toMatchObject({ status: 'SUCCEEDED', successCount: 2 });
    expect(await admin.items.query(COLLECTION).eq('seen', true).count()).toBe(2);
    const removalJob = await admin.items.asyncRemoveByFilter(COLLECTION, admin.items.filter().eq('seen', true));
    await expect.poll(() => status(removalJob.jobId), { timeout: 20_000 }).toMatchObject({ status: 'SUCCEEDED' });
    expect(ids(await admin.items.query(COLLECTION).find())).toEqual(['a']);
  });
});

describe('reading many', () => {
  beforeEach(() =>
    insert(
      ...Array.from({ length: 12 }, (_, n) => ({
        _id: `b${n}`,
        n,
        title: n % 2 ? 'Odd one' : 'Even one',
        tags: ['x', `t${n}`],
        when: WHEN,
      })),
    ),
  );

  it.each([
    ['eq', (q: Query) => q.eq('n', 3), [3]],
    ['ne', (q: Query) => q.ne('n', 3).lt('n', 5), [0, 1, 2, 4]],
    ['gt, le', (q: Query) => q.gt('n', 8).le('n', 10), [9, 10]],
    ['between', (q: Query) => q.between('n', 2, 4), [2, 3]],
    ['contains', (q: Query) => q.contains('title', 'ODD').lt('n', 4), [1, 3]],
    ['startsWith', (q: Query) => q.startsWith('title', 'even').lt('n', 4), [0, 2]],
    ['endsWith', (q: Query) => q.endsWith('title', 'D ONE').lt('n', 4), [1, 3]],
    ['hasSome', (q: Query) => q.hasSome('tags', ['t1', 't2']), [1, 2]],
    ['hasAll', (q: Query) => q.hasAll('tags', ['x', 't2']), [2]],
    [
      'in',
      (q: Query) => (q as unknown as { in(field: string, values: unknown[]): Query }).in('n', [1, '2', 4]),
      [1, 4],
    ],
    ['a date', (q: Query) => q.eq('when', WHEN).eq('n', 1), [1]],
    ['isEmpty', (q: Query) => q.isEmpty('nothing').eq('n', 0), [0]],
    ['isNotEmpty', (q: Query) => q.isNotEmpty('title').eq('n', 0), [0]],
    [
      'exists',
      (q: Query) =>
        (q as unknown as { exists(field: string, expected: boolean): Query }).exists('nothing', false).eq('n', 0),
      [0],
    ],
    ['or', (q: Query) => q.eq('n', 1).or(visitor.items.filter().eq('n', 2)), [1, 2]],
    ['not', (q: Query) => q.lt('n', 3).not(visitor.items.filter().eq('n', 1)), [0, 2]],
  ])('the query builder filters by %s', async (_, filtered, expected) => {
    const found = await filtered(visitor.items.query(COLLECTION)).ascending('n').find();
    expect(found.items.map(({ n }) => n)).toEqual(expected);
    expect(found).toMatchObject({ length: expected.length });
    expect([found.hasNext(), found.hasPrev()]).toEqual([false, false]);
  });
  type Query = ReturnType<DataClient['items']['query']>;

  it('the query builder pages forwards and back, counts and shuffles', async () => {
    const seen: unknown[] = [];
    let page = await visitor.items.query(COLLECTION).descending('n').limit(5).find({ returnTotalCount: true });
    expect(page).toMatchObject({ totalCount: 12, totalPages: 3, pageSize: 5, currentPage: 0 });
    for (;;) {
      seen.push(...page.items.map(({ n }) => n));
      if (!page.hasNext()) break;
      page = await page.next();
    }
    expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect([page.currentPage, page.hasPrev()]).toEqual([2, true]);
    await expect(page.next()).rejects.toThrow(/WDE0165/);
    page = await (await page.prev()).prev();
    expect([page.items[0]?.n, page.hasPrev()]).toEqual([11, false]);
    await expect(page.prev()).rejects.toThrow(/WDE0159/);
    expect((await visitor.items.query(COLLECTION).ascending('n').skip(10).find()).items.map(({ n }) => n)).toEqual([
      10, 11,
    ]);
  });

  it('a direct query filters, sorts, selects fields and pages by offset and cursor', async () => {
    const first = await visitor.items.query(COLLECTION, {
      filter: { n: { $gte: 2, $lt: 9 } },
      sort: [{ fieldName: 'n', order: 'DESC' }],
      fields: ['n'],
      paging: { limit: 3, offset: 0 },
    } as never);
    expect(first.items).toEqual([8, 7, 6].map((n) => ({ _id: `b${n}`, n })));
    const seen = [...first.items];
    let cursor = first.pagingMetadata?.cursors?.next;
    while (cursor) {
      const next = await visitor.items.query(COLLECTION, { cursorPaging: { limit: 3, cursor } });
      seen.push(...next.items);
      cursor = next.pagingMetadata?.cursors?.next;
    }
    expect(seen.map(({ n }) => n)).toEqual([8, 7, 6, 5, 4, 3, 2]);
    const queryWithTotal = await visitor.items.query(COLLECTION, {}, { returnTotalCount: true } as never);
    expect(queryWithTotal.pagingMetadata).toMatchObject({ total: 12, hasNext: false, tooManyToCount: false });
  });

  it('counts and returns distinct values, by builder and directly', async () => {
    const { items } = visitor;
    expect(await items.query(COLLECTION).gt('n', 5).count()).toBe(6);
    expect(await items.count(COLLECTION, { filter: { n: { $gt: 5 } } } as never)).toBe(6);
    expect((await items.query(COLLECTION).distinct('title')).items).toEqual(['Even one', 'Odd one']);
    const distinctDirectly = await items.distinct(COLLECTION, 'n', { order: 'DESC', paging: { limit: 2 } } as never);
    expect(distinctDirectly.values).toEqual([11, 10]);
    expect((await items.query(COLLECTION).limit(1).distinct('when')).items).toEqual([WHEN]);
  });

  it('searches, by builder and directly', async () => {
    const { items } = visitor;
    const found = await items.search(COLLECTION).expression('odd').lt('n', 8).descending('n').limit(3).run();
    expect(found.items.map(({ n }) => n)).toEqual([7, 5, 3]);
    expect((await found.next()).items.map(({ n }) => n)).toEqual([1]);
    expect((await items.search(COLLECTION).expression('odd even').andMode().run()).items).toEqual([]);
    expect((await items.search(COLLECTION).expression('odd even').orMode().run()).length).toBe(12);
    expect((await items.search(COLLECTION).expression('evne').fuzzy().limit(1).run()).items[0]?.title).toBe('Even one');
    const searchDirectly = await items.search(COLLECTION, {
      search: { expression: 'odd', fuzzy: null, mode: null },
      sort: [{ fieldName: 'n', order: 'ASC' }],
      fields: ['n'],
      paging: { limit: 2 },
    });
    expect(searchDirectly.items).toEqual([
      { _id: 'b1', n: 1 },
      { _id: 'b3', n: 3 },
    ]);
    await expect(items.search(COLLECTION).expression('x'.repeat(101)).run()).rejects.toThrow(/expression/);
  });

  it('aggregates, by builder and directly', async () => {
    const { items } = visitor;
    const groups = await items.aggregate(COLLECTION).group('title').sum('n').count().ascending('_id').run();
    expect(groups.items).toEqual([
      { _id: 'Even one', nSum: 30, count: 6 },
      { _id: 'Odd one', nSum: 36, count: 6 },
    ]);
    const totals = await items.aggregate(COLLECTION).filter(items.filter().lt('n', 4)).avg('n', 'mean').max('n').run();
    expect(totals.items).toEqual([{ mean: 1.5, nMax: 3 }]);
    const pipeline = itemsModule
      .PipelineBuilder()
      .withStages([itemsModule.Stages.limit(2)])
      .build();
    expect((await items.aggregate(COLLECTION, pipeline)).results).toHaveLength(2);
    expect((await items.aggregatePipeline(COLLECTION, pipeline)).results).toHaveLength(2);
  });

  it('rejects invalid filters and pages', async () => {
    const { items } = visitor;
    const queryDirectly = (query: object) => outcomeOf(items.query(COLLECTION, query as never));
    expect(await queryDirectly({ filter: { a: { $regex: 'x' } } })).toBe('WDE0070');
    expect(await queryDirectly({ filter: { a: { $near: 1 } } })).toBe('WDE0093');
    expect(await queryDirectly({ cursorPaging: { cursor: 'forged' } })).toBe('WDE0152');
    expect(await queryDirectly({ paging: { limit: 1_001 } })).toMatch(/limit/);
    await expect(items.query(COLLECTION).limit(5_000).find()).rejects.toThrow(/limit/);
  });
});

describe('references', () => {
  beforeEach(() => insert({ _id: 'book', author: 'ann', editors: ['ann'] }, { _id: 'lost', author: 'nobody' }));

  it('are included on request in queries, gets and searches', async () => {
    const { items } = visitor;
    await items.insertReference(COLLECTION, 'editors', 'book', ['bob', 'ann']);
    const ann = await items.get(PEOPLE, 'ann');
    const bob = await items.get(PEOPLE, 'bob');
    const { items: found } = await items.query(COLLECTION).include('author', 'editors').ascending('_id').find();
    expect(found).toMatchObject([
      { _id: 'book', author: ann, editors: [bob, ann] },
      { _id: 'lost', author: 'nobody' },
    ]);
    expect((await items.query(COLLECTION).eq('_id', 'book').find()).items[0]).not.toHaveProperty('editors');
    const book = await items.get(COLLECTION, 'book', { includeReferences: [{ field: 'editors', limit: 1 }] } as never);
    expect(book?.editors).toEqual([bob]);
    await items.patch(COLLECTION, 'book').setField('title', 'Findable').run();
    const foundItems = await items.search(COLLECTION).expression('findable').include('author').run();
    expect(foundItems.items[0]?.author).toEqual(ann);
  });

  it('can be linked, queried, replaced and unlinked', async () => {
    const { items } = visitor;
    const readLinkedIds = async () => ids(await items.queryReferenced(COLLECTION, 'book', 'editors'));
    expect(await readLinkedIds()).toEqual([]);
    await items.insertReference(COLLECTION, 'editors', 'book', 'ann');
    expect(await items.isReferenced(COLLECTION, 'editors', 'book', 'ann')).toBe(true);
    expect(await items.isReferenced(COLLECTION, 'editors', 'book', 'bob')).toBe(false);
    await items.replaceReferences(COLLECTION, 'editors', 'book', ['bob', 'ann']);
    expect(await readLinkedIds()).toEqual(['bob', 'ann']);
    expect(ids(await items.queryReferenced(COLLECTION, 'book', 'editors', { order: 'desc' } as never))).toEqual([
      'ann',
      'bob',
    ]);
    await items.removeReference(COLLECTION, 'editors', 'book', 'bob');
    expect(await readLinkedIds()).toEqual(['ann']);
    const referencedDirectly = await items.queryReferencedItems(COLLECTION, ['book', 'lost'], 'editors');
    expect(referencedDirectly.results).toMatchObject([{ referringItemId: 'book', item: { _id: 'ann' } }]);
    await items.remove(PEOPLE, 'ann');
    expect(await readLinkedIds()).toEqual([]);
    expect(await outcomeOf(items.insertReference(COLLECTION, 'title', 'book', 'bob'))).toBe('WDE0020');
  });

  it('are saved with the item if saveReferences is set', async () => {
    const { items } = visitor;
    await items.insert(COLLECTION, { _id: 'x', editors: ['ann', 'bob'] }, { saveReferences: true } as never);
    expect(ids(await items.queryReferenced(COLLECTION, 'x', 'editors')).sort()).toEqual(['ann', 'bob']);
    await items.update(COLLECTION, { _id: 'x', editors: ['bob'] });
    expect(ids(await items.queryReferenced(COLLECTION, 'x', 'editors')).sort()).toEqual(['ann', 'bob']);
    await items.update(COLLECTION, { _id: 'x', editors: ['bob'] }, { saveReferences: true } as never);
    expect(ids(await items.queryReferenced(COLLECTION, 'x', 'editors'))).toEqual(['bob']);
    const withAuthor = await items.insert(COLLECTION, { author: 'ann' }, { includeReferences: true } as never);
    expect((withAuthor.author as { name?: string }).name).toBe('Ann');
  });
});
