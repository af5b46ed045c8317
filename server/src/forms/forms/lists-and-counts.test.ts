/** Lists, queries and counts of forms, including forms in the trash. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { type CreatedForm, formCalls, packQuery } from '../testing/form-calls.ts';
import { input } from '../testing/sample-forms.ts';
import { type Json, NAMESPACE } from '../testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { get, post, make, trashed, list } = formCalls(() => t);
const idsOf = (forms: readonly CreatedForm[]) => forms.map((form) => form.id);

describe('responses with status 200', () => {
  it('lists enabled forms in pages without a cursor at the ends, with the query encoding of the vendor’s client', async () => {
    const second = await t.secondSite();
    const call = (query: unknown) => get(`/v4/forms?${packQuery(query)}`, second.visitor);
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

  it('lists the forms of all namespaces if the request names none', async () => {
    const other = 'wix.bookings.v2.bookings';
    const createdForms = [await make({ formFields: [] }), await make({ formFields: [], namespace: other })];
    const formIds = createdForms.map(({ id }) => id);
    const all = await get(`/v4/forms?${packQuery({ formIds, paging: { limit: 10 } })}`, t.visitor);
    expect(idsOf(all.body.forms).toSorted()).toEqual(formIds.toSorted());
    expect(idsOf((await get(`/v4/forms?formIds=${formIds[1]}`, t.visitor)).body.forms)).toEqual([createdForms[1]?.id]);
    expect((await get('/v4/forms?namespace=', t.visitor)).status).toBe(400);
  });

  it('lists forms by ids and by the start of the name', async () => {
    const form = await make({ name: 'Findable', formFields: [] });
    const by = async (query: Json) => idsOf(await list(query, t.visitor));
    expect(await by({ formIds: [form.id], fieldsets: ['NESTED_FORMS'] })).toEqual([form.id]);
    expect(await by({ nameFilter: { filterType: 'STARTS_WITH', name: 'Finda' } })).toEqual([form.id]);
    expect(await by({ nameFilter: { name: 'Finda' } })).toEqual([]);
  });

  it('lists disabled forms only for staff', async () => {
    const form = await make({ name: 'Closed', enabled: false, formFields: [] });
    const countVisible = async (as: string) => (await list({ formIds: [form.id], enabled: false }, as)).length;
    expect(await countVisible(t.visitor)).toBe(0);
    expect(await countVisible(t.key)).toBe(1);
    // Visitors may read a disabled form by id, because the page shows its disabledFormMessage.
    expect((await get(`/v4/forms/${form.id}`, t.visitor)).status).toBe(200);
  });

  it('queries forms by filter and sort', async () => {
    const form = await make({ name: 'Queried', formFields: [] });
    const body = {
      query: {
        filter: { $and: [{ namespace: NAMESPACE }, { name: { $startsWith: 'Quer' } }, { enabled: true }] },
        sort: [{ fieldName: 'createdDate', order: 'ASC' }],
      },
    };
    const response = await post('/v4/forms/query', body);
    expect(response.body.forms.map((one: Json) => one.id)).toEqual([form.id]);
  });

  it('lists forms by state with both parameters, by payments, and in every order', async () => {
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

  it('lists, queries and counts forms in the trash', async () => {
    const tags = { tags: { tagIds: ['t1'] } };
    const [a, b] = [await trashed({ name: 'Trash A', tags }), await trashed({ name: 'Trash B', enabled: false })];
    const listTrash = (query: Json) => list({ formIds: [a, b], ...query }, t.key, '/v4/forms/trash-bin');
    expect(idsOf(await listTrash({}))).toEqual([a]);
    expect(idsOf(await listTrash({ enabled: false, order: 'NAME_DESC' }))).toEqual([b, a]);
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

  it('counts forms by state and by filter, for visitors only enabled ones', async () => {
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
    const countByFilter = async (filter: Json | undefined, as = t.key) =>
      (await post('/v4/forms/count-by-filter', { filter, namespace }, as)).body.count;
    expect([
      await countByFilter(undefined),
      await countByFilter({ enabled: false }),
      await countByFilter({}, t.visitor),
    ]).toEqual([2, 1, 1]);
  });
});

describe('responses with status 400', () => {
  it('returns 400 for a list or query without a namespace', async () => {
    expect((await get('/v4/forms?namespace=', t.visitor)).status).toBe(400);
    const response = await post('/v4/forms/query', { query: {} });
    expect(response.status).toBe(400);
    expect(codeOf(response)).toBe('MISSING_NAMESPACE_FILTER');
  });

  it.each([
    ['an unknown field', { secret: 1 }],
    ['an operator that the field does not have', { name: { $gt: 'a' } }],
    ['a value of another type', { enabled: 'yes' }],
    ['an unknown operator', { $where: 'true' }],
  ])('for a filter with %s', async (_what, part) => {
    const filter = { namespace: NAMESPACE, ...part };
    const response = await post('/v4/forms/query', { query: { filter } });
    expect(codeOf(response)).toBe('INVALID_FILTER');
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
      'a count by an unknown field',
      '/v4/forms/count-by-filter',
      { filter: { x: 1 }, namespace: NAMESPACE },
      'INVALID_FILTER',
    ],
    [
      'a count of the trash by an unknown field',
      '/v4/deleted-forms/count',
      { filter: { x: 1 }, namespace: NAMESPACE },
      'INVALID_FILTER',
    ],
    ['an invented cursor', '/v4/forms/query', { query: { cursorPaging: { cursor: 'x' } } }, 'INVALID_CURSOR'],
  ])('for %s', async (_what, path, body, code) => {
    const response = await post(path, body);
    expect([response.status, codeOf(response)]).toEqual([400, code]);
  });
});
