import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';

let t: TestServer;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

beforeAll(async () => {
  t = await testServer();
  await collection('Books', { read: 'ANYONE' });
  await collection('Others', { read: 'ANYONE' });
  await collection('Diaries', { read: 'SITE_MEMBER_AUTHOR', insert: 'SITE_MEMBER' });
  for (const [n, _id] of IDS.entries()) {
    for (const id of ['Books', 'Others']) await insert(t.key, id, { _id, n, tags: ['t', n % 2], part: { no: n % 3 } });
    await insert(n < 4 ? t.member : t.otherMember, 'Diaries', { _id, n });
  }
});
afterAll(() => t.stop());

const { post } = verbs(() => t, { caller: 'visitor' });
const collection = (id: string, permissions: object, fields: object[] = []) =>
  post('/v2/collections', { collection: { id, permissions, fields } }, t.key);
const insert = (as: string, dataCollectionId: string, data: object) =>
  post('/v2/items', { dataCollectionId, dataItem: { data } }, as);
const query = (query: object, rest: object = {}, as = t.visitor) =>
  post('/v2/items/query', { dataCollectionId: 'Books', query, ...rest }, as);
const follow = (cursor: string, limit: number, rest: object = {}, as = t.visitor) =>
  query({ fields: [], cursorPaging: { limit, cursor } }, { includeReferences: [], ...rest }, as);
const distinct = (body: object, as = t.visitor) =>
  post('/v2/items/query-distinct-values', { dataCollectionId: 'Books', ...body }, as);
type Answer = Awaited<ReturnType<typeof post>>;
const ids = ({ body }: Answer): string[] => body.dataItems.map(({ id }: { id: string }) => id);
const cursors = ({ body }: Answer): { next?: string; prev?: string } => body.pagingMetadata.cursors ?? {};
const refusal = ({ status, body }: Answer) => [status, body.details?.applicationError?.code];
const byN = { sort: [{ fieldName: 'n', order: 'DESC' }] };

