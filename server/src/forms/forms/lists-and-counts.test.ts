/** Lists, queries and counts of forms, of those in the trash too. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { type Json, NAMESPACE } from '../testing/calls.fixture.ts';
import { formCalls, type Made, packed } from '../testing/form-calls.fixture.ts';
import { input } from '../testing/forms.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { get, post, make, trashed, list } = formCalls(() => t);
const idsOf = (forms: readonly Made[]) => forms.map((form) => form.id);

describe('200', () => {
  it('lists enabled forms, packed as the vendor’s client sends it, page by page without a cursor at the ends', async () => {
    const second = await t.secondSite();
    const call = (query: unknown) => get(`/v4/forms?${packed(query)}`, second.visitor);
    for (const name of ['A', 'B', 'C']) {
      await post('/v4/forms', { form: { name, formFields: [] } }, second.key, { 'wix-site-id': second.site.id });
    }
    const first = await call({ namespace: NAMESPACE, order: 'NAME_ASC', paging: { limit: 2 } });
    expect(first.body.forms.map((form: Json) => form.name)).toEqual(['A', 'B']);
    expect(first.body.pagingMetadata).toMatchObject({ count: 2, hasNext: true });
    expect(first.body.pagingMetadata.cursors.prev).toBeUndefined();
    const last = await call({
      namespace: NAMESPACE,
      paging: { limit: 2, cursor: first.body.pagingMetadata.cursors.next },
    });
    expect(last.body.forms.map((form: Json) => form.name)).toEqual(['C']);
    expect(last.body.pagingMetadata).toMatchObject({ count: 1, hasNext: false });
    expect(last.body.pagingMetadata.cursors.next).toBeUndefined();
    const back = await call({
      namespace: NAMESPACE,
      paging: { limit: 2, cursor: last.body.pagingMetadata.cursors.prev },
    });
    expect(back.body.forms.map((form: Json) => form.name)).toEqual(['A', 'B']);
    expect(back.body.pagingMetadata.cursors.prev).toBeUndefined();
  });

  it('lists the forms of all namespaces where none is named', async () => {
    const other = 'wix.bookings.v2.bookings';
    const made = [await make({ formFields: [] }), await make({ formFields: [], namespace: other })];
    const formIds = made.map(({ id }) => id);
    const all = await get(`/v4/forms?${packed({ formIds, paging: { limit: 10 } })}`, t.visitor);
    expect(idsOf(all.body.forms).toSorted()).toEqual(formIds.toSorted());
    expect(idsOf((await get(`/v4/forms?formIds=${formIds[1]}`, t.visitor)).body.forms)).toEqual([made[1]?.id]);
    expect((await get('/v4/forms?namespace=', t.visitor)).status).toBe(400);
  });

  it('lists by ids and by the start of a name', async () => {
    const form = await make({ name: 'Findable', formFields: [] });
    const by = async (query: Json) => idsOf(await list(query, t.visitor));
    expect(await by({ formIds: [form.id], fieldsets: ['NESTED_FORMS'] })).toEqual([form.id]);
    expect(await by({ nameFilter: { filterType: 'STARTS_WITH', name: 'Finda' } })).toEqual([form.id]);
    expect(await by({ nameFilter: { name: 'Finda' } })).toEqual([]);
  });

  it('shows disabled forms in lists only to the people who work on the site', async () => {
    const form = await make({ name: 'Closed', enabled: false, formFields: [] });
    const seen = async (as: string) => (await list({ formIds: [form.id], enabled: false }, as)).length;
    expect(await seen(t.visitor)).toBe(0);
    expect(await seen(t.key)).toBe(1);
    // one by one they are read: the page shows their disabledFormMessage
    expect((await get(`/v4/forms/${form.id}`, t.visitor)).status).toBe(200);
  });

  it('queries by filter and sort', async () => {
    const form = await make({ name: 'Queried', formFields: [] });
    const body = {
      query: {
        filter: { $and: [{ namespace: NAMESPACE }, { name: { $startsWith: 'Quer' } }, { enabled: true }] },
        sort: [{ fieldName: 'createdDate', order: 'ASC' }],
      },
    };
    const answer = await post('/v4/forms/query', body);
    expect(answer.body.forms.map((one: Json) => one.id)).toEqual([form.id]);
  });

  it('lists by state in both spellings, by payments, and in every order', async () => {
    const payment = input('pay', 'PAYMENT', 'paymentOptions', {
      componentType: 'FIXED_PAYMENT',
      fixedPaymentOptions: { label: 'Fee' },
      validation: {
        products: [
          { id: randomUUID(), productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '5' } },
        ],
      },
    });
    const [a, b] = [await make({ name: 'aa', formFields: [payment] }), await make({ name: 'bb', enabled: false })];
    const formIds = [a.id, b.id];
    expect(idsOf(await list({ formIds }))).toEqual([a.id]);
    expect(idsOf(await list({ formIds, enabled: false }))).toEqual([b.id]);
    expect(idsOf(await list({ formIds, disabled: true }))).toEqual([b.id]);
    expect(idsOf(await list({ formIds, paymentForm: true }))).toEqual([a.id]);
    expect(idsOf(await list({ formIds, paymentForm: false }))).toEqual([a.id]);
    const both = [await make({ name: 'cc' }), await make({ name: 'cd' })].map((form) => form.id);
    for (const order of ['NAME', 'CREATED_DATE', 'UPDATED_DATE']) {
      expect(idsOf(await list({ formIds: both, order: `${order}_ASC` }))).toEqual(both);
      expect(idsOf(await list({ formIds: both, order: `${order}_DESC` }))).toEqual([...both].reverse());
    }
  });

  it('lists, queries and counts what is in the trash', async () => {
    const tags = { tags: { tagIds: ['t1'] } };
    const [a, b] = [await trashed({ name: 'Trash A', tags }), await trashed({ name: 'Trash B', enabled: false })];
    const inTrash = (query: Json) => list({ formIds: [a, b], ...query }, t.key, '/v4/forms/trash-bin');
    expect(idsOf(await inTrash({}))).toEqual([a]);
    expect(idsOf(await inTrash({ enabled: false, order: 'NAME_DESC' }))).toEqual([b, a]);
    const filter = { namespace: NAMESPACE, id: { $in: [a, b] } };
    const query = async (request: Json) => (await post('/v4/forms/trash-bin/query', { query: request })).body;
    const sort = [{ fieldName: 'name', order: 'ASC' }];
    const first = await query({ filter, sort, cursorPaging: { limit: 1 } });
    const second = await query({ cursorPaging: { limit: 1, cursor: first.metadata.cursors.next } });
    expect([...idsOf(first.forms), ...idsOf(second.forms)]).toEqual([a, b]);
    expect(second.metadata.cursors.next).toBeUndefined();
    const tagged = { 'tags.tags.tagIds': { $hasSome: ['t1', 't2'] } };
    const count = async (filter: Json) =>
      (await post('/v4/deleted-forms/count', { filter, namespace: NAMESPACE })).body;
    expect(await count({ id: { $in: [a, b] } })).toEqual({ count: 2 });
    expect(await count({ id: { $in: [a, b] }, ...tagged })).toEqual({ count: 1 });
    expect((await get(`/v4/forms/trash-bin/${a}`)).body.form).toMatchObject({ id: a, name: 'Trash A' });
  });

  it('counts by state and by filter, for visitors what they may see', async () => {
    const namespace = 'wix.pricing_plans.v1.custom_form';
    await make({ namespace });
    await make({ namespace, enabled: false });
    await trashed({ namespace });
    const counts = { totalCount: 2, activeCount: 1, disabledCount: 1 };
    expect((await post('/v4/forms/count', { namespace })).body).toEqual(counts);
    expect((await post('/v4/forms/count', { namespace, fieldsets: ['DELETED'] })).body).toEqual({
      ...counts,
      deletedCount: 1,
    });
    const byFilter = async (filter: Json | undefined, as = t.key) =>
      (await post('/v4/forms/count-by-filter', { filter, namespace }, as)).body.count;
    expect([await byFilter(undefined), await byFilter({ enabled: false }), await byFilter({}, t.visitor)]).toEqual([
      2, 1, 1,
    ]);
  });
});

describe('400', () => {
  it('lists nothing without a namespace, and queries nothing without one', async () => {
    expect((await get('/v4/forms?namespace=', t.visitor)).status).toBe(400);
    const answer = await post('/v4/forms/query', { query: {} });
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('MISSING_NAMESPACE_FILTER');
  });

  it.each([
    ['an unknown field', { secret: 1 }],
    ['an operator that the field does not have', { name: { $gt: 'a' } }],
    ['a value of another type', { enabled: 'yes' }],
    ['an operator that is none', { $where: 'true' }],
  ])('refuses a filter with %s', async (_what, part) => {
    const filter = { namespace: NAMESPACE, ...part };
    const answer = await post('/v4/forms/query', { query: { filter } });
    expect(codeOf(answer)).toBe('INVALID_FILTER');
  });

  it.each<[string, string, Json, string]>([
    ['tags without any', '/v4/bulk/forms/update-tags', { formIds: ['a'] }, 'EMPTY_ASSIGN_AND_UNASSIGN_LISTS'],
    [
      'tags by filter without any',
      '/v4/bulk/forms/update-tags-by-filter',
      { filter: { namespace: NAMESPACE }, assignTags: { tags: { tagIds: [] } } },
      'EMPTY_ASSIGN_AND_UNASSIGN_LISTS',
    ],
    [
      'tags by a filter without a namespace',
      '/v4/bulk/forms/update-tags-by-filter',
      { filter: {}, assignTags: { tags: { tagIds: ['a'] } } },
      'MISSING_NAMESPACE_FILTER',
    ],
    ['the trash without a namespace', '/v4/forms/trash-bin/query', { query: {} }, 'MISSING_NAMESPACE_FILTER'],
    [
      'a count by what is no field',
      '/v4/forms/count-by-filter',
      { filter: { x: 1 }, namespace: NAMESPACE },
      'INVALID_FILTER',
    ],
    [
      'a count of the trash by it',
      '/v4/deleted-forms/count',
      { filter: { x: 1 }, namespace: NAMESPACE },
      'INVALID_FILTER',
    ],
    ['a made-up cursor', '/v4/forms/query', { query: { cursorPaging: { cursor: 'x' } } }, 'INVALID_CURSOR'],
  ])('refuses %s', async (_what, path, body, code) => {
    const answer = await post(path, body);
    expect([answer.status, codeOf(answer)]).toEqual([400, code]);
  });
});
