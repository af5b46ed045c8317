import { type AccessLevel, accessLevels, type ItemOperation, itemOperations, permissionTable } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, SiteRole } from '../../kernel/caller.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { evictCollection } from './cache.ts';
import { accessTo, levelOf, ownerOf, roleOf } from './permissions.ts';

const CALLERS = [
  'visitor',
  'author',
  'otherMember',
  'owner',
  'admin',
  'editor',
  'viewer',
  'key',
  'keyOfForms',
] as const;
type CallerName = (typeof CALLERS)[number];

let t: TestServer;
let token: Record<CallerName, string>;

beforeAll(async () => {
  t = await testServer();
  const roles: SiteRole[] = ['owner', 'admin', 'editor', 'viewer'];
  const [owner, admin, editor, viewer] = (await Promise.all(roles.map((role) => t.userToken(role)))) as [
    string,
    string,
    string,
    string,
  ];
  const keyOfForms = await t.keyWith(['forms:*']);
  token = {
    visitor: t.visitor,
    author: t.member,
    otherMember: t.otherMember,
    owner,
    admin,
    editor,
    viewer,
    key: t.key,
    keyOfForms,
  };
  await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection: { id: 'C' } } });
});
afterAll(() => t.stop());

/** Returns the access that the specification grants to an item that `author` created. */
function expectedAccess(
  who: CallerName,
  level: AccessLevel,
  operation: ItemOperation,
): 'allowed' | 'rejected' | 'hidden' {
  const kind = who === 'author' || who === 'otherMember' ? 'member' : who;
  const has = (action: 'items:all' | 'items:read' | 'items:edit') =>
    (permissionTable[action] as readonly string[]).includes(kind);
  if (has('items:all')) return 'allowed';
  if (operation === 'read' && has('items:read')) return 'allowed';
  if (has('items:edit') && level !== 'PRIVILEGED') return 'allowed';
  if (level === 'ANYONE') return 'allowed';
  if (kind !== 'member' || level === 'CMS_EDITOR' || level === 'PRIVILEGED') return 'rejected';
  if (level === 'SITE_MEMBER' || operation === 'insert' || who === 'author') return 'allowed';
  return 'hidden';
}

const rows = accessLevels.flatMap((level) =>
  itemOperations.flatMap((operation) => CALLERS.map((who) => ({ level, operation, who }))),
);

describe('permissions by caller, level and operation', () => {
  beforeAll(async () => {
    const queryResponse = await t.call({
      method: 'POST',
      path: '/v2/items/query',
      as: t.key,
      body: { dataCollectionId: 'C' },
    });
    expect(queryResponse.status).toBe(200);
  });

  it.each(rows)('$level $operation: $who', async ({ level, operation, who }) => {
    // Reading stays permitted where it is not under test, so that only the tested operation can be rejected.
    await setLevels({ insert: 'ANYONE', read: 'SITE_MEMBER', update: 'ANYONE', remove: 'ANYONE', [operation]: level });
    const id = await addAs('author');
    const response = await perform(operation, id, token[who]);
    const outcome = expectedAccess(who, level, operation);
    if (outcome === 'allowed') {
      expect([response.status, response.body.dataItem?.data._id ?? id]).toEqual([
        200,
        operation === 'insert' ? expect.any(String) : id,
      ]);
    } else if (outcome === 'rejected' || operation !== 'read') {
      expect([response.status, response.body.details.applicationError.code]).toEqual([403, 'WDE0027']);
      expect(response.body.details.applicationError.data).toEqual({ collectionName: 'C', operation });
    } else {
      expect([response.status, response.body.details.applicationError.code]).toEqual([404, 'WDE0073']);
    }
    expect(await exists(id)).toBe(outcome !== 'allowed' || operation !== 'remove');
  });
});