describe('200: pages by cursor, as the clients turn them', () => {
  it('begin with an offset request, and carry filter and sort', async () => {
    const first = await query({ fields: [], filter: { n: { $gt: 0 } }, ...byN, paging: { limit: 2, offset: 0 } });
    expect(ids(first)).toEqual(['g', 'f']);
    expect(first.body.pagingMetadata).toEqual({
      count: 2,
      offset: 0,
      tooManyToCount: false,
      hasNext: true,
      cursors: { next: expect.any(String) },
    });
    const second = await follow(cursors(first).next as string, 2);
    expect(ids(second)).toEqual(['e', 'd']);
    expect(second.body.pagingMetadata).toEqual({
      count: 2,
      tooManyToCount: false,
      hasNext: true,
      cursors: { next: expect.any(String), prev: expect.any(String) },
    });
    const last = await follow(cursors(second).next as string, 2);
    expect(ids(last)).toEqual(['c', 'b']);
    expect([last.body.pagingMetadata.hasNext, Object.keys(cursors(last))]).toEqual([false, ['prev']]);
    const back = await follow(cursors(last).prev as string, 2);
    expect(ids(back)).toEqual(['e', 'd']);
    const start = await follow(cursors(back).prev as string, 2);
    expect(ids(start)).toEqual(['g', 'f']);
    expect([start.body.pagingMetadata.hasNext, Object.keys(cursors(start))]).toEqual([true, ['next']]);
  });

  it('by GET with the body packed', async () => {
    const { next } = cursors(await query({ ...byN, paging: { limit: 3 } }));
    const body = { dataCollectionId: 'Books', query: { fields: ['n'], cursorPaging: { limit: 3, cursor: next } } };
    const packed = Buffer.from(JSON.stringify(body)).toString('base64url');
    const answer = await t.call({ method: 'GET', path: `/wix-data/v2/items/query?.r=${packed}`, as: t.visitor });
    expect(answer.body.dataItems.map(({ data }: { data: object }) => data)).toEqual([
      { _id: 'd', n: 3 },
      { _id: 'c', n: 2 },
      { _id: 'b', n: 1 },
    ]);
  });

  it('the length of a page comes from the cursor where none is sent, and what else is sent is passed over', async () => {
    const { next } = cursors(await query({ ...byN, filter: { n: { $lt: 5 } }, paging: { limit: 2 } }));
    expect(ids(await query({ cursorPaging: { cursor: next } }))).toEqual(['c', 'b']);
    const other = { filter: { n: 6 }, sort: [{ fieldName: 'n' }], paging: { limit: 1, offset: 0 } };
    expect(ids(await query({ ...other, cursorPaging: { cursor: next } }))).toEqual(['c']);
  });

  it('one page has no cursors', async () => {
    expect((await query({ paging: { limit: 7 } })).body.pagingMetadata.cursors).toBeUndefined();
    expect((await query({ filter: { n: 99 } })).body.pagingMetadata.cursors).toBeUndefined();
  });

  it('back from beyond the end is the last page', async () => {
    const beyond = await query({ ...byN, paging: { limit: 3, offset: 50 } });
    expect([ids(beyond), Object.keys(cursors(beyond))]).toEqual([[], ['prev']]);
    expect(ids(await follow(cursors(beyond).prev as string, 3))).toEqual(['c', 'b', 'a']);
  });

  it('totals go along where they are asked for', async () => {
    const { next } = cursors(await query({ filter: { n: { $gte: 2 } }, paging: { limit: 2 } }));
    expect((await follow(next as string, 2, { returnTotalCount: true })).body.pagingMetadata.total).toBe(5);
  });

  it('a value too long for a cursor is turned past all the same', async () => {
    await collection('Long', { read: 'ANYONE' });
    const long = 'x'.repeat(150_000);
    for (const _id of IDS) await insert(t.key, 'Long', { _id, text: `${long}${_id}` });
    const inLong = { dataCollectionId: 'Long' };
    let page = await query({ sort: [{ fieldName: 'text' }], fields: ['_id'], paging: { limit: 3, offset: 1 } }, inLong);
    const seen = [ids(page)];
    const turn = async (cursor: string) => {
      expect(cursor.length).toBeLessThan(1_000);
      page = await query({ fields: ['_id'], cursorPaging: { limit: 3, cursor } }, inLong);
      seen.push(ids(page));
    };
    while (cursors(page).next) await turn(cursors(page).next as string);
    while (cursors(page).prev) await turn(cursors(page).prev as string);
    expect(seen.map((some) => some.join(''))).toEqual(['bcd', 'efg', 'bcd', 'a']);
    expect([page.body.pagingMetadata.hasNext, cursors(page).prev]).toEqual([true, undefined]);
    const next = await follow(cursors(page).next as string, 3, inLong);
    expect(ids(next)).toEqual(['b', 'c', 'd']);
  });

  it('a filter too long for a cursor has none: the client pages by offset', async () => {
    const noise = Array.from({ length: 1_000 }, () => randomBytes(150).toString('base64'));
    const page = await query({ filter: { $not: { n: { $in: noise } } }, paging: { limit: 2 } });
    expect(page.body.pagingMetadata).toMatchObject({ hasNext: true, offset: 0 });
    expect(page.body.pagingMetadata.cursors).toBeUndefined();
  });
});

describe('200: random order', () => {
  const shuffled = { sortMode: 'RANDOM', randomOptions: { seed: 5 } };

  it('one seed is one order, another is another; each item once over all pages', async () => {
    const orderOf = async (rest: object) => ids(await query({}, rest));
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
      const forwards = ids(page);
      while (cursors(page).next) {
        page = await follow(cursors(page).next as string, 2);
        forwards.push(...ids(page));
      }
      expect(forwards.toSorted()).toEqual(IDS);
      const backwards = ids(page).toReversed();
      while (cursors(page).prev) {
        page = await follow(cursors(page).prev as string, 2);
        backwards.push(...ids(page).toReversed());
      }
      expect(backwards.toReversed()).toEqual(forwards);
    }
  });

  it('without a seed one is drawn each time', async () => {
    const orders = new Set<string>();
    for (let i = 0; i < 8; i++) orders.add(ids(await query({}, { sortMode: 'RANDOM' })).join());
    expect(orders.size).toBeGreaterThan(1);
  });
});

