/** Tests collections, indexes and permissions with the vendor's unmodified packages. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { type DataClient, newAdmin, newMember, newVisitor, outcomeOf } from './support/data.ts';

let t: TestServer;
let restore: () => void;
let admin: DataClient;
let visitor: DataClient;
let collectionCount = 0;
/** Id of the collection of the current test. */
let id: string;

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  [admin, visitor] = [newAdmin(t), newVisitor(t)];
});
afterAll(async () => {
  restore();
  await t.stop();
});
beforeEach(async () => {
  id = `Shop Things ${++collectionCount}`;
  await admin.collections.createDataCollection({
    _id: id,
    displayName: 'Things',
    fields: [
      { key: 'title', displayName: 'Title', type: 'TEXT' },
      { key: 'n', displayName: 'Number', type: 'NUMBER' },
    ],
  });
});

const SYSTEM = ['_id', '_createdDate', '_updatedDate', '_owner'];
const keysOf = (collection: { fields?: readonly { key?: string | null }[] } | undefined) =>
  collection?.fields?.map(({ key }) => key).filter((key) => !SYSTEM.includes(key as string));

describe('collections', () => {
  it('are created with the defaults ADMIN, OFFSET and CURSOR, and revision 1', async () => {
    const { collections } = admin;
    const collection = await collections.getDataCollection(id, { consistentRead: true });
    expect(collection).toMatchObject({
      _id: id,
      displayName: 'Things',
      collectionType: 'NATIVE',
      revision: '1',
      permissions: { insert: 'ADMIN', read: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
      _createdDate: expect.any(Date),
      _updatedDate: expect.any(Date),
    });
    expect(keysOf(collection)).toEqual(['title', 'n']);
    expect(
      collection.fields
        ?.filter(({ systemField }) => systemField)
        .map(({ key }) => key)
        ?.sort(),
    ).toEqual([...SYSTEM].sort());
  });

  it('are listed in pages and in both orders', async () => {
    const { collections } = admin;
    await collections.createDataCollection({ _id: 'AAA', displayName: 'zzz' });
    const page = await collections.listDataCollections({ paging: { limit: 1, offset: 0 } });
    expect(page.collections?.map(({ _id }) => _id)).toEqual(['AAA']);
    expect(page.pagingMetadata).toMatchObject({ count: 1, offset: 0, total: collectionCount + 1 });
    const sorted = await collections.listDataCollections({
      sort: { fieldName: 'displayName', order: 'DESC' },
    } as never);
    expect(sorted.collections?.[0]?._id).toBe('AAA');
    await collections.deleteDataCollection('AAA');
  });

  it('are updated only with the current revision, and patched without one', async () => {
    const { collections } = admin;
    const collection = await collections.getDataCollection(id);
    const changed = await collections.updateDataCollection({ ...collection, displayName: 'More' } as never);
    expect(changed).toMatchObject({ displayName: 'More', revision: '2' });
    const staleDefinition = { ...(await collections.getDataCollection(id)), revision: '1' };
    expect(await outcomeOf(collections.updateDataCollection(staleDefinition as never))).toBe('WDE0178');
    const patched = await collections.patchDataCollection(id, { displayName: 'Most' } as never);
    expect(patched.dataCollection).toMatchObject({ _id: id, displayName: 'Most' });
    expect(keysOf(patched.dataCollection)).toEqual(['title', 'n']);
  });

  it('fields are created, changed, patched and deleted; values stay until the field is deleted', async () => {
    const { collections, items } = admin;
    await items.insert(id, { _id: 'a', title: 'One', n: 1 });
    const field = { key: 'price', displayName: 'Price', type: 'NUMBER' } as const;
    const { dataCollection } = await collections.createDataCollectionField(id, { field });
    expect(keysOf(dataCollection)).toEqual(['title', 'n', 'price']);
    expect(await outcomeOf(collections.createDataCollectionField(id, { field }))).not.toBe('ok');
    await collections.updateDataCollectionField(id, { field: { ...field, displayName: 'Cost' } });
    const patched = await collections.patchDataCollectionField(id, { key: 'price', description: 'in euro' } as never);
    expect(patched.dataCollection?.fields?.find(({ key }) => key === 'price')).toMatchObject({
      displayName: 'Cost',
      description: 'in euro',
      type: 'NUMBER',
    });
    const withoutField = await collections.deleteDataCollectionField(id, { fieldKey: 'n' });
    expect(keysOf(withoutField.dataCollection)).toEqual(['title', 'price']);
    await expect.poll(() => items.get(id, 'a'), { timeout: 20_000 }).toMatchObject({ title: 'One' });
    expect(await outcomeOf(collections.deleteDataCollectionField(id, { fieldKey: 'absent' }))).toMatch(/^WDE0/);
  });

  it('are deleted and restored with their items', async () => {
    const { collections, items } = admin;
    await items.insert(id, { _id: 'a', title: 'One' });
    await collections.deleteDataCollection(id);
    expect(await outcomeOf(collections.getDataCollection(id))).toMatch(/^WDE002[56]$/);
    expect(await outcomeOf(items.get(id, 'a'))).toMatch(/^WDE002[56]$/);
    const restored = await (collections as unknown as { restoreDataCollection: Restore }).restoreDataCollection(id);
    expect(restored.dataCollection?._id).toBe(id);
    expect(await items.get(id, 'a')).toMatchObject({ title: 'One' });
  });

  it('plugins are added and removed', async () => {
    const { collections } = admin;
    const types = (collection?: { plugins?: readonly { type?: string }[] }) =>
      collection?.plugins?.map(({ type }) => type);
    const added = await collections.addDataCollectionPlugin(id, { plugin: { type: 'CMS', cmsOptions: {} } } as never);
    expect(types(added.dataCollection)).toEqual(['CMS']);
    const deleted = await collections.deleteDataCollectionPlugin(id, { pluginType: 'CMS' } as never);
    expect(types(deleted.dataCollection) ?? []).toEqual([]);
  });

  it('a visitor sees only the parts of a collection that a site needs', async () => {
    await admin.permissions.updatePermissions({ ...OPEN, _id: id } as never);
    const seen = await visitor.collections.getDataCollection(id);
    expect(seen).toMatchObject({ _id: id, displayName: 'Things' });
    expect(seen).not.toHaveProperty('permissions');
    expect(await outcomeOf(visitor.collections.getDataCollection('Nowhere'))).toBe('WDE0025');
  });

  it('rejects a duplicate id and an invalid field', async () => {
    const { collections } = admin;
    expect(await outcomeOf(collections.createDataCollection({ _id: id, displayName: 'x' }))).toBe('WDE0104');
    const invalidCollection = {
      _id: 'Bad',
      displayName: 'x',
      fields: [{ key: '$x', displayName: 'x', type: 'TEXT' as const }],
    };
    expect(await outcomeOf(collections.createDataCollection(invalidCollection))).toBe('WDE0134');
  });
});

describe('indexes', () => {
  it('are built, listed, counted and dropped', async () => {
    const { indexes, items } = admin;
    await items.bulkInsert(
      id,
      Array.from({ length: 50 }, (_, n) => ({ title: `t${n}`, n: n % 5 })),
    );
    // The types of the packages omit part of what these two calls return.
    const { listAvailableIndexes } = indexes as unknown as { listAvailableIndexes: Available };
    const before = await listAvailableIndexes(id);
    const createdIndex = await indexes.createIndex(id, {
      name: 'by n',
      fields: [{ path: 'n', order: 'DESC' }, { path: 'title' }],
    } as never);
    expect(createdIndex).toMatchObject({ name: 'by n', unique: false, caseInsensitive: false, source: 'USER' });
    const find = async () => (await indexes.listIndexes(id)).indexes?.find(({ name }) => name === 'by n');
    await expect.poll(async () => (await find())?.status, { timeout: 20_000 }).toBe('ACTIVE');
    const availableAfter = await listAvailableIndexes(id);
    expect(Number(before.regular3Field) - Number(availableAfter.regular3Field)).toBe(1);
    expect((await items.query(id).eq('n', 3).descending('title').find()).length).toBe(10);
    expect(await outcomeOf(indexes.createIndex(id, { name: 'by n', fields: [{ path: 'n' }] }))).toMatch(/^WDE01/);
    await indexes.dropIndex(id, 'by n');
    await expect.poll(find, { timeout: 20_000 }).toBeUndefined();
  });

  it('a unique index rejects duplicates, and fails with a reason if there are duplicates already', async () => {
    const { indexes, items } = admin;
    const stateOf = async (name: string) =>
      (await indexes.listIndexes(id)).indexes?.find((index) => index.name === name);
    await items.insert(id, { title: 'one' });
    await indexes.createIndex(id, { name: 'titles', fields: [{ path: 'title' }], unique: true });
    await expect.poll(async () => (await stateOf('titles'))?.status, { timeout: 20_000 }).toBe('ACTIVE');
    expect(await outcomeOf(items.insert(id, { title: 'one' }))).toBe('WDE0123');
    const bulk = await items.bulkInsert(id, [{ title: 'two' }, { title: 'one' }]);
    expect([bulk.inserted, bulk.errors.map(({ code }) => code)]).toEqual([1, ['WDE0123']]);
    await items.bulkInsert(id, [{ n: 1 }, { n: 1 }]);
    await indexes.createIndex(id, { name: 'numbers', fields: [{ path: 'n' }], unique: true });
    await expect.poll(async () => (await stateOf('numbers'))?.status, { timeout: 20_000 }).toBe('FAILED');
    expect((await stateOf('numbers'))?.failure?.code).toBe('WDE0123');
  });
});

describe('permissions', () => {
  it('are the same as the roles of the collection', async () => {
    const { permissions, collections } = admin;
    await permissions.updatePermissions({ ...OPEN, _id: id, itemUpdate: 'SITE_MEMBER_AUTHOR' } as never);
    const { dataPermissions } = (await permissions.getPermissions(id)) as { dataPermissions?: object };
    expect(dataPermissions).toMatchObject({ itemRead: 'ANYONE', itemUpdate: 'SITE_MEMBER_AUTHOR' });
    expect((await collections.getDataCollection(id)).permissions).toEqual({
      insert: 'ANYONE',
      read: 'ANYONE',
      update: 'SITE_MEMBER_AUTHOR',
      remove: 'ANYONE',
    });
  });

  it('special permissions give a single member rights that the level does not', async () => {
    const { permissions } = admin;
    const member = newMember(t);
    expect(await outcomeOf(member.items.query(id).find())).toBe('WDE0027');
    const { specialPermissions } = await permissions.addSpecialPermissions(id, {
      userId: t.memberId,
      itemRead: 'ALLOWED',
    });
    expect(await outcomeOf(member.items.query(id).find())).toBe('ok');
    expect(await outcomeOf(member.items.insert(id, {}))).toBe('WDE0027');
    expect(await outcomeOf(newMember(t, t.otherMember).items.query(id).find())).toBe('WDE0027');
    await permissions.removeSpecialPermissions(specialPermissions?._id as string);
    expect(await outcomeOf(member.items.query(id).find())).toBe('WDE0027');
  });
});

const OPEN = { itemRead: 'ANYONE', itemInsert: 'ANYONE', itemUpdate: 'ANYONE', itemRemove: 'ANYONE' };

type Restore = (id: string) => Promise<{ dataCollection?: { _id: string } }>;
type Available = (id: string) => Promise<{ regular3Field: number }>;
