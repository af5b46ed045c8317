/** Tests every call of the items module for each kind of caller at each access level of the permissions service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { type DataClient, newAdmin, newMember, newVisitor, outcomeOf } from './support/data.ts';

let t: TestServer;
let restore: () => void;
let callers: Readonly<Record<Caller, DataClient>>;

const CALLERS = ['visitor', 'member', 'author', 'viewer', 'editor', 'admin', 'owner', 'key'] as const;
type Caller = (typeof CALLERS)[number];
const LEVELS = ['ANYONE', 'SITE_MEMBER', 'SITE_MEMBER_AUTHOR', 'CMS_EDITOR', 'PRIVILEGED'] as const;
type Level = (typeof LEVELS)[number];

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  callers = {
    visitor: newVisitor(t),
    member: newMember(t, t.otherMember),
    author: newMember(t),
    viewer: newAdmin(t, await t.userToken('viewer')),
    editor: newAdmin(t, await t.userToken('editor')),
    admin: newAdmin(t, await t.userToken('admin')),
    owner: newAdmin(t, await t.userToken('owner')),
    key: newAdmin(t),
  };
  for (const level of LEVELS) {
    await callers.key.collections.createDataCollection({
      _id: level,
      displayName: level,
      fields: [
        { key: 'title', displayName: 'Title', type: 'TEXT' },
        {
          key: 'many',
          displayName: 'Many',
          type: 'MULTI_REFERENCE',
          typeMetadata: { multiReference: { referencedCollectionId: level } },
        },
      ],
    });
    await callers.key.permissions.updatePermissions({
      _id: level,
      itemRead: level,
      itemInsert: level,
      itemUpdate: level,
      itemRemove: level,
    } as never);
  }
});
afterAll(async () => {
  restore();
  await t.stop();
});

/** The items that a caller may read or write: none, only those that the caller owns, or all. */
type AccessibleRows = 'none' | 'own' | 'all';

function rowsOf(caller: Caller, level: Level, accessKind: 'read' | 'write'): AccessibleRows {
  if (['admin', 'owner', 'key'].includes(caller)) return 'all';
  if (caller === 'viewer' && accessKind === 'read') return 'all';
  if (caller === 'editor' && (accessKind === 'read' || level !== 'PRIVILEGED')) return 'all';
  if (level === 'ANYONE') return 'all';
  const isMember = caller === 'member' || caller === 'author';
  if (level === 'SITE_MEMBER') return isMember ? 'all' : 'none';
  if (level === 'SITE_MEMBER_AUTHOR') return isMember ? 'own' : 'none';
  return 'none';
}

const levelsAndCallers = LEVELS.flatMap((level) => CALLERS.map((caller) => [level, caller] as const));
const TITLE = 'common';

/** Stores the item `mine`, which the author owns, and the item `theirs`, which somebody else owns. */
async function createCollectionWithItems(level: Level): Promise<void> {
  await callers.key.items.truncate(level);
  await callers.key.items.bulkInsert(level, [
    { _id: 'mine', title: TITLE, _owner: t.memberId },
    { _id: 'theirs', title: TITLE, _owner: 'somebody' },
  ]);
  await callers.key.items.insertReference(level, 'many', 'mine', ['mine', 'theirs']);
}

describe('reading', () => {
  beforeAll(async () => {
    for (const level of LEVELS) await createCollectionWithItems(level);
  });

  it.each(levelsAndCallers)('%s, %s', async (level, caller) => {
    const { items } = callers[caller];
    const rows = rowsOf(caller, level, 'read');
    const ids = rows === 'all' ? ['mine', 'theirs'] : rows === 'own' && caller === 'author' ? ['mine'] : [];
    const expectedOutcome = rows === 'none' ? 'WDE0027' : 'ok';
    const reads: Record<string, () => Promise<unknown>> = {
      get: () => items.get(level, 'mine'),
      query: () => items.query(level).find(),
      'query, direct': () => items.query(level, {}),
      count: () => items.query(level).count(),
      'count, direct': () => items.count(level),
      distinct: () => items.query(level).distinct('title'),
      'distinct, direct': () => items.distinct(level, 'title'),
      search: () => items.search(level).expression(TITLE).run(),
      'search, direct': () => items.search(level, { search: { expression: TITLE } }),
      isReferenced: () => items.isReferenced(level, 'many', 'mine', 'theirs'),
      queryReferenced: () => items.queryReferenced(level, 'mine', 'many'),
    };
    const outcomes = Object.fromEntries(
      await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await outcomeOf(read())])),
    );
    const expected = Object.fromEntries(Object.keys(reads).map((name) => [name, expectedOutcome]));
    // A call on an item that is hidden from the caller fails as if the item did not exist.
    if (rows === 'own' && ids.length === 0) expected.queryReferenced = 'WDE0073';
    expect(outcomes).toEqual(expected);
    if (rows === 'none') return;
    expect((await items.get(level, 'theirs'))?._id ?? null).toBe(ids.includes('theirs') ? 'theirs' : null);
    expect((await items.query(level).ascending('_id').find()).items.map((item) => item._id)).toEqual(ids);
    expect(await items.query(level).count()).toBe(ids.length);
    expect((await items.query(level).distinct('_id')).items.sort()).toEqual(ids);
    expect((await items.search(level).expression('comon').fuzzy().run()).items.map((item) => item._id)).toEqual(ids);
  });
});

