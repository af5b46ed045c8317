import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/index.ts';
import { codeOf } from '../../../testing/responses.ts';
import { createVerbs } from '../../../testing/verbs.ts';
import { loadCollection } from '../../collections/cache.ts';
import { exportItems, forgetOwner, sweepData } from '../../index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t);
const create = (collection: object) => post('/v2/collections', { collection });
const remove = (id: string, as = t.key) =>
  t.call({ method: 'DELETE', path: `/v2/collections/${id}?dataCollectionId=${id}`, as });
const restore = (id: string, as = t.key) => post(`/v2/collections/restore/${id}`, { dataCollectionId: id }, as);
const insert = (id: string, data: object) => post('/v2/items', { dataCollectionId: id, dataItem: { data } });
const listItemIds = async (id: string) =>
  (await post('/v2/items/query', { dataCollectionId: id, query: { sort: [{ fieldName: '_id' }] } })).body.dataItems.map(
    (item: { id: string }) => item.id,
  );
const listDeleted = async (as = t.key, rest = '') =>
  t.call({ method: 'GET', path: `/portico/v1/data/deleted-collections${rest}`, as });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const listTables = async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${t.site.schema} and tablename like 'items%'`.execute(
    t.db,
  );
  return rows.map((row) => row.name);
};

describe('deleted collections', () => {
  it('are restored with definition, items, indexes and special permissions', async () => {
    const collection = {
      id: 'Whole',
      displayName: 'Whole things',
      fields: [{ key: 'title', type: 'TEXT', unique: true, access: { read: 'CMS_EDITOR' } }],
      permissions: { read: 'ANYONE', insert: 'SITE_MEMBER' },
      plugins: [{ type: 'CMS', cmsOptions: { a: 1 } }],
      validated: true,
    };
    await create(collection);
    await insert('Whole', { _id: '1', title: 'x' });
    await insert('Whole', { _id: '2', title: 'y' });
    await post('/v1/permissions/special', {
      dataCollectionId: 'Whole',
      specialPermissions: { userId: t.memberId, itemRemove: 'ALLOWED' },
    });
    const get = () => t.call({ method: 'GET', path: '/v2/collections/Whole', as: t.key });
    const listIndexes = () => t.call({ method: 'GET', path: '/v2/indexes?dataCollectionId=Whole', as: t.key });
    const [before, indexesBefore] = [await get(), await listIndexes()];
    await remove('Whole');
    expect(codeOf(await insert('Whole', { title: 'z' }))).toBe('WDE0026');

    const { status, body } = await restore('Whole');
    expect(status).toBe(200);
    expect(body.dataCollection).toEqual(before.body.collection);
    expect((await get()).body).toEqual(before.body);
    expect((await listIndexes()).body).toEqual(indexesBefore.body);
    expect(await listItemIds('Whole')).toEqual(['1', '2']);
    expect((await insert('Whole', { title: 'x' })).status).toBe(409);
    const { dataPermissions } = (
      await t.call({ method: 'GET', path: '/v1/permissions?dataCollectionId=Whole', as: t.key })
    ).body;
    expect(dataPermissions.specialPermissions).toMatchObject([{ userId: t.memberId, itemRemove: 'ALLOWED' }]);
  });

  it('are restored with links from and to their items', async () => {
    const multiReference = { referencedCollectionId: 'Authors', referencingFieldKey: 'books' };
    await create({ id: 'Authors' });
    await create({
      id: 'Books',
      fields: [{ key: 'authors', type: 'MULTI_REFERENCE', typeMetadata: { multiReference } }],
    });
    await insert('Authors', { _id: 'a' });
    await insert('Books', { _id: 'b' });
    const link = { referringItemFieldName: 'authors', referringItemId: 'b', referencedItemId: 'a' };
    expect(
      (await post('/v2/bulk/items/insert-references', { dataCollectionId: 'Books', dataItemReferences: [link] }))
        .status,
    ).toBe(200);
    const isLinked = async () =>
      (await post('/v2/items/is-referenced', { dataCollectionId: 'Books', ...link })).body.isReferenced;
    expect(await isLinked()).toBe(true);
    for (const id of ['Books', 'Authors']) {
      await remove(id);
      expect((await restore(id)).status).toBe(200);
      expect(await isLinked()).toBe(true);
    }
  });

  it('free their id at once, and the last deleted one is restored', async () => {
    for (const item of ['first', 'second']) {
      await create({ id: 'Again' });
      await insert('Again', { _id: item });
      await remove('Again');
    }
    await create({ id: 'Again' });
    expect(await listItemIds('Again')).toEqual([]);
    expect(codeOf(await restore('Again'))).toBe('WDE0104');
    const { deletedCollections } = (await listDeleted()).body;
    const deletions = deletedCollections.filter(({ id }: { id: string }) => id === 'Again');
    expect(deletions).toHaveLength(2);
    expect(deletions[0]).toMatchObject({ displayName: 'Again', idTaken: true });
    expect(Date.parse(deletions[0].restorableUntil) - Date.parse(deletions[0].deletedDate)).toBe(30 * 86_400_000);
    // The last deleted collection is restored first.
    await remove('Again');
    await restore('Again');
    expect(await listItemIds('Again')).toEqual([]);
  });

  it('are listed in pages to users of the site while they can be restored', async () => {
    const viewer = await t.userToken('viewer');
    const all = await listDeleted(viewer);
    expect(all.body.pagingMetadata.total).toBe(all.body.deletedCollections.length);
    const page = await listDeleted(viewer, '?paging.limit=1&paging.offset=1');
    expect(page.body.deletedCollections).toEqual(all.body.deletedCollections.slice(1, 2));
    for (const as of [t.visitor, t.member]) expect(codeOf(await listDeleted(as))).toBe('WDE0027');
    const other = await t.secondSite();
    const otherSiteResponse = await t.call({
      method: 'GET',
      path: '/portico/v1/data/deleted-collections',
      headers: { authorization: other.key },
    });
    expect(otherSiteResponse.body.deletedCollections).toEqual([]);
  });

  it('are permanently deleted after 30 days, with table and related data', async () => {
    await create({ id: 'Old', fields: [{ key: 'a', type: 'TEXT' }] });
    await insert('Old', { _id: '1', a: 'x' });
    await post('/v2/collections/delete-field', { dataCollectionId: 'Old', fieldKey: 'a' });
    const before = await listTables();
    await remove('Old');
    await sweepData(t.db, inDays(29));
    expect(await listTables()).toEqual(before);
    await sweepData(t.db, inDays(31));
    expect((await listTables()).length).toBeLessThan(before.length);
    expect(codeOf(await restore('Old'))).toBe('WDE0025');
    const { rows } =
      await sql`select from schema_changes where table_name not in (select table_name from collections)`.execute(t.db);
    expect(rows).toEqual([]);
  });
});

describe('deleted members', () => {
  it('are also removed from deleted collections and from values of dropped fields', async () => {
    await create({ id: 'Personal', fields: [{ key: 'name', type: 'TEXT' }], permissions: { insert: 'SITE_MEMBER' } });
    for (const as of [t.member, t.otherMember])
      await post('/v2/items', { dataCollectionId: 'Personal', dataItem: { data: { name: 'N', open: 1 } } }, as);
    await post('/v2/collections/delete-field', { dataCollectionId: 'Personal', fieldKey: 'name' });
    // A write migrates the item to the current shape.
    const { body } = await post('/v2/items/query', { dataCollectionId: 'Personal', query: {} });
    for (const { id, data } of body.dataItems) {
      await post('/v2/items/update', { dataCollectionId: 'Personal', dataItem: { id, data } });
    }
    await remove('Personal');
    const exportOf = async (owner: string) =>
      (await exportItems(t.ctx, [owner], { rows: 100, bytes: 1e6 })).entries.filter((entry) =>
        JSON.stringify(entry).includes('"Personal"'),
      );
    expect(await exportOf(t.memberId)).toHaveLength(1);
    await forgetOwner(t.ctx, [t.memberId], { act: 'DELETE' });
    expect(await exportOf(t.memberId)).toHaveLength(0);
    expect(await exportOf(t.otherMemberId)).toHaveLength(1);
    await restore('Personal');
    await post('/portico/v1/data/schema-changes/undo', { dataCollectionId: 'Personal', number: 1 });
    const left = await post('/v2/items/query', { dataCollectionId: 'Personal', query: {} });
    expect(left.body.dataItems).toHaveLength(1);
    expect(left.body.dataItems[0].data).toMatchObject({ name: 'N', _owner: t.otherMemberId });
    const { tableName } = await loadCollection(t.ctx, 'Personal');
    const { rows } = await sql<{ count: string }>`
      select count(*) from ${sql.table(`${t.site.schema}.kept_values`)} where table_name = ${tableName}`.execute(t.db);
    expect(rows[0]?.count).toBe('1');
  });
});

describe('restoring a collection', () => {
  it('is rejected with the status of the error', async () => {
    expect(codeOf(await restore('Never'))).toBe('WDE0025');
    await create({ id: 'There' });
    const restoreResponse = await restore('There');
    expect([restoreResponse.status, codeOf(restoreResponse)]).toEqual([409, 'WDE0104']);
    await remove('There');
    for (const as of [t.visitor, t.member, await t.userToken('editor')])
      expect(codeOf(await restore('There', as))).toBe('WDE0027');
    const again = await remove('There');
    expect([again.status, codeOf(again)]).toEqual([404, 'WDE0026']);
    const other = await t.secondSite();
    const otherSiteResponse = await t.call({
      method: 'POST',
      path: '/v2/collections/restore/There',
      headers: { authorization: other.key },
      body: {},
    });
    expect([otherSiteResponse.status, codeOf(otherSiteResponse)]).toEqual([404, 'WDE0025']);
  });

  it('succeeds once if many try it concurrently', async () => {
    await create({ id: 'Wanted' });
    await remove('Wanted');
    const responses = await Promise.all(Array.from({ length: 8 }, () => restore('Wanted')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses) expect([200, 404, 409]).toContain(response.status);
  });

  it('or creating one with the same id succeeds, not both', async () => {
    await create({ id: 'Fought' });
    await remove('Fought');
    const responses = await Promise.all([restore('Fought'), create({ id: 'Fought' })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
