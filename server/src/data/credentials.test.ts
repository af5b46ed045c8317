/** Tests what API keys with different scopes, apps, and a key together with a token may do with items. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { codeOf } from '../testing/responses.ts';
import { createVerbs } from '../testing/verbs.ts';

let t: TestServer;
const C = { dataCollectionId: 'C' };
/** The permission level of each collection. */
const LEVELS = { Shut: 'PRIVILEGED', Edited: 'CMS_EDITOR', Authors: 'SITE_MEMBER_AUTHOR', Free: 'ANYONE' } as const;

beforeAll(async () => {
  t = await testServer();
  for (const id of ['C', ...Object.keys(LEVELS)]) await post('v2/collections', { collection: { id } });
  for (const [id, level] of Object.entries(LEVELS)) {
    const dataPermissions = { id, itemRead: level, itemInsert: level, itemUpdate: level, itemRemove: level };
    expect((await post('v1/permissions', { dataPermissions })).status).toBe(200);
  }
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/' });
const may = ({ status, body }: TestResponse) => {
  if (status === 403) expect(['WDE0027', 'WDE0144']).toContain(body.details.applicationError.code);
  return status === 200;
};

describe('a key with the scopes', () => {
  const none = { Shut: '', Edited: '', Authors: '', Free: 'riud' };
  const all = { Shut: 'riud', Edited: 'riud', Authors: 'riud', Free: 'riud' };

  it.each<[string[], Record<keyof typeof LEVELS, string>, boolean]>([
    [['*'], all, true],
    [['items:*'], all, false],
    [['items:all'], all, false],
    [['items:read'], { Shut: 'r', Edited: 'r', Authors: 'r', Free: 'riud' }, false],
    [['items:edit'], { Shut: '', Edited: 'riud', Authors: 'riud', Free: 'riud' }, false],
    [['collections:manage'], none, true],
    [['forms:*', 'members:*', 'submissions:*'], none, false],
  ])('%j', async (scopes, allowed, manages) => {
    const key = await t.keyWith(scopes);
    for (const id of Object.keys(LEVELS) as (keyof typeof LEVELS)[]) {
      const stored = { dataCollectionId: id, dataItem: { id: 'k', data: {} } };
      await post('v2/items/save', stored);
      const target = { dataCollectionId: id };
      const allowedCalls = {
        r: may(await post('v2/items/query', target, key)),
        i: may(await post('v2/items', { ...target, dataItem: { data: {} } }, key)),
        u: may(await post('v2/items/update', stored, key)),
        d: may(await post('v2/items/remove', { ...target, dataItemId: 'k' }, key)),
      };
      const allowedEntries = Object.entries(allowedCalls).filter(([, isAllowed]) => isAllowed);
      expect([id, allowedEntries.map(([letter]) => letter).join('')]).toEqual([id, allowed[id]]);
    }
    const field = { key: `f${scopes.join()}`.replace(/\W/g, ''), type: 'TEXT' };
    expect(may(await post('v2/collections/create-field', { ...C, field }, key))).toBe(manages);
    expect(may(await post('v1/permissions', { dataPermissions: { id: 'C' } }, key))).toBe(manages);
    const index = { name: field.key, fields: [{ path: field.key }] };
    expect(may(await post('v2/indexes', { ...C, index }, key))).toBe(manages);
  });
});

describe('the caller', () => {
  beforeEach(() => post('v2/items/truncate', C));
  const ownerOf = async (as: string, data: object = {}) => {
    const { body } = await post('v2/items', { ...C, dataItem: { data } }, as);
    return body.dataItem.data._owner;
  };

  it('is the app itself, with the permissions of an admin', async () => {
    const grant = { grant_type: 'client_credentials', client_id: t.app.clientId, client_secret: t.app.clientSecret };
    const issued = await t.call({ method: 'POST', path: '/oauth2/token', body: { ...grant, instance_id: t.site.id } });
    const app = issued.body.access_token;
    expect(await ownerOf(app)).toEqual(expect.any(String));
    expect(await ownerOf(app, { _owner: t.memberId })).toBe(t.memberId);
    expect((await post('v2/items/query', C, app)).body.dataItems).toHaveLength(2);
    expect(may(await post('v2/collections/create-field', { ...C, field: { key: 'app', type: 'TEXT' } }, app))).toBe(
      true,
    );
    expect(may(await post('v2/items/truncate', C, app))).toBe(true);
  });

  it('has the permissions of the key and owns items by the token if both are sent', async () => {
    expect(await ownerOf(`${t.visitor},${t.key}`)).toBe(t.visitorId);
    expect(await ownerOf(`${t.member},${t.key}`)).toBe(t.memberId);
    expect(await ownerOf(`${t.member},${t.key}`, { _owner: t.otherMemberId })).toBe(t.otherMemberId);
    expect((await post('v2/items/query', C, `${t.visitor},${t.key}`)).body.dataItems).toHaveLength(3);
  });

  it('gets no permissions from a token beside a key', async () => {
    const key = await t.keyWith(['forms:*']);
    const saved = { dataCollectionId: 'Authors', dataItem: { id: 'own', data: {} } };
    expect((await post('v2/items/save', saved, t.member)).status).toBe(200);
    expect(may(await post('v2/items/query', { dataCollectionId: 'Authors' }, `${t.member},${key}`))).toBe(false);
  });

  it.each([
    ['no', ''],
    ['an invalid', 'a.b.c'],
    ['an unknown', 'IST.nothing'],
    ['a half invalid', 'a.b.c,KEY'],
  ])('gets 401 for every level with %s credential', async (_, credential) => {
    for (const dataCollectionId of Object.keys(LEVELS)) {
      const response = await t.call({
        method: 'POST',
        path: '/v2/items/query',
        headers: credential === '' ? {} : { authorization: credential.replace('KEY', t.key) },
        body: { dataCollectionId },
      });
      expect([response.status, codeOf(response)]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });
});
