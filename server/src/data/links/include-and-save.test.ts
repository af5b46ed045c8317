import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { callsOf, multiReferenceField, referenceField } from '../testing/reference-calls.ts';

const t: TestServer = await testServer();
const { post, insert, insertAll, create, link, idsOf, get } = callsOf(t);

beforeAll(async () => {
  await create('People', []);
  await create('Tasks', [
    referenceField('lead', 'People'),
    multiReferenceField('team', 'People', 'tasks'),
    { key: 'n', type: 'NUMBER' },
  ]);
  await create('Strict', [multiReferenceField('team', 'People')], undefined, { validated: true });
  for (const id of ['ann', 'bob', 'cleo']) await insert('People', id, { name: id, at: { $date: '2024-05-06' } });
});
afterAll(() => t.stop());

interface Item {
  readonly _id: string;
  readonly [key: string]: unknown;
}
const names = (items: readonly Item[]) => items.map(({ _id }) => _id);
const dataOf = async (id: string, more: object = {}): Promise<Item & { team: Item[]; lead: Item }> =>
  (await get('Tasks', id, more)).body.dataItem.data;
const save = (path: string, id: string, data: object, more: object = {}) =>
  post(path, 'Tasks', { dataItem: { id, data: { _id: id, ...data } }, saveReferences: true, ...more });
const patch = (id: string, action: string, fieldPath: string, option: string, value?: unknown) =>
  post('items/patch', 'Tasks', {
    patch: { dataItemId: id, fieldModifications: [{ action, fieldPath, [option]: { value } }] },
  });
const setTeam = (id: string, value: unknown) => patch(id, 'SET_FIELD', 'team', 'setFieldOptions', value);

describe('200: includeReferences', () => {
  beforeAll(async () => {
    await insert('Tasks', 'full', { lead: 'ann', n: 1 });
    await insert('Tasks', 'lost', { lead: 'nobody' });
    await insert('Tasks', 'bare', {});
    await link('Tasks', 'team', 'full', ['cleo', 'nobody', 'ann', 'bob']);
  });

  it('includes an item for a single reference and an array in order of linking for a multi-reference, otherwise the id or nothing', async () => {
    const plain = await dataOf('full');
    expect([plain.lead, 'team' in plain]).toEqual(['ann', false]);
    const item = await dataOf('full', { includeReferences: [{ field: 'lead' }, { field: 'team', limit: 2 }] });
    expect(item.lead).toMatchObject({ _id: 'ann', name: 'ann', at: { $date: '2024-05-06T00:00:00.000Z' } });
    expect(names(item.team)).toEqual(['cleo', 'ann']);
    expect(item.team[1]).toEqual(item.lead);
    const lost = await dataOf('lost', { includeReferences: [{ field: 'lead' }, { field: 'team' }] });
    expect([lost.lead, lost.team]).toEqual(['nobody', []]);
  });

  it('includes items in pages of queries and searches, with the requested fields, and through the mirror', async () => {
    const includeReferences = [{ field: 'team', limit: 50 }, { field: 'lead' }, { field: 'unknown' }];
    const sort = [{ fieldName: '_id', order: 'ASC' }];
    const query = await post('items/query', 'Tasks', { query: { sort, fields: ['n'] }, includeReferences });
    const shown = query.body.dataItems.map(({ data }: { data: Item }) => data);
    expect(shown.map((item: { team: Item[] }) => names(item.team))).toEqual([[], ['cleo', 'ann', 'bob'], []]);
    expect(shown[1]).toMatchObject({ _id: 'full', n: 1, lead: { name: 'ann' } });
    const found = await post('items/search', 'Tasks', { search: { sort }, includeReferences });
    expect(found.body.dataItems[1].data.lead.name).toBe('ann');
    const people = await post('items/query', 'People', { query: { sort }, includeReferences: [{ field: 'tasks' }] });
    expect(people.body.dataItems.map(({ data }: { data: { tasks: Item[] } }) => names(data.tasks))).toEqual([
      ['full'],
      ['full'],
      ['full'],
    ]);
  });

  it('includes 50 items of a multi-reference by default, and up to 1,000 on request', async () => {
    const ids = Array.from({ length: 120 }, (_, i) => `guest ${String(i).padStart(3, '0')}`);
    const dataItems = ids.map((id) => ({ id, data: { _id: id } }));
    await post('bulk/items/insert', 'People', { dataItems });
    await insert('Tasks', 'crowd', {});
    await link('Tasks', 'team', 'crowd', ids);
    expect(names((await dataOf('crowd', { includeReferences: [{ field: 'team' }] })).team)).toEqual(ids.slice(0, 50));
    const all = await dataOf('crowd', { includeReferences: [{ field: 'team', limit: 1_000 }] });
    expect(names(all.team)).toEqual(ids);
    const rejected = await get('Tasks', 'crowd', { includeReferences: [{ field: 'team', limit: 1_001 }] });
    expect(rejected.status).toBe(400);
  });

  it('rejects a page that would include too many items', async () => {
    await create('Wide', [multiReferenceField('team', 'People')]);
    const { body } = await post('items/query', 'People', { query: { paging: { limit: 100 }, fields: ['_id'] } });
    const team = body.dataItems.map(({ id }: { id: string }) => id);
    const dataItems = Array.from({ length: 501 }, (_, i) => ({ id: `w${i}`, data: { _id: `w${i}`, team } }));
    await post('bulk/items/insert', 'Wide', { dataItems, saveReferences: true });
    const include = (limit: number) =>
      post('items/query', 'Wide', {
        query: { paging: { limit: 1_000 } },
        includeReferences: [{ field: 'team', limit }],
      });
    const rejected = await include(100);
    expect([rejected.status, codeOf(rejected), rejected.body.details.applicationError.data.limit]).toEqual([
      400,
      'WDE0080',
      50_000,
    ]);
    expect((await include(20)).status).toBe(200);
  });
});