describe('writing', () => {
  it.each(levelsAndCallers)('%s, %s', async (level, caller) => {
    await createCollectionWithItems(level);
    const { items } = callers[caller];
    const rows = rowsOf(caller, level, 'write');
    const reads = rowsOf(caller, level, 'read');
    const mayInsert = rows !== 'none';
    const isAuthor = caller === 'author';
    expect(await outcomeOf(items.insert(level, { title: 'new' }))).toBe(mayInsert ? 'ok' : 'WDE0027');
    expect(await outcomeOf(items.save(level, { _id: `by ${caller}`, title: 'new' }))).toBe(
      mayInsert ? 'ok' : 'WDE0027',
    );
    const bulk = items.bulkInsert(level, [{ title: 'bulk' }, { title: 'bulk' }]);
    expect(await bulk.then(({ inserted }) => inserted, codeOfError)).toBe(mayInsert ? 2 : 'WDE0027');

    const outcomeForTheirs =
      rows === 'all' ? 'ok' : rows === 'none' ? 'WDE0027' : reads === 'all' ? 'WDE0027' : 'WDE0073';
    const outcomeForMine = rows === 'own' && isAuthor ? 'ok' : outcomeForTheirs;
    for (const [id, outcome] of [
      ['theirs', outcomeForTheirs],
      ['mine', outcomeForMine],
    ] as const) {
      expect([id, await outcomeOf(items.update(level, { _id: id, title: 'changed' }))]).toEqual([id, outcome]);
      expect([id, await outcomeOf(items.patch(level, id).setField('title', 'patched').run())]).toEqual([id, outcome]);
      const updated = items.bulkUpdate(level, [{ _id: id, title: 'bulk' }]);
      const expectedCount = outcome === 'ok' ? 1 : rows === 'none' ? 'WDE0027' : 0;
      expect([id, await updated.then(({ updated }) => updated, codeOfError)]).toEqual([id, expectedCount]);
    }
    const removed = await items.remove(level, 'theirs').then((item) => item?._id ?? null, codeOfError);
    expect(removed).toBe(
      outcomeForTheirs === 'ok' ? 'theirs' : outcomeForTheirs === 'WDE0073' ? null : outcomeForTheirs,
    );
    const bulkRemoved = items.bulkRemove(level, ['mine', 'absent']);
    expect(await bulkRemoved.then(({ removed }) => removed, codeOfError)).toBe(
      outcomeForMine === 'ok' ? 1 : rows === 'none' ? 'WDE0027' : 0,
    );
    const expectedOutcome = ['admin', 'owner', 'key'].includes(caller) ? 'ok' : 'WDE0027';
    expect(await outcomeOf(items.truncate(level))).toBe(expectedOutcome);
  });
});

describe('only callers who manage collections change collections, indexes and permissions', () => {
  it.each(CALLERS)('%s', async (caller) => {
    const { collections, indexes, permissions } = callers[caller];
    const expectedOutcome = ['admin', 'owner', 'key'].includes(caller) ? 'ok' : 'WDE0027';
    const collection = { _id: `Made by ${caller}`, displayName: 'Made' };
    expect(await outcomeOf(collections.createDataCollection(collection))).toBe(expectedOutcome);
    const index = { name: `by ${caller}`, fields: [{ path: `title${caller}` }] };
    expect(await outcomeOf(indexes.createIndex('ANYONE', index))).toBe(expectedOutcome);
    expect(await outcomeOf(permissions.updatePermissions({ ...OPEN, _id: 'ANYONE' } as never))).toBe(
      expectedOutcome === 'ok' ? 'ok' : 'WDE0144',
    );
    const { itemInsert, itemRead } = await permissions.getMyPermissions('SITE_MEMBER');
    expect({ itemInsert, itemRead }).toEqual({
      itemInsert: rowsOf(caller, 'SITE_MEMBER', 'write') !== 'none',
      itemRead: rowsOf(caller, 'SITE_MEMBER', 'read') !== 'none',
    });
  });
});

const OPEN = { itemRead: 'ANYONE', itemInsert: 'ANYONE', itemUpdate: 'ANYONE', itemRemove: 'ANYONE' };
const codeOfError = (error: unknown): Promise<string> => outcomeOf(Promise.reject(error));