describe('200: distinct values', () => {
  const values = async (body: object, as?: string) => (await distinct(body, as)).body.distinctValues;

  it('of plain values, elements of arrays, and nested fields', async () => {
    expect(await values({ fieldName: 'n' })).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await values({ fieldName: 'tags', order: 'DESC' })).toEqual(['t', 1, 0]);
    expect(await values({ fieldName: 'part.no', filter: { n: { $gt: 4 } } })).toEqual([0, 2]);
    expect(await values({ fieldName: 'part' })).toEqual([{ no: 0 }, { no: 1 }, { no: 2 }]);
    expect(await values({ fieldName: '_id', filter: { n: { $in: [1, 2] } } })).toEqual(['b', 'c']);
    expect(await values({ fieldName: '_id' })).toEqual(IDS);
    expect(await values({ fieldName: 'missing' })).toEqual([]);
    const [made] = await values({ fieldName: '_createdDate', paging: { limit: 1 } });
    expect(made).toEqual({ $date: expect.stringMatching(/Z$/) });
  });

  it('of one owner alone, where others are not to be seen', async () => {
    const mine = { dataCollectionId: 'Diaries', fieldName: 'n', returnTotalCount: true };
    expect((await distinct(mine, t.member)).body).toMatchObject({
      distinctValues: [0, 1, 2, 3],
      pagingMetadata: { total: 4 },
    });
    expect(await values({ dataCollectionId: 'Diaries', fieldName: '_owner' }, t.member)).toHaveLength(1);
    expect(await values({ dataCollectionId: 'Diaries', fieldName: '_owner' }, t.key)).toHaveLength(2);
  });

  it('pages carry field, filter and order; totals are of values', async () => {
    for (const fieldName of ['n', '_id', 'part']) {
      const all = await values({ fieldName, order: 'DESC', filter: { n: { $gt: 1 } } });
      let page = await distinct({ fieldName, order: 'DESC', filter: { n: { $gt: 1 } }, paging: { limit: 2 } });
      const seen = [...page.body.distinctValues];
      while (cursors(page).next) {
        page = await distinct({ cursorPaging: { limit: 2, cursor: cursors(page).next }, returnTotalCount: true });
        seen.push(...page.body.distinctValues);
        expect(page.body.pagingMetadata.total).toBe(all.length);
      }
      expect(seen).toEqual(all);
      const back = [page.body.distinctValues];
      while (cursors(page).prev) {
        page = await distinct({ cursorPaging: { cursor: cursors(page).prev } });
        back.unshift(page.body.distinctValues);
      }
      expect(back.flat()).toEqual(all);
    }
    expect(await values({ fieldName: 'n', paging: { limit: 2, offset: 3 } })).toEqual([3, 4]);
  });
});

