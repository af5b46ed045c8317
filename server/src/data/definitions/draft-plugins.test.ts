import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedEndpoints } from '../../app.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import { createCollection, insertItems } from '../index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/v2/' });
const permissions = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' } as const;
const rejection = [428, 'WDE0119'];
const outcomeOf = (response: Awaited<ReturnType<typeof post>>) => [response.status, codeOf(response)];

describe('a plugin that creates drafts returns 428', () => {
  const publish = { type: 'PUBLISH', publishOptions: { defaultStatus: 'DRAFT' } };
  it.each([
    ['collections/add-publish-plugin', { publishOptions: { defaultStatus: 'DRAFT' } }],
    ['collections/add-draft-items-plugin', { draftItemsOptions: {} }],
    ['collections/add-plugin', { plugin: publish }],
    ['collections/add-plugin', { plugin: { type: 'DRAFT_ITEMS' } }],
  ])('%s rejects it and stores nothing', async (path, body) => {
    const id = `Rejected ${path} ${JSON.stringify(body)}`;
    await createCollection(t.ctx, { id, permissions });
    expect(outcomeOf(await post(path, { dataCollectionId: id, ...body }))).toEqual(rejection);
    const { body: read } = await t.call({
      method: 'GET',
      path: `/v2/collections/${encodeURIComponent(id)}`,
      as: t.key,
    });
    expect(read.collection.plugins).toEqual([]);
  });

  it('when a collection is created or changed with it', async () => {
    const plugins = [publish];
    const collection = { id: 'WithPlugin', permissions, plugins };
    expect(outcomeOf(await post('collections', { collection }))).toEqual(rejection);
    await createCollection(t.ctx, { id: 'WithPlugin', permissions });
    const update = { method: 'PUT', path: '/v2/collections', as: t.key } as const;
    expect(outcomeOf(await t.call({ ...update, body: { collection: { ...collection, revision: '1' } } }))).toEqual(
      rejection,
    );
    const patch = { method: 'PATCH', path: '/v2/collections/WithPlugin', as: t.key } as const;
    expect(outcomeOf(await t.call({ ...patch, body: { dataCollection: { plugins } } }))).toEqual(rejection);
  });

  it('only to callers who may manage collections', async () => {
    await createCollection(t.ctx, { id: 'Managed', permissions });
    const response = await post('collections/add-publish-plugin', { dataCollectionId: 'Managed' }, t.member);
    expect(outcomeOf(response)).toEqual([403, 'WDE0027']);
  });

  it('and the calls that need drafts are not listed as supported', () => {
    const rejected = [
      'data.plugins.addPublish',
      'data.plugins.addDraftItems',
      'data.items.createDraft',
      'data.items.publishDraft',
      'data.items.unpublish',
    ];
    expect(rejected.filter((id) => servedEndpoints.has(id))).toEqual([]);
    expect(servedEndpoints.has('data.plugins.add')).toBe(true);
  });
});

describe('a collection with a draft plugin of an earlier version', () => {
  /** Creates a collection with a plugin, as stored by earlier versions. */
  async function createWithPlugin(id: string, type: string): Promise<void> {
    await createCollection(t.ctx, { id, permissions });
    await insertItems(t.ctx, id, [{ _id: 'a', title: 'secret', _publishStatus: 'DRAFT' }]);
    await sql`update collections set plugins = ${JSON.stringify([{ type }])}::jsonb
      where site_id = ${t.site.id} and id = ${id}`.execute(t.db);
    evictCollection(changeKey(t.site.id, id));
  }
  const reads = [
    ['items/query', {}],
    ['items/count', {}],
    ['items/query-distinct-values', { fieldName: 'title' }],
    ['items/search', { search: { search: { expression: 'secret' } } }],
    ['items/aggregate', { aggregation: { operations: [{ resultFieldName: 'n', itemCount: {} }] } }],
  ] as const;

  it.each(['PUBLISH', 'DRAFT_ITEMS'])('with %s returns 403 to all but users of the site', async (type) => {
    const dataCollectionId = `Stored ${type}`;
    await createWithPlugin(dataCollectionId, type);
    for (const [path, body] of reads) {
      for (const as of [t.visitor, t.member])
        expect([path, ...outcomeOf(await post(path, { dataCollectionId, ...body }, as))]).toEqual([
          path,
          403,
          'WDE0027',
        ]);
      expect([path, (await post(path, { dataCollectionId, ...body })).status]).toEqual([path, 200]);
    }
    const one = `/v2/items/a?dataCollectionId=${encodeURIComponent(dataCollectionId)}`;
    expect(codeOf(await t.call({ method: 'GET', path: one, as: t.visitor }))).toBe('WDE0027');
    const written = await post('items/update', { dataCollectionId, dataItem: { data: { _id: 'a' } } }, t.visitor);
    expect(written.text).not.toContain('secret');
  });

  it('is not included in references, which remain ids', async () => {
    await createWithPlugin('StoredTarget', 'PUBLISH');
    const typeMetadata = { reference: { referencedCollectionId: 'StoredTarget' } };
    await createCollection(t.ctx, {
      id: 'Referrer',
      permissions,
      fields: [{ key: 'r', type: 'REFERENCE', typeMetadata }],
    });
    await insertItems(t.ctx, 'Referrer', [{ r: 'a' }]);
    const body = { dataCollectionId: 'Referrer', includeReferences: [{ field: 'r' }] };
    const { body: read } = await post('items/query', body, t.visitor);
    expect(read.dataItems[0].data.r).toBe('a');
  });

  it('can be updated with the plugin and is readable again after the plugin is deleted', async () => {
    await createWithPlugin('Reopened', 'PUBLISH');
    const { body } = await t.call({ method: 'GET', path: '/v2/collections/Reopened', as: t.key });
    const { collection } = body;
    expect((await t.call({ method: 'PUT', path: '/v2/collections', as: t.key, body: { collection } })).status).toBe(
      200,
    );
    expect((await post('collections/delete-publish-plugin', { dataCollectionId: 'Reopened' })).status).toBe(200);
    expect((await post('items/query', { dataCollectionId: 'Reopened' }, t.visitor)).status).toBe(200);
  });
});
