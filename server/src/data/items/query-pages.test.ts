import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';

let t: TestServer;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

beforeAll(async () => {
  t = await testServer();
  await createCollection('Books', { read: 'ANYONE' });
  await createCollection('Others', { read: 'ANYONE' });
  await createCollection('Diaries', { read: 'SITE_MEMBER_AUTHOR', insert: 'SITE_MEMBER' });
  for (const [n, _id] of IDS.entries()) {
    for (const id of ['Books', 'Others']) await insert(t.key, id, { _id, n, tags: ['t', n % 2], part: { no: n % 3 } });
    await insert(n < 4 ? t.member : t.otherMember, 'Diaries', { _id, n });
  }
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { caller: 'visitor' });
const createCollection = (id: string, permissions: object, fields: object[] = []) =>
  post('/v2/collections', { collection: { id, permissions, fields } }, t.key);
const insert = (as: string, dataCollectionId: string, data: object) =>
  post('/v2/items', { dataCollectionId, dataItem: { data } }, as);
const query = (query: object, rest: object = {}, as = t.visitor) =>
  post('/v2/items/query', { dataCollectionId: 'Books', query, ...rest }, as);
const follow = (cursor: string, limit: number, rest: object = {}, as = t.visitor) =>
  query({ fields: [], cursorPaging: { limit, cursor } }, { includeReferences: [], ...rest }, as);
const queryDistinct = (body: object, as = t.visitor) =>
  post('/v2/items/query-distinct-values', { dataCollectionId: 'Books', ...body }, as);
type PostResponse = Awaited<ReturnType<typeof post>>;
const idsOf = ({ body }: PostResponse): string[] => body.dataItems.map(({ id }: { id: string }) => id);
const cursorsOf = ({ body }: PostResponse): { next?: string; prev?: string } => body.pagingMetadata.cursors ?? {};
const rejectionOf = ({ status, body }: PostResponse) => [status, body.details?.applicationError?.code];
const sortByN = { sort: [{ fieldName: 'n', order: 'DESC' }] };

describe('200: pages by cursor, as clients request them', () => {
  it('start with an offset request, and keep filter and sort', async () => {
    const first = await query({ fields: [], filter: { n: { $gt: 0 } }, ...sortByN, paging: { limit: 2, offset: 0 } });
    expect(idsOf(first)).toEqual(['g', 'f']);
    expect(first.body.pagingMetadata).toEqual({
      count: 2,
      offset: 0,
      tooManyToCount: false,
      hasNext: true,
      cursors: { next: expect.any(String) },
    });
    const second = await follow(cursorsOf(first).next as string, 2);
    expect(idsOf(second)).toEqual(['e', 'd']);
    expect(second.body.pagingMetadata).toEqual({
      count: 2,
      tooManyToCount: false,
      hasNext: true,
      cursors: { next: expect.any(String), prev: expect.any(String) },
    });
    const last = await follow(cursorsOf(second).next as string, 2);
    expect(idsOf(last)).toEqual(['c', 'b']);
    expect([last.body.pagingMetadata.hasNext, Object.keys(cursorsOf(last))]).toEqual([false, ['prev']]);
    const back = await follow(cursorsOf(last).prev as string, 2);
    expect(idsOf(back)).toEqual(['e', 'd']);
    const start = await follow(cursorsOf(back).prev as string, 2);
    expect(idsOf(start)).toEqual(['g', 'f']);
    expect([start.body.pagingMetadata.hasNext, Object.keys(cursorsOf(start))]).toEqual([true, ['next']]);
  });

  it('accept GET with the packed body', async () => {
    const { next } = cursorsOf(await query({ ...sortByN, paging: { limit: 3 } }));
    const body = { dataCollectionId: 'Books', query: { fields: ['n'], cursorPaging: { limit: 3, cursor: next } } };
    const packed = Buffer.from(JSON.stringify(body)).toString('base64url');
    const response = await t.call({ method: 'GET', path: `/wix-data/v2/items/query?.r=${packed}`, as: t.visitor });
    expect(response.body.dataItems.map(({ data }: { data: object }) => data)).toEqual([
      { _id: 'd', n: 3 },
      { _id: 'c', n: 2 },
      { _id: 'b', n: 1 },
    ]);
  });

  it('use the limit of the cursor by default, and ignore other parameters', async () => {
    const { next } = cursorsOf(await query({ ...sortByN, filter: { n: { $lt: 5 } }, paging: { limit: 2 } }));
    expect(idsOf(await query({ cursorPaging: { cursor: next } }))).toEqual(['c', 'b']);
    const other = { filter: { n: 6 }, sort: [{ fieldName: 'n' }], paging: { limit: 1, offset: 0 } };
    expect(idsOf(await query({ ...other, cursorPaging: { cursor: next } }))).toEqual(['c']);
  });

  it('have no cursors if there is only one page', async () => {
    expect((await query({ paging: { limit: 7 } })).body.pagingMetadata.cursors).toBeUndefined();
    expect((await query({ filter: { n: 99 } })).body.pagingMetadata.cursors).toBeUndefined();
  });

  it('return the last page backwards from beyond the end', async () => {
    const pageBeyondEnd = await query({ ...sortByN, paging: { limit: 3, offset: 50 } });
    expect([idsOf(pageBeyondEnd), Object.keys(cursorsOf(pageBeyondEnd))]).toEqual([[], ['prev']]);
    expect(idsOf(await follow(cursorsOf(pageBeyondEnd).prev as string, 3))).toEqual(['c', 'b', 'a']);
  });

  it('contain totals on request', async () => {
    const { next } = cursorsOf(await query({ filter: { n: { $gte: 2 } }, paging: { limit: 2 } }));
    expect((await follow(next as string, 2, { returnTotalCount: true })).body.pagingMetadata.total).toBe(5);
  });

  it('continue after a value that is too long for a cursor', async () => {
    await createCollection('Long', { read: 'ANYONE' });
    const longText = 'x'.repeat(150_000);
    for (const _id of IDS) await insert(t.key, 'Long', { _id, text: `${longText}${_id}` });
    const longCollection = { dataCollectionId: 'Long' };
    let page = await query(
      { sort: [{ fieldName: 'text' }], fields: ['_id'], paging: { limit: 3, offset: 1 } },
      longCollection,
    );
    const seen = [idsOf(page)];
    const readPage = async (cursor: string) => {
      expect(cursor.length).toBeLessThan(1_000);
      page = await query({ fields: ['_id'], cursorPaging: { limit: 3, cursor } }, longCollection);
      seen.push(idsOf(page));
    };
    while (cursorsOf(page).next) await readPage(cursorsOf(page).next as string);
    while (cursorsOf(page).prev) await readPage(cursorsOf(page).prev as string);
    expect(seen.map((ids) => ids.join(''))).toEqual(['bcd', 'efg', 'bcd', 'a']);
    expect([page.body.pagingMetadata.hasNext, cursorsOf(page).prev]).toEqual([true, undefined]);
    const next = await follow(cursorsOf(page).next as string, 3, longCollection);
    expect(idsOf(next)).toEqual(['b', 'c', 'd']);
  });

  it('have no cursors if the filter is too long, so that the client uses offsets', async () => {
    const noise = Array.from({ length: 1_000 }, () => randomBytes(150).toString('base64'));
    const page = await query({ filter: { $not: { n: { $in: noise } } }, paging: { limit: 2 } });
    expect(page.body.pagingMetadata).toMatchObject({ hasNext: true, offset: 0 });
    expect(page.body.pagingMetadata.cursors).toBeUndefined();
  });
});

describe('200: random order', () => {
  const shuffled = { sortMode: 'RANDOM', randomOptions: { seed: 5 } };

  it('a seed determines the order, and each item is returned once over all pages', async () => {
    const orderOf = async (rest: object) => idsOf(await query({}, rest));
    const five = await orderOf(shuffled);
    expect(await orderOf(shuffled)).toEqual(five);
    expect(five.toSorted()).toEqual(IDS);
    const orders = new Set<string>();
    for (let seed = 0; seed < 8; seed++) {
      orders.add((await orderOf({ sortMode: 'RANDOM', randomOptions: { seed } })).join());
    }
    expect(orders.size).toBeGreaterThan(4);
    for (const rest of [shuffled, { sortMode: 'RANDOM' }]) {
      let page = await query({ paging: { limit: 2 } }, rest);
      const forwards = idsOf(page);
      while (cursorsOf(page).next) {
        page = await follow(cursorsOf(page).next as string, 2);
        forwards.push(...idsOf(page));
      }
      expect(forwards.toSorted()).toEqual(IDS);
      const backwards = idsOf(page).toReversed();
      while (cursorsOf(page).prev) {
        page = await follow(cursorsOf(page).prev as string, 2);
        backwards.push(...idsOf(page).toReversed());
      }
      expect(backwards.toReversed()).toEqual(forwards);
    }
  });

  it('differs with each request without a seed', async () => {
    const orders = new Set<string>();
    for (let i = 0; i < 8; i++) orders.add(idsOf(await query({}, { sortMode: 'RANDOM' })).join());
    expect(orders.size).toBeGreaterThan(1);
  });
});

describe('200: distinct values', () => {
  const listValues = async (body: object, as?: string) => (await queryDistinct(body, as)).body.distinctValues;

  it('are returned for scalars, elements of arrays and nested fields', async () => {
    expect(await listValues({ fieldName: 'n' })).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await listValues({ fieldName: 'tags', order: 'DESC' })).toEqual(['t', 1, 0]);
    expect(await listValues({ fieldName: 'part.no', filter: { n: { $gt: 4 } } })).toEqual([0, 2]);
    expect(await listValues({ fieldName: 'part' })).toEqual([{ no: 0 }, { no: 1 }, { no: 2 }]);
    expect(await listValues({ fieldName: '_id', filter: { n: { $in: [1, 2] } } })).toEqual(['b', 'c']);
    expect(await listValues({ fieldName: '_id' })).toEqual(IDS);
    expect(await listValues({ fieldName: 'missing' })).toEqual([]);
    const [createdDate] = await listValues({ fieldName: '_createdDate', paging: { limit: 1 } });
    expect(createdDate).toEqual({ $date: expect.stringMatching(/Z$/) });
  });

  it('contain only values of items that the caller may read', async () => {
    const ownDiaries = { dataCollectionId: 'Diaries', fieldName: 'n', returnTotalCount: true };
    expect((await queryDistinct(ownDiaries, t.member)).body).toMatchObject({
      distinctValues: [0, 1, 2, 3],
      pagingMetadata: { total: 4 },
    });
    expect(await listValues({ dataCollectionId: 'Diaries', fieldName: '_owner' }, t.member)).toHaveLength(1);
    expect(await listValues({ dataCollectionId: 'Diaries', fieldName: '_owner' }, t.key)).toHaveLength(2);
  });

  it('are returned in pages that keep field, filter and order, with the total of values', async () => {
    for (const fieldName of ['n', '_id', 'part']) {
      const all = await listValues({ fieldName, order: 'DESC', filter: { n: { $gt: 1 } } });
      let page = await queryDistinct({ fieldName, order: 'DESC', filter: { n: { $gt: 1 } }, paging: { limit: 2 } });
      const seen = [...page.body.distinctValues];
      while (cursorsOf(page).next) {
        page = await queryDistinct({
          cursorPaging: { limit: 2, cursor: cursorsOf(page).next },
          returnTotalCount: true,
        });
        seen.push(...page.body.distinctValues);
        expect(page.body.pagingMetadata.total).toBe(all.length);
      }
      expect(seen).toEqual(all);
      const back = [page.body.distinctValues];
      while (cursorsOf(page).prev) {
        page = await queryDistinct({ cursorPaging: { cursor: cursorsOf(page).prev } });
        back.unshift(page.body.distinctValues);
      }
      expect(back.flat()).toEqual(all);
    }
    expect(await listValues({ fieldName: 'n', paging: { limit: 2, offset: 3 } })).toEqual([3, 4]);
  });
});

