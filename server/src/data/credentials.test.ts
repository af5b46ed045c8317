/** What a credential lets its holder do with items: keys by their scopes, apps, and a key together with a token. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '../testing/answers.ts';
import { type Answered, type TestServer, testServer } from '../testing/index.ts';
import { verbs } from '../testing/verbs.ts';

let t: TestServer;
const C = { dataCollectionId: 'C' };
/** to whom a collection is open */
const OPEN = { Shut: 'PRIVILEGED', Edited: 'CMS_EDITOR', Authors: 'SITE_MEMBER_AUTHOR', Free: 'ANYONE' } as const;

beforeAll(async () => {
  t = await testServer();
  for (const id of ['C', ...Object.keys(OPEN)]) await post('v2/collections', { collection: { id } });
  for (const [id, level] of Object.entries(OPEN)) {
    const dataPermissions = { id, itemRead: level, itemInsert: level, itemUpdate: level, itemRemove: level };
    expect((await post('v1/permissions', { dataPermissions })).status).toBe(200);
  }
});
afterAll(() => t.stop());

const { post } = verbs(() => t, { at: '/' });
const may = ({ status, body }: Answered) => {
  if (status === 403) expect(['WDE0027', 'WDE0144']).toContain(body.details.applicationError.code);
  return status === 200;
};

describe('a key with the scopes', () => {
  const none = { Shut: '', Edited: '', Authors: '', Free: 'riud' };
  const all = { Shut: 'riud', Edited: 'riud', Authors: 'riud', Free: 'riud' };

  it.each<[string[], Record<keyof typeof OPEN, string>, boolean]>([
    [['*'], all, true],
    [['items:*'], all, false],
    [['items:all'], all, false],
    [['items:read'], { Shut: 'r', Edited: 'r', Authors: 'r', Free: 'riud' }, false],
    [['items:edit'], { Shut: '', Edited: 'riud', Authors: 'riud', Free: 'riud' }, false],
    [['collections:manage'], none, true],
    [['forms:*', 'members:*', 'submissions:*'], none, false],
  ])('%j', async (scopes, allowed, manages) => {
    const key = await t.keyWith(scopes);
    for (const id of Object.keys(OPEN) as (keyof typeof OPEN)[]) {
      const stored = { dataCollectionId: id, dataItem: { id: 'k', data: {} } };
      await post('v2/items/save', stored);
      const asked = { dataCollectionId: id };
      const done = {
        r: may(await post('v2/items/query', asked, key)),
        i: may(await post('v2/items', { ...asked, dataItem: { data: {} } }, key)),
        u: may(await post('v2/items/update', stored, key)),
        d: may(await post('v2/items/remove', { ...asked, dataItemId: 'k' }, key)),
      };
      const letters = Object.entries(done).filter(([, yes]) => yes);
      expect([id, letters.map(([letter]) => letter).join('')]).toEqual([id, allowed[id]]);
    }
    const field = { key: `f${scopes.join()}`.replace(/\W/g, ''), type: 'TEXT' };
    expect(may(await post('v2/collections/create-field', { ...C, field }, key))).toBe(manages);
    expect(may(await post('v1/permissions', { dataPermissions: { id: 'C' } }, key))).toBe(manages);
    const index = { name: field.key, fields: [{ path: field.key }] };
    expect(may(await post('v2/indexes', { ...C, index }, key))).toBe(manages);
  });
});

describe('who acts', () => {
  beforeEach(() => post('v2/items/truncate', C));
  const ownerOf = async (as: string, data: object = {}) => {
    const { body } = await post('v2/items', { ...C, dataItem: { data } }, as);
    return body.dataItem.data._owner;
  };

  it('an app works as an admin, in its own name', async () => {
    const asked = { grant_type: 'client_credentials', client_id: t.app.clientId, client_secret: t.app.clientSecret };
    const granted = await t.call({ method: 'POST', path: '/oauth2/token', body: { ...asked, instance_id: t.site.id } });
    const app = granted.body.access_token;
    expect(await ownerOf(app)).toEqual(expect.any(String));
    expect(await ownerOf(app, { _owner: t.memberId })).toBe(t.memberId);
    expect((await post('v2/items/query', C, app)).body.dataItems).toHaveLength(2);
    expect(may(await post('v2/collections/create-field', { ...C, field: { key: 'app', type: 'TEXT' } }, app))).toBe(
      true,
    );
    expect(may(await post('v2/items/truncate', C, app))).toBe(true);
  });

  it('a key beside a token has the rights of the key, and items are of whose token it is', async () => {
    expect(await ownerOf(`${t.visitor},${t.key}`)).toBe(t.visitorId);
    expect(await ownerOf(`${t.member},${t.key}`)).toBe(t.memberId);
    expect(await ownerOf(`${t.member},${t.key}`, { _owner: t.otherMemberId })).toBe(t.otherMemberId);
    expect((await post('v2/items/query', C, `${t.visitor},${t.key}`)).body.dataItems).toHaveLength(3);
  });

  it('a key without rights takes none from the token beside it', async () => {
    const key = await t.keyWith(['forms:*']);
    const saved = { dataCollectionId: 'Authors', dataItem: { id: 'own', data: {} } };
    expect((await post('v2/items/save', saved, t.member)).status).toBe(200);
    expect(may(await post('v2/items/query', { dataCollectionId: 'Authors' }, `${t.member},${key}`))).toBe(false);
  });

  it.each([
    ['no', ''],
    ['a broken', 'a.b.c'],
    ['an unknown', 'IST.nothing'],
    ['half a broken', 'a.b.c,KEY'],
  ])('%s credential is 401, for every level', async (_, credential) => {
    for (const dataCollectionId of Object.keys(OPEN)) {
      const answer = await t.call({
        method: 'POST',
        path: '/v2/items/query',
        headers: credential === '' ? {} : { authorization: credential.replace('KEY', t.key) },
        body: { dataCollectionId },
      });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });
});