describe('400: cursors that open nothing', () => {
  const cursorOf = async (as = t.visitor, rest: object = {}) =>
    cursors(await query({ paging: { limit: 2 } }, rest, as)).next as string;
  const diaries = { dataCollectionId: 'Diaries' };

  it('made up, empty, cut short, written on, with a bit turned', async () => {
    const cursor = await cursorOf();
    const made = Buffer.from(JSON.stringify({ state: {}, limit: 2, at: null, before: 0 })).toString('base64url');
    const turned = Array.from({ length: 24 }, (_, i) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const at = Math.floor((i * bytes.length) / 24);
      bytes[at] = (bytes[at] as number) ^ (1 << (i % 8));
      return bytes.toString('base64url');
    });
    const forged = ['', 'abc', made, '\u0000', '😀', "' or 1=1 --", cursor.slice(0, -1), cursor.slice(8), `${cursor}A`];
    for (const cursorPaging of [...forged, `${cursor}=`, `${cursor} `, cursor.repeat(2), ...turned].map((cursor) => ({
      cursor,
    }))) {
      const answer = await query({ cursorPaging });
      expect(refusal(answer)).toEqual([400, 'WDE0152']);
      expect(answer.body.details.applicationError.data).toEqual({ field: 'query.cursorPaging.cursor' });
      expect(refusal(await distinct({ cursorPaging }))).toEqual([400, 'WDE0152']);
    }
    expect((await query({ cursorPaging: { cursor } })).status).toBe(200);
  });

  it('of another collection, and of another call', async () => {
    const cursor = await cursorOf();
    expect(refusal(await follow(cursor, 2, { dataCollectionId: 'Others' }))).toEqual([400, 'WDE0152']);
    expect(refusal(await distinct({ cursorPaging: { cursor } }))).toEqual([400, 'WDE0152']);
    const value = cursors(await distinct({ fieldName: 'n', paging: { limit: 2 } })).next as string;
    expect(refusal(await follow(value, 2))).toEqual([400, 'WDE0152']);
  });

  it("of another member's rows, and of one who sees all", async () => {
    const [mine, all] = [await cursorOf(t.member, diaries), await cursorOf(t.key, diaries)];
    expect(ids(await follow(mine, 5, diaries, t.member))).toEqual(['b', 'a']);
    expect(refusal(await follow(mine, 5, diaries, t.otherMember))).toEqual([400, 'WDE0152']);
    expect(refusal(await follow(mine, 5, diaries, t.key))).toEqual([400, 'WDE0152']);
    expect(refusal(await follow(all, 5, diaries, t.member))).toEqual([400, 'WDE0152']);
    expect(refusal(await follow(mine, 5, diaries, t.visitor))).toEqual([403, 'WDE0027']);
  });

  it('of rights that are no more', async () => {
    const fields = (access?: object) => [{ key: 'secret', type: 'NUMBER', ...(access ? { access } : {}) }];
    const created = await collection('Changing', { read: 'ANYONE' }, fields());
    for (const [n, _id] of IDS.entries()) await insert(t.key, 'Changing', { _id, secret: 10 - n });
    const changing = { dataCollectionId: 'Changing' };
    const page = await query({ sort: [{ fieldName: 'secret' }], paging: { limit: 2 } }, changing);
    const cursor = cursors(page).next as string;
    expect((await follow(cursor, 2, changing)).status).toBe(200);
    const update = (change: object, revision: string) =>
      t.call({
        method: 'PUT',
        path: '/v2/collections',
        as: t.key,
        body: {
          collection: { id: 'Changing', permissions: { read: 'ANYONE' }, fields: fields(), revision, ...change },
        },
      });
    const hidden = await update({ fields: fields({ read: 'PRIVILEGED' }) }, created.body.collection.revision);
    expect(hidden.status).toBe(200);
    expect(refusal(await follow(cursor, 2, changing))).toEqual([400, 'WDE0152']);
    const closed = await update({ permissions: { read: 'ADMIN' } }, hidden.body.collection.revision);
    expect(closed.status).toBe(200);
    expect(refusal(await follow(cursor, 2, changing))).toEqual([403, 'WDE0027']);
  });

  it('an offset together with a cursor', async () => {
    const cursor = await cursorOf();
    const answer = await query({ paging: { offset: 1 }, cursorPaging: { cursor } });
    expect(refusal(answer)).toEqual([400, 'WDE0151']);
    expect(answer.body.details.applicationError.data.field).toBe('query.paging.offset');
    expect(refusal(await distinct({ fieldName: 'n', paging: { offset: 1 }, cursorPaging: { limit: 2 } }))).toEqual([
      400,
      'WDE0151',
    ]);
  });

  it('distinct without a field, or with one that cannot be', async () => {
    expect(refusal(await distinct({}))).toEqual([400, 'WDE0080']);
    expect(refusal(await distinct({ fieldName: 'a..b' }))).toEqual([400, 'WDE0093']);
    expect(refusal(await distinct({ fieldName: '$where' }))).toEqual([400, 'WDE0093']);
  });
});