describe('items of a collection with the level SITE_MEMBER_AUTHOR', () => {
  const all = {
    insert: 'SITE_MEMBER_AUTHOR',
    read: 'SITE_MEMBER_AUTHOR',
    update: 'SITE_MEMBER_AUTHOR',
    remove: 'SITE_MEMBER_AUTHOR',
  } as const;
  let memberItemId: string;
  let otherItemId: string;

  beforeAll(async () => {
    await t.call({ method: 'POST', path: '/v2/items/truncate', as: t.key, body: { dataCollectionId: 'C' } });
    await setLevels(all);
    memberItemId = await addAs('author');
    otherItemId = await addAs('otherMember');
  });

  const postAsAuthor = (path: string, body: object) =>
    t.call({ method: 'POST', path, as: t.member, body: { dataCollectionId: 'C', ...body } });

  it.each([
    ['query', {}],
    ['query with a $or for all items', { query: { filter: { $or: [{}, { _owner: { $ne: 'x' } }] } } }],
    ['query by the other owner', { query: { filter: { $not: { _owner: 'x' } }, sort: [{ fieldName: '_owner' }] } }],
    ['query by id', { query: { filter: { _id: { $exists: true } } } }],
    ['query with total', { returnTotalCount: true }],
  ])('%s finds own rows only', async (_, body) => {
    const { body: page } = await postAsAuthor('/v2/items/query', body);
    expect(page.dataItems.map((item: { id: string }) => item.id)).toEqual([memberItemId]);
    if ('returnTotalCount' in body) expect(page.pagingMetadata.total).toBe(1);
  });

  it('are counted only if the caller owns them', async () => {
    expect((await postAsAuthor('/v2/items/count', {})).body).toEqual({ totalCount: 1 });
  });

  it('return 404 for get, update and remove if somebody else owns them', async () => {
    const update = await postAsAuthor('/v2/items/update', { dataItem: { id: otherItemId, data: { n: 1 } } });
    const remove = await postAsAuthor('/v2/items/remove', { dataItemId: otherItemId });
    const get = await t.call({ method: 'GET', path: `/v2/items/${otherItemId}?dataCollectionId=C`, as: t.member });
    const absent = await t.call({ method: 'GET', path: '/v2/items/absent?dataCollectionId=C', as: t.member });
    for (const response of [update, remove, get, absent]) {
      expect([response.status, response.body.details.applicationError.code]).toEqual([404, 'WDE0073']);
    }
    expect(await exists(otherItemId)).toBe(true);
  });

  it('are not changed by a save of somebody else', async () => {
    const response = await postAsAuthor('/v2/items/save', { dataItem: { id: otherItemId, data: { stolen: true } } });
    expect([response.status, response.body.details.applicationError.code]).toEqual([403, 'WDE0027']);
    const stored = await t.call({ method: 'GET', path: `/v2/items/${otherItemId}?dataCollectionId=C`, as: t.key });
    expect(stored.body.dataItem.data).not.toHaveProperty('stolen');
    expect(stored.body.dataItem.data._owner).toBe(t.otherMemberId);
  });

  it('are removed in bulk only if the caller owns them', async () => {
    const authorItemId = await addAs('author');
    const { body } = await postAsAuthor('/v2/bulk/items/remove', { dataItemIds: [authorItemId, otherItemId] });
    expect(body.results.map((r: { itemMetadata: { success: boolean } }) => r.itemMetadata.success)).toEqual([
      true,
      false,
    ]);
    expect(body.results[1].itemMetadata.error.code).toBe('WDE0073');
    expect(await exists(otherItemId)).toBe(true);
  });

  it('are not exposed by suppressAuth, appOptions or _owner in the request', async () => {
    const suppressAuthOptions = { suppressAuth: true, appOptions: { suppressAuth: true } };
    const { body } = await postAsAuthor('/v2/items/query', {
      ...suppressAuthOptions,
      query: {},
      options: suppressAuthOptions,
    });
    expect(body.dataItems).toHaveLength(1);
    const added = await postAsAuthor('/v2/items', {
      ...suppressAuthOptions,
      dataItem: { data: { _owner: t.otherMemberId } },
    });
    expect(added.body.dataItem.data._owner).toBe(t.memberId);
    const changed = await postAsAuthor('/v2/items/update', {
      dataItem: { id: memberItemId, data: { _owner: t.otherMemberId } },
    });
    expect(changed.body.dataItem.data._owner).toBe(t.memberId);
  });

  it('are truncated only by callers with full access', async () => {
    for (const as of [t.visitor, t.member, token.viewer, token.editor]) {
      const response = await t.call({
        method: 'POST',
        path: '/v2/items/truncate',
        as,
        body: { dataCollectionId: 'C' },
      });
      expect([response.status, response.body.details.applicationError.code]).toEqual([403, 'WDE0027']);
    }
    expect(await exists(memberItemId)).toBe(true);
  });
});

