/** Queries, lists and counts of submissions: paging, filters and permissions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { idsOf, type Json, NAMESPACE, submissionCalls, valid } from '../testing/submission-calls.ts';

let t: TestServer;
let form: { id: string };
beforeAll(async () => {
  t = await testServer();
  form = await make();
});
afterAll(() => t.stop());

const { get, post, make, submit, submitted } = submissionCalls(() => t);
const filter = { namespace: NAMESPACE };
const query = (body: Json, as?: string) => post('submissions/namespace/query', body, as);

describe('responses with status 200', () => {
  it('returns pages in both directions by cursors, which carry filter and sort', async () => {
    const pagedForm = await make({ name: 'Paged' });
    const submissionIds: string[] = [];
    for (let age = 0; age < 5; age += 1) {
      submissionIds.push((await submitted(pagedForm.id, { ...valid, age })).id);
    }
    for (const order of ['ASC', 'DESC']) {
      const expected = order === 'ASC' ? submissionIds : [...submissionIds].reverse();
      const paging = { limit: 2 };
      const first = await query({
        query: {
          filter: { ...filter, formId: pagedForm.id },
          sort: [{ fieldName: 'createdDate', order }],
          cursorPaging: paging,
        },
      });
      const nextCursorOf = (response: typeof first) => response.body.metadata.cursors.next as string;
      const second = await query({ query: { cursorPaging: { ...paging, cursor: nextCursorOf(first) } } });
      const third = await query({ query: { cursorPaging: { ...paging, cursor: nextCursorOf(second) } } });
      expect([idsOf(first), idsOf(second), idsOf(third)]).toEqual([
        expected.slice(0, 2),
        expected.slice(2, 4),
        expected.slice(4),
      ]);
      expect(first.body.metadata).toMatchObject({ count: 2, hasNext: true });
      expect(Object.keys(first.body.metadata.cursors)).toEqual(['next']);
      expect(Object.keys(third.body.metadata.cursors)).toEqual(['prev']);
      const back = await query({ query: { cursorPaging: { ...paging, cursor: third.body.metadata.cursors.prev } } });
      expect(idsOf(back)).toEqual(expected.slice(2, 4));
      const start = await query({ query: { cursorPaging: { ...paging, cursor: back.body.metadata.cursors.prev } } });
      expect(idsOf(start)).toEqual(expected.slice(0, 2));
      expect(start.body.metadata.cursors.prev).toBeUndefined();
    }
  });

  it.each(['namespace/query', 'namespace/search', 'query'])(
    'returns pages of %s by offset, and continues by cursor',
    async (call) => {
      const offsetForm = await make({ name: 'By offset' });
      const submissionIds: string[] = [];
      for (let age = 0; age < 5; age += 1) submissionIds.push((await submitted(offsetForm.id, { ...valid, age })).id);
      const fetchPage = (body: Json) =>
        post(`submissions/${call}`, { [call.endsWith('search') ? 'search' : 'query']: body });
      const query = {
        filter: { ...filter, formId: offsetForm.id },
        sort: [{ fieldName: 'createdDate', order: 'ASC' }],
      };
      const page = (offset: number) => fetchPage({ ...query, paging: { limit: 2, offset } });
      const [first, second, third, pageBeyondEnd] = [await page(0), await page(2), await page(4), await page(9)];
      expect([idsOf(first), idsOf(second), idsOf(third), idsOf(pageBeyondEnd)]).toEqual([
        submissionIds.slice(0, 2),
        submissionIds.slice(2, 4),
        submissionIds.slice(4),
        [],
      ]);
      expect(second.body.metadata).toMatchObject({ count: 2, offset: 2, hasNext: true });
      expect(third.body.metadata).toMatchObject({ count: 1, offset: 4, hasNext: false });
      const { next, prev } = second.body.metadata.cursors;
      expect(idsOf(await fetchPage({ cursorPaging: { limit: 2, cursor: next } }))).toEqual(submissionIds.slice(4));
      expect(idsOf(await fetchPage({ cursorPaging: { limit: 2, cursor: prev } }))).toEqual(submissionIds.slice(0, 2));
      expect(first.body.metadata.cursors.prev).toBeUndefined();
    },
  );

  it('sorts by several fields in mixed directions, across pages', async () => {
    const mixedForm = await make({ name: 'Mixed' });
    for (const status of ['PENDING', 'CONFIRMED', 'PENDING', 'CONFIRMED']) {
      await submitted(mixedForm.id, valid, { status }, t.key);
    }
    const sort = [
      { fieldName: 'status', order: 'DESC' },
      { fieldName: 'submitter.memberId', order: 'ASC' },
      { fieldName: 'createdDate', order: 'ASC' },
    ];
    const all: Json[] = [];
    let cursor: string | undefined;
    do {
      const cursorPaging = { limit: 1, ...(cursor ? { cursor } : {}) };
      const page = await query({
        query: cursor ? { cursorPaging } : { filter: { ...filter, formId: mixedForm.id }, sort, cursorPaging },
      });
      all.push(...page.body.submissions);
      cursor = page.body.metadata.cursors.next;
    } while (cursor);
    expect(all.map((one) => one.status)).toEqual(['PENDING', 'PENDING', 'CONFIRMED', 'CONFIRMED']);
    const dates = all.map((one) => String(one.createdDate));
    expect([dates.slice(0, 2), dates.slice(2)]).toEqual([dates.slice(0, 2).sort(), dates.slice(2).sort()]);
    expect(new Set(all.map((one) => one.id)).size).toBe(4);
  });

  it.each<[string, (id: string) => Json, boolean]>([
    ['id $eq', (id) => ({ id }), true],
    ['id $in', (id) => ({ id: { $in: [id, 'not-an-id'] } }), true],
    ['id $ne', (id) => ({ id: { $ne: id } }), false],
    ['id $nin', (id) => ({ id: { $nin: [id] } }), false],
    ['an id that is not a GUID', () => ({ id: 'not-an-id' }), false],
    ['formId and status', () => ({ formId: form.id, status: { $in: ['CONFIRMED'] } }), true],
    ['submitter', () => ({ 'submitter.visitorId': t.visitorId }), true],
    ['another submitter', () => ({ 'submitter.memberId': t.memberId }), false],
    ['$ne of another kind of submitter', () => ({ 'submitter.memberId': { $ne: t.memberId } }), true],
    ['seen', () => ({ seen: { $ne: true } }), true],
    ['createdDate', () => ({ createdDate: { $gte: '2020-01-01T00:00:00Z', $lt: '2200-01-01T00:00:00Z' } }), true],
    ['contactId null', () => ({ contactId: null }), true],
    ['$or', (id) => ({ $or: [{ id: 'not-an-id' }, { id }] }), true],
    ['$not', (id) => ({ $not: { id } }), false],
    ['another namespace', () => ({ $and: [{ namespace: 'wix.bookings.v2.bookings' }] }), false],
  ])('filters by %s', async (_what, part, found) => {
    const { id } = await submitted(form.id);
    const { body } = await query({ query: { filter: { $and: [filter, part(id)] }, cursorPaging: { limit: 100 } } });
    expect(body.submissions.some((one: Json) => one.id === id)).toBe(found);
  });

  it('returns the same from the deprecated query', async () => {
    const { id } = await submitted(form.id);
    const { body } = await post('submissions/query', { query: { filter: { ...filter, id } } });
    expect(body.submissions).toHaveLength(1);
  });

  it('returns only their own submissions to visitors and members', async () => {
    await submitted(form.id, valid, {}, t.member);
    await submitted(form.id, valid, {}, t.otherMember);
    const ownPage = await query({ query: { filter }, onlyYourOwn: true }, t.member);
    expect(ownPage.status).toBe(200);
    expect(ownPage.body.submissions.length).toBeGreaterThan(0);
    for (const one of ownPage.body.submissions) expect(one.submitter).toEqual({ memberId: t.memberId });
    const others = await query(
      { query: { filter: { ...filter, 'submitter.memberId': t.otherMemberId } }, onlyYourOwn: true },
      t.member,
    );
    expect(others.body.submissions).toEqual([]);
    // A cursor from staff gives a member no access to other submissions.
    const staffPage = await query({ query: { filter, cursorPaging: { limit: 1 } } });
    const cursorPaging = { cursor: staffPage.body.metadata.cursors.next, limit: 100 };
    const cursorResponse = await query({ query: { cursorPaging }, onlyYourOwn: true }, t.member);
    for (const one of cursorResponse.body.submissions) expect(one.submitter).toEqual({ memberId: t.memberId });
  });

  it('counts by form, marks as seen, and counts for the dashboard', async () => {
    const countedForm = await make({ name: 'Counted' });
    const other = await make({ name: 'Uncounted' });
    const { body } = await submit(countedForm.id, valid, {}, t.key);
    await submit(countedForm.id, valid, {}, t.key);
    const counts = async () =>
      (await post('submissions/count', { formIds: [countedForm.id, other.id], namespace: NAMESPACE })).body
        .formsSubmissionsCount;
    const none = { formId: other.id, totalCount: 0, unseenCount: 0 };
    expect(await counts()).toEqual([{ formId: countedForm.id, totalCount: 2, unseenCount: 2 }, none]);
    const seen = await post('bulk/submissions/mark-as-seen', { ids: [body.submission.id], formId: countedForm.id });
    expect(seen.body.jobId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await counts()).toEqual([{ formId: countedForm.id, totalCount: 2, unseenCount: 1 }, none]);
  });
});

describe('responses with status 400', () => {
  it('returns 400 for a query without a namespace', async () => {
    for (const [path, wrong] of [
      ['submissions/namespace/query', { formId: form.id }],
      ['submissions/query', {}],
      ['submissions/namespace/query', { $or: [filter] }],
    ] as const) {
      const response = await post(path, { query: { filter: wrong } });
      expect(response.status).toBe(400);
      expect(codeOf(response)).toBe('MISSING_NAMESPACE_FILTER');
    }
  });

  it.each<[string, Json]>([
    ['field', { password: 'x' }],
    ['operator', { status: { $gt: 'A' } }],
    ['column of the table', { submitter_id: 'x' }],
    ['value instead of a list', { id: { $in: 'x' } }],
    ['key of a prototype', JSON.parse('{"constructor": "x"}')],
    ['depth', Array.from({ length: 12 }).reduce<Json>((inner) => ({ $not: inner }), { seen: true })],
  ])('for a filter with a wrong %s', async (_what, part) => {
    const response = await query({ query: { filter: { ...filter, ...part } } });
    expect(codeOf(response)).toBe('INVALID_FILTER');
  });

  it('returns 400 for an unsortable field, more than three sort fields, or a limit of more than a hundred', async () => {
    const statusOf = async (more: Json) => (await query({ query: { filter, ...more } })).status;
    const createdDate = { fieldName: 'createdDate' };
    expect(await statusOf({ sort: [{ fieldName: 'namespace' }] })).toBe(400);
    expect(await statusOf({ sort: [createdDate, createdDate, createdDate, createdDate] })).toBe(400);
    expect(await statusOf({ cursorPaging: { limit: 101 } })).toBe(400);
    expect(await statusOf({ cursorPaging: { limit: 100 } })).toBe(200);
  });

  it('returns 400 for an offset together with a cursor, or an invalid offset', async () => {
    const { next } = (await query({ query: { filter, cursorPaging: { limit: 1 } } })).body.metadata.cursors;
    const both = await query({ query: { paging: { offset: 1 }, cursorPaging: { cursor: next } } });
    expect([both.status, codeOf(both)]).toEqual([400, 'WDE0080']);
    for (const offset of [-1, 1.5, 'x', 10_000_000_000]) {
      expect((await query({ query: { filter, paging: { offset } } })).status).toBe(400);
    }
  });

  it('returns 400 for a cursor that was changed, or that belongs to another call or site', async () => {
    await Promise.all([submitted(form.id), submitted(form.id)]);
    const { next } = (await query({ query: { filter, cursorPaging: { limit: 1 } } })).body.metadata.cursors;
    const tryCursor = (cursor: string, path = 'submissions/namespace/query', as = t.key, headers = {}) =>
      post(path, { query: { cursorPaging: { cursor } } }, as, headers);
    const second = await t.secondSite();
    for (const response of [
      await tryCursor(`${next.slice(0, -2)}xx`),
      await tryCursor('nonsense'),
      await tryCursor(next, 'forms/query'),
      await tryCursor(next, undefined, second.key, { 'wix-site-id': second.site.id }),
      await tryCursor(t.visitor),
    ]) {
      expect(codeOf(response)).toBe('INVALID_CURSOR');
    }
  });
});

describe('responses with status 404', () => {
  it('returns 404 for an unknown id, or a submission of another site', async () => {
    const { id } = await submitted(form.id);
    const second = await t.secondSite();
    const elsewhere = await get(`submissions/${id}`, second.key, { 'wix-site-id': second.site.id });
    for (const response of [
      await get('submissions/not-an-id'),
      await get('submissions/6b3f1f5e-1111-4222-8333-944455556666'),
      elsewhere,
    ]) {
      expect(response.status).toBe(404);
      expect(codeOf(response)).toBe('SUBMISSION_NOT_FOUND');
    }
  });
});