describe('400: rejects cursors', () => {
  const cursorOf = async (as = t.visitor, rest: object = {}) =>
    cursorsOf(await query({ paging: { limit: 2 } }, rest, as)).next as string;
  const diaries = { dataCollectionId: 'Diaries' };

  it('that are invented, empty, truncated, extended or changed by a bit', async () => {
    const cursor = await cursorOf();
    const forgedCursor = Buffer.from(JSON.stringify({ state: {}, limit: 2, at: null, before: 0 })).toString(
      'base64url',
    );
    const turned = Array.from({ length: 24 }, (_, i) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const at = Math.floor((i * bytes.length) / 24);
      bytes[at] = (bytes[at] as number) ^ (1 << (i % 8));
      return bytes.toString('base64url');
    });
    const forgedCursors = [
      '',
      'abc',
      forgedCursor,
      '\u0000',
      '😀',
      "' or 1=1 --",
      cursor.slice(0, -1),
      cursor.slice(8),
      `${cursor}A`,
    ];
    for (const cursorPaging of [...forgedCursors, `${cursor}=`, `${cursor} `, cursor.repeat(2), ...turned].map(
      (cursor) => ({
        cursor,
      }),
    )) {
      const response = await query({ cursorPaging });
      expect(rejectionOf(response)).toEqual([400, 'WDE0152']);
      expect(response.body.details.applicationError.data).toEqual({ field: 'query.cursorPaging.cursor' });
      expect(rejectionOf(await queryDistinct({ cursorPaging }))).toEqual([400, 'WDE0152']);
    }
    expect((await query({ cursorPaging: { cursor } })).status).toBe(200);
  });

  it('of another collection and of another call', async () => {
    const cursor = await cursorOf();
    expect(rejectionOf(await follow(cursor, 2, { dataCollectionId: 'Others' }))).toEqual([400, 'WDE0152']);
    expect(rejectionOf(await queryDistinct({ cursorPaging: { cursor } }))).toEqual([400, 'WDE0152']);
    const value = cursorsOf(await queryDistinct({ fieldName: 'n', paging: { limit: 2 } })).next as string;
    expect(rejectionOf(await follow(value, 2))).toEqual([400, 'WDE0152']);
  });

  it('of another member and of a caller who may read all items', async () => {
    const [memberCursor, keyCursor] = [await cursorOf(t.member, diaries), await cursorOf(t.key, diaries)];
    expect(idsOf(await follow(memberCursor, 5, diaries, t.member))).toEqual(['b', 'a']);
    expect(rejectionOf(await follow(memberCursor, 5, diaries, t.otherMember))).toEqual([400, 'WDE0152']);
    expect(rejectionOf(await follow(memberCursor, 5, diaries, t.key))).toEqual([400, 'WDE0152']);
    expect(rejectionOf(await follow(keyCursor, 5, diaries, t.member))).toEqual([400, 'WDE0152']);
    expect(rejectionOf(await follow(memberCursor, 5, diaries, t.visitor))).toEqual([403, 'WDE0027']);
  });

  it('of permissions that have been withdrawn', async () => {
    const makeFields = (access?: object) => [{ key: 'secret', type: 'NUMBER', ...(access ? { access } : {}) }];
    const created = await createCollection('Changing', { read: 'ANYONE' }, makeFields());
    for (const [n, _id] of IDS.entries()) await insert(t.key, 'Changing', { _id, secret: 10 - n });
    const changingCollection = { dataCollectionId: 'Changing' };
    const page = await query({ sort: [{ fieldName: 'secret' }], paging: { limit: 2 } }, changingCollection);
    const cursor = cursorsOf(page).next as string;
    expect((await follow(cursor, 2, changingCollection)).status).toBe(200);
    const update = (change: object, revision: string) =>
      t.call({
        method: 'PUT',
        path: '/v2/collections',
        as: t.key,
        body: {
          collection: { id: 'Changing', permissions: { read: 'ANYONE' }, fields: makeFields(), revision, ...change },
        },
      });
    const hidden = await update({ fields: makeFields({ read: 'PRIVILEGED' }) }, created.body.collection.revision);
    expect(hidden.status).toBe(200);
    expect(rejectionOf(await follow(cursor, 2, changingCollection))).toEqual([400, 'WDE0152']);
    const closed = await update({ permissions: { read: 'ADMIN' } }, hidden.body.collection.revision);
    expect(closed.status).toBe(200);
    expect(rejectionOf(await follow(cursor, 2, changingCollection))).toEqual([403, 'WDE0027']);
  });

  it('that are combined with an offset', async () => {
    const cursor = await cursorOf();
    const response = await query({ paging: { offset: 1 }, cursorPaging: { cursor } });
    expect(rejectionOf(response)).toEqual([400, 'WDE0151']);
    expect(response.body.details.applicationError.data.field).toBe('query.paging.offset');
    expect(
      rejectionOf(await queryDistinct({ fieldName: 'n', paging: { offset: 1 }, cursorPaging: { limit: 2 } })),
    ).toEqual([400, 'WDE0151']);
  });

  it('and distinct queries without a field or with an invalid one', async () => {
    expect(rejectionOf(await queryDistinct({}))).toEqual([400, 'WDE0080']);
    expect(rejectionOf(await queryDistinct({ fieldName: 'a..b' }))).toEqual([400, 'WDE0093']);
    expect(rejectionOf(await queryDistinct({ fieldName: '$where' }))).toEqual([400, 'WDE0093']);
  });
});