describe('collections of two sites', () => {
  it('are isolated: a caller of one site cannot access those of the other', async () => {
    const other = await t.secondSite();
    const response = await t.call({
      method: 'POST',
      path: '/v2/items/query',
      headers: { authorization: other.key },
      body: { dataCollectionId: 'C' },
    });
    expect([response.status, response.body.details.applicationError.code]).toEqual([404, 'WDE0025']);
  });
});

describe('roles of the collections service and levels of the permissions service', () => {
  it.each([
    ['ANYONE', undefined, 'ANYONE'],
    ['SITE_MEMBER', undefined, 'SITE_MEMBER'],
    ['SITE_MEMBER_AUTHOR', 'CMS_EDITOR', 'SITE_MEMBER_AUTHOR'],
    ['ADMIN', undefined, 'PRIVILEGED'],
    ['ADMIN', 'CMS_EDITOR', 'CMS_EDITOR'],
    ['ADMIN', 'ANYONE', 'PRIVILEGED'],
    [undefined, 'ANYONE', 'PRIVILEGED'],
    [undefined, undefined, 'PRIVILEGED'],
  ] as const)('role %s over level %s is %s', (role, current, level) => {
    expect(levelOf(role, current)).toBe(level);
  });

  it('show each level as a role', () => {
    expect(accessLevels.map(roleOf)).toEqual(['ANYONE', 'SITE_MEMBER', 'SITE_MEMBER_AUTHOR', 'ADMIN', 'ADMIN']);
  });
});

describe('an unauthenticated caller', () => {
  const unauthenticated: Caller = { kind: 'unauthenticated' };
  it('owns nothing; a key that acts for a member makes the member the owner', () => {
    const key: Caller = { kind: 'key', id: 'k', accountId: 'account', scopes: ['*'] };
    const member: Caller = { kind: 'member', id: 'm', sessionId: 's', appId: null };
    expect(() => ownerOf(unauthenticated, null)).toThrow('Sign in');
    expect([ownerOf(key, null), ownerOf(key, member)]).toEqual(['account', 'm']);
  });

  it('is rejected before any level is checked', async () => {
    await setLevels({ insert: 'ANYONE', read: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' });
    const response = await t.call({ method: 'POST', path: '/v2/items/query', body: { dataCollectionId: 'C' } });
    expect(response.status).toBe(401);
    const levels = { insert: 'PRIVILEGED', read: 'PRIVILEGED', update: 'PRIVILEGED', remove: 'PRIVILEGED' } as const;
    for (const operation of itemOperations)
      expect(accessTo(unauthenticated, { id: 'C', levels, special: [], plugins: [] }, operation)).toBe('none');
  });
});

async function setLevels(levels: Record<ItemOperation, AccessLevel>): Promise<void> {
  await t.db
    .updateTable('collections')
    .set({
      insert_level: levels.insert,
      read_level: levels.read,
      update_level: levels.update,
      remove_level: levels.remove,
    })
    .where('id', '=', 'C')
    .execute();
  evictCollection(null);
}

async function addAs(who: 'author' | 'otherMember'): Promise<string> {
  const id = crypto.randomUUID();
  const owner = who === 'author' ? t.memberId : t.otherMemberId;
  const body = { dataCollectionId: 'C', dataItem: { id, data: { _owner: owner, title: 'made' } } };
  const { status } = await t.call({ method: 'POST', path: '/v2/items', as: t.key, body });
  expect(status).toBe(200);
  return id;
}

function perform(operation: ItemOperation, id: string, as: string) {
  const post = (path: string, body: object) =>
    t.call({ method: 'POST', path, as, body: { dataCollectionId: 'C', ...body } });
  switch (operation) {
    case 'insert':
      return post('/v2/items', { dataItem: { data: {} } });
    case 'read':
      return t.call({ method: 'GET', path: `/v2/items/${id}?dataCollectionId=C`, as });
    case 'update':
      return post('/v2/items/update', { dataItem: { id, data: { title: 'changed' } } });
    case 'remove':
      return post('/v2/items/remove', { dataItemId: id });
  }
}

async function exists(id: string): Promise<boolean> {
  return (await t.call({ method: 'GET', path: `/v2/items/${id}?dataCollectionId=C`, as: t.key })).status === 200;
}
