import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  for (const first of ['Ada', 'Bea', 'Cleo']) {
    const info = { name: { first }, emails: { items: [{ email: `${first}@example.org`, primary: true }] } };
    await t.call({ method: 'POST', path: '/v4/contacts', body: { info }, as: t.key });
  }
});
afterAll(() => t.stop());

const get = (path: string) => t.call({ method: 'GET', path, as: t.key });
const firstNamesOf = (body: { contacts: { info: { name?: { first?: string } } }[] }) =>
  body.contacts.map((contact) => contact.info.name?.first).filter((name) => name !== undefined);

describe('an object parameter', () => {
  it.each([
    ['dots', 'paging.limit=2&sort.fieldName=info.name.first&sort.order=DESC'],
    ['brackets (deepObject)', 'paging[limit]=2&sort[fieldName]=info.name.first&sort[order]=DESC'],
    ['encoded brackets', 'paging%5Blimit%5D=2&sort%5BfieldName%5D=info.name.first&sort%5Border%5D=DESC'],
    ['JSON', 'paging={"limit":2}&sort={"fieldName":"info.name.first","order":"DESC"}'],
  ])('is read from %s', async (_style, search) => {
    const { status, body } = await get(`/v4/contacts?${search}`);
    expect([status, firstNamesOf(body)]).toEqual([200, ['Cleo', 'Bea']]);
  });

  it.each([
    ['dots', 'paging.limit=many'],
    ['brackets', 'paging[limit]=many'],
    ['JSON', 'paging={"limit":"many"}'],
  ])('with a wrong value in %s is rejected by its path', async (_style, search) => {
    const { status, body } = await get(`/v4/contacts?${search}`);
    expect([status, body.details.validationError.fieldViolations[0].field]).toEqual([400, 'paging.limit']);
  });

  it('of broken JSON is rejected', async () => {
    const { status, body } = await get('/v4/contacts?paging={"limit":2');
    expect([status, body.details.validationError.fieldViolations[0].field]).toEqual([400, 'paging']);
  });
});

describe('an object inside an object', () => {
  it.each([
    ['dots', 'query.cursorPaging.limit=1'],
    ['brackets', 'query[cursorPaging][limit]=1'],
    ['both', 'query.cursorPaging[limit]=1'],
    ['JSON', 'query={"cursorPaging":{"limit":1}}'],
  ])('is read from %s', async (_style, search) => {
    const { status, body } = await get(`/v5/contacts/query?${search}`);
    expect([status, body.contacts?.length]).toEqual([200, 1]);
  });
});

describe('an array parameter', () => {
  it.each([
    ['a repeated name', 'fieldsets=PUBLIC&fieldsets=FULL'],
    ['a repeated name with brackets', 'fieldsets[]=PUBLIC&fieldsets[]=FULL'],
    ['a single name with brackets', 'fieldsets[]=FULL'],
    ['numbered brackets', 'fieldsets[0]=PUBLIC&fieldsets[1]=FULL'],
    ['JSON', 'fieldsets=["FULL"]'],
  ])('is read from %s', async (_style, search) => {
    const { status, body } = await get(`/v1/members?${search}`);
    expect([status, typeof body.members[0].loginEmail]).toEqual([200, 'string']);
  });

  it.each([
    ['numbered brackets', 'sorting[0][fieldName]=createdDate&sorting[0][order]=DESC'],
    ['numbered dots', 'sorting.0.fieldName=createdDate&sorting.0.order=DESC'],
    ['JSON', 'sorting=[{"fieldName":"createdDate","order":"DESC"}]'],
  ])('of objects is read from %s', async (_style, search) => {
    const queryIds = async (query: string) => {
      const { status, body } = await get(`/v1/members?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.members.map((member: { id: string }) => member.id);
    };
    const [descending, ascending] = [await queryIds(search), await queryIds(search.replace('DESC', 'ASC'))];
    expect(descending).toEqual(ascending.reverse());
    expect(descending.length).toBeGreaterThan(1);
  });
});

it.each([
  '__proto__[limit]=1',
  'paging[__proto__][limit]=1',
  'paging.constructor.prototype.limit=1',
  'a[b[c]=1',
  '[]=1',
])('ignores %s', async (search) => {
  expect((await get(`/v4/contacts?${search}`)).status).toBe(200);
  expect(({} as Record<string, unknown>).limit).toBeUndefined();
});