describe('200: saveReferences', () => {
  it('links exactly the given items on insert, update and save, and includes them on request', async () => {
    const saved = await save('items', 't1', { team: ['bob', { _id: 'ann', name: 'x' }, 'bob'], lead: { _id: 'ann' } });
    expect(saved.body.dataItem.data).toMatchObject({ lead: 'ann' });
    expect('team' in saved.body.dataItem.data).toBe(false);
    expect(await idsOf('Tasks', 'team', 't1')).toEqual(['bob', 'ann']);
    const response = await save(
      'items/update',
      't1',
      { team: ['cleo'], lead: 'bob' },
      { includeReferencedItems: true },
    );
    expect(response.body.dataItem.data).toMatchObject({ team: [{ name: 'cleo' }], lead: { name: 'bob' } });
    expect((await save('items/save', 't1', { team: [] })).body.action).toBe('UPDATED');
    expect(await idsOf('Tasks', 'team', 't1')).toEqual([]);
    await save('items/save', 't2', { team: ['ann'] });
    expect(await idsOf('People', 'tasks', 'ann')).toContain('t2');
  });

  it('ignores links without the option, retains those of a missing field and removes them for null', async () => {
    await save('items', 'linked', { team: ['ann'] });
    for (const path of ['items/update', 'items/save'])
      expect((await save(path, 'linked', { team: 'nonsense' }, { saveReferences: false })).status).toBe(200);
    expect((await save('items/update', 'linked', { n: 5 })).status).toBe(200);
    expect(await idsOf('Tasks', 'team', 'linked')).toEqual(['ann']);
    await save('items/update', 'linked', { team: null });
    expect(await idsOf('Tasks', 'team', 'linked')).toEqual([]);
  });

  it('links items of bulk calls with an outcome per item; of two items with the same id, the later one wins', async () => {
    const bulk = async (path: string, dataItems: object[]) =>
      (await post(`bulk/items/${path}`, 'Tasks', { dataItems, saveReferences: true })).body.results.map(
        ({ itemMetadata: { error } }: { itemMetadata: { error?: { code: string } } }) => error?.code ?? 'done',
      );
    const makeItem = (id: string, team: unknown) => ({ id, data: { _id: id, team } });
    expect(
      await bulk('insert', [makeItem('x', ['ann']), makeItem('y', 'ann'), makeItem('t1', ['ann']), makeItem('z', [])]),
    ).toEqual(['done', 'WDE0303', 'WDE0074', 'done']);
    expect(await idsOf('Tasks', 'team', 'x')).toEqual(['ann']);
    expect(await idsOf('Tasks', 'team', 't1')).toEqual([]);
    expect((await get('Tasks', 'y')).status).toBe(404);
    expect(await bulk('update', [makeItem('x', ['bob']), makeItem('x', ['cleo']), makeItem('none', ['ann'])])).toEqual([
      'done',
      'done',
      'WDE0073',
    ]);
    expect(await idsOf('Tasks', 'team', 'x')).toEqual(['cleo']);
    expect(await bulk('save', [makeItem('x', ['ann', 'bob']), makeItem('new', ['x'])])).toEqual(['done', 'done']);
    expect(await idsOf('Tasks', 'team', 'x')).toEqual(['ann', 'bob']);
    expect(await idsOf('Tasks', 'team', 'none').catch(() => 'missing')).toBe('missing');
  });

  it('saves no links if the write fails', async () => {
    await save('items', 'unmet', { team: ['ann'], n: 1 });
    const condition = { filter: { n: 2 } };
    expect((await save('items/update', 'unmet', { team: ['bob'] }, { condition })).status).toBe(404);
    expect((await save('items', 'unmet', { team: ['bob'] })).status).toBe(409);
    expect(await idsOf('Tasks', 'team', 'unmet')).toEqual(['ann']);
  });
});

describe('200: patch', () => {
  it('replaces links by a list, changes them by append and remove, and removes all with the field', async () => {
    await save('items', 'patched', { team: ['ann'], n: 1 });
    expect((await setTeam('patched', ['bob', { _id: 'cleo' }])).status).toBe(200);
    expect(await idsOf('Tasks', 'team', 'patched')).toEqual(['bob', 'cleo']);
    const append = (value: unknown) => patch('patched', 'APPEND_TO_ARRAY', 'team', 'appendToArrayOptions', value);
    await append('ann');
    const { body } = await append({ _id: 'bob' });
    expect(body.dataItem.data).toMatchObject({ n: 1 });
    expect('team' in body.dataItem.data).toBe(false);
    expect(await idsOf('Tasks', 'team', 'patched')).toEqual(['bob', 'cleo', 'ann']);
    await patch('patched', 'REMOVE_FROM_ARRAY', 'team', 'removeFromArrayOptions', 'cleo');
    expect(await idsOf('Tasks', 'team', 'patched')).toEqual(['bob', 'ann']);
    await patch('patched', 'REMOVE_FIELD', 'team', 'unused');
    expect(await idsOf('Tasks', 'team', 'patched')).toEqual([]);
  });

  it('applies several changes in order, also in bulk and by filter', async () => {
    for (const id of ['m1', 'm2']) await save('items', id, { team: ['cleo'], n: 77 });
    const fieldModifications = [
      { action: 'APPEND_TO_ARRAY', fieldPath: 'team', appendToArrayOptions: { value: 'ann' } },
      { action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } },
      { action: 'REMOVE_FROM_ARRAY', fieldPath: 'team', removeFromArrayOptions: { value: 'cleo' } },
    ];
    const patches = ['m1', 'm2', 'none'].map((dataItemId) => ({ dataItemId, fieldModifications }));
    await post('bulk/items/patch', 'Tasks', { patches });
    for (const id of ['m1', 'm2']) expect(await idsOf('Tasks', 'team', id)).toEqual(['ann']);
    const set = [{ action: 'SET_FIELD', fieldPath: 'team', setFieldOptions: { value: ['bob'] } }];
    const job = await post('bulk/items/async-patch-by-filter', 'Tasks', {
      filter: { n: 78 },
      fieldModifications: set,
    });
    expect(job.status).toBe(200);
    await expect.poll(() => idsOf('Tasks', 'team', 'm2'), { timeout: 15_000 }).toEqual(['bob']);
    expect(await idsOf('Tasks', 'team', 'm1')).toEqual(['bob']);
  });
});

describe('200: filters', () => {
  it('match ids at both ends of links, alone and combined with other conditions', async () => {
    await create('Tags', []);
    await create('Posts', [multiReferenceField('tags', 'Tags', 'posts'), { key: 'n', type: 'NUMBER' }]);
    await insertAll('Tags', ['red', 'green', 'blue']);
    const posts = { none: [], one: ['red'], two: ['red', 'green'], three: ['blue', 'green', 'red'] };
    for (const [id, tags] of Object.entries(posts))
      await insert('Posts', id, { tags, n: tags.length }, t.key, { saveReferences: true });
    const findIds = async (filter: object, collectionId = 'Posts') => {
      const { body } = await post('items/query', collectionId, { query: { filter } }, t.visitor);
      const { totalCount } = (await post('items/count', collectionId, { filter }, t.visitor)).body;
      expect(totalCount).toBe(body.dataItems.length);
      return body.dataItems.map(({ id }: { id: string }) => id).toSorted();
    };
    expect(await findIds({ tags: { $hasSome: ['green', 'blue'] } })).toEqual(['three', 'two']);
    expect(await findIds({ tags: { $hasAll: ['red', 'green'] } })).toEqual(['three', 'two']);
    expect(await findIds({ tags: { $hasSome: [] } })).toEqual([]);
    expect(await findIds({ tags: { $hasAll: [] } })).toEqual(['none', 'one', 'three', 'two']);
    expect(await findIds({ tags: 'blue' })).toEqual(['three']);
    expect(await findIds({ tags: { $ne: 'red' } })).toEqual(['none']);
    expect(await findIds({ tags: null })).toEqual(['none']);
    expect(await findIds({ tags: { $exists: true }, n: { $lt: 3 } })).toEqual(['one', 'two']);
    expect(await findIds({ tags: { $isEmpty: true } })).toEqual(['none']);
    expect(await findIds({ $or: [{ tags: 'blue' }, { $not: { tags: { $exists: true } } }] })).toEqual([
      'none',
      'three',
    ]);
    expect(await findIds({ 'tags.name': 'red' })).toEqual([]);
    expect(await findIds({ posts: { $hasAll: ['two', 'three'] } }, 'Tags')).toEqual(['green', 'red']);
    const filter = { tags: { $hasSome: ['green'] } };
    const counted = { operations: [{ resultFieldName: 'sum', sum: { itemFieldName: 'n' } }] };
    const aggregateResponse = await post('items/aggregate', 'Posts', { initialFilter: filter, aggregation: counted });
    expect(aggregateResponse.body.results).toEqual([{ sum: 5 }]);
    const pipeline = { stages: [{ filter }, { sort: { values: [{ fieldName: 'n', order: 'ASC' }] } }] };
    const pipelineResponse = await post('items/aggregate-pipeline', 'Posts', { pipeline });
    expect(pipelineResponse.body.results.map(({ _id }: Item) => _id)).toEqual(['two', 'three']);
    const distinct = await post('items/query-distinct-values', 'Posts', { fieldName: 'n', filter });
    expect(distinct.body.distinctValues).toEqual([2, 3]);
    const searched = await post('items/search', 'Tags', {
      search: { filter: { posts: { $hasSome: ['three'] } }, search: { expression: 'blue green' } },
    });
    expect(searched.body.dataItems.map(({ id }: { id: string }) => id).toSorted()).toEqual(['blue', 'green']);
    const condition = { filter: { tags: { $hasSome: ['blue'] } } };
    const removed = await post('bulk/items/remove', 'Posts', { dataItemIds: Object.keys(posts), condition });
    expect(removed.body.bulkActionMetadata.totalSuccesses).toBe(1);
  });
});

describe('400 and 404', () => {
  it.each([['text'], [5], [{ _id: 'ann' }], [[null]], [['']], [[{ _id: 5 }]], [['x'.repeat(257)]], [['\ud800']]])(
    'rejects a value that is not a list of ids: %j',
    async (team) => {
      await save('items/save', 'bad', {});
      const responses = [
        await save('items', 'bad new', { team }),
        await save('items/update', 'bad', { team }),
        await save('items/save', 'bad', { team }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(responses.map(codeOf)).toEqual(['WDE0303', 'WDE0303', 'WDE0303']);
      expect((await get('Tasks', 'bad new')).status).toBe(404);
    },
  );

  it('rejects a patch with values that are not ids', async () => {
    await save('items/save', 'stays', { team: ['ann'] });
    expect(codeOf(await setTeam('stays', 'bob'))).toBe('WDE0303');
    expect(codeOf(await setTeam('stays', [5]))).toBe('WDE0303');
    expect(codeOf(await patch('stays', 'INCREMENT_FIELD', 'team', 'incrementFieldOptions', 1))).toBe('WDE0303');
    expect(codeOf(await patch('stays', 'SET_FIELD', 'team.x', 'setFieldOptions', 1))).toBe('WDE0303');
    expect(await idsOf('Tasks', 'team', 'stays')).toEqual(['ann']);
  });

  it('rejects links to missing items in a validated collection', async () => {
    const saveStrict = (path: string, id: string, team: unknown) =>
      post(path, 'Strict', { dataItem: { id, data: { _id: id, team } }, saveReferences: true });
    const rejected = await saveStrict('items', 's', ['ann', 'nobody']);
    expect([rejected.status, codeOf(rejected)]).toEqual([404, 'WDE0153']);
    expect((await get('Strict', 's')).status).toBe(404);
    const { body } = await post('bulk/items/insert', 'Strict', {
      dataItems: [
        { id: 'good', data: { _id: 'good', team: ['ann'] } },
        { id: 'bad', data: { _id: 'bad', team: ['nobody'] } },
      ],
      saveReferences: true,
    });
    expect(body.results.map((one: { itemMetadata: { success: boolean } }) => one.itemMetadata.success)).toEqual([
      true,
      false,
    ]);
    expect(await idsOf('Strict', 'team', 'good')).toEqual(['ann']);
  });
});
