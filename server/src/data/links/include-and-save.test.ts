import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { callsOf, many, single } from './reference-calls.fixture.ts';

const t: TestServer = await testServer();
const { post, insert, insertAll, create, link, idsOf, get } = callsOf(t);

beforeAll(async () => {
  await create('People', []);
  await create('Tasks', [single('lead', 'People'), many('team', 'People', 'tasks'), { key: 'n', type: 'NUMBER' }]);
  await create('Strict', [many('team', 'People')], undefined, { validated: true });
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

describe('200: include', () => {
  beforeAll(async () => {
    await insert('Tasks', 'full', { lead: 'ann', n: 1 });
    await insert('Tasks', 'lost', { lead: 'nobody' });
    await insert('Tasks', 'bare', {});
    await link('Tasks', 'team', 'full', ['cleo', 'nobody', 'ann', 'bob']);
  });

  it('a whole item for one, an array for many, in the order of linking; not included: the id, and nothing', async () => {
    const plain = await dataOf('full');
    expect([plain.lead, 'team' in plain]).toEqual(['ann', false]);
    const whole = await dataOf('full', { includeReferences: [{ field: 'lead' }, { field: 'team', limit: 2 }] });
    expect(whole.lead).toMatchObject({ _id: 'ann', name: 'ann', at: { $date: '2024-05-06T00:00:00.000Z' } });
    expect(names(whole.team)).toEqual(['cleo', 'ann']);
    expect(whole.team[1]).toEqual(whole.lead);
    const lost = await dataOf('lost', { includeReferences: [{ field: 'lead' }, { field: 'team' }] });
    expect([lost.lead, lost.team]).toEqual(['nobody', []]);
  });

  it('in a page of a query and of a search, with the fields asked for, and by the mirror', async () => {
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

  it('50 of many unless more are asked for, up to 1,000', async () => {
    const ids = Array.from({ length: 120 }, (_, i) => `guest ${String(i).padStart(3, '0')}`);
    const dataItems = ids.map((id) => ({ id, data: { _id: id } }));
    await post('bulk/items/insert', 'People', { dataItems });
    await insert('Tasks', 'crowd', {});
    await link('Tasks', 'team', 'crowd', ids);
    expect(names((await dataOf('crowd', { includeReferences: [{ field: 'team' }] })).team)).toEqual(ids.slice(0, 50));
    const all = await dataOf('crowd', { includeReferences: [{ field: 'team', limit: 1_000 }] });
    expect(names(all.team)).toEqual(ids);
    const refused = await get('Tasks', 'crowd', { includeReferences: [{ field: 'team', limit: 1_001 }] });
    expect(refused.status).toBe(400);
  });

  it('more than an answer holds is refused, not cut', async () => {
    await create('Wide', [many('team', 'People')]);
    const { body } = await post('items/query', 'People', { query: { paging: { limit: 100 }, fields: ['_id'] } });
    const team = body.dataItems.map(({ id }: { id: string }) => id);
    const dataItems = Array.from({ length: 501 }, (_, i) => ({ id: `w${i}`, data: { _id: `w${i}`, team } }));
    await post('bulk/items/insert', 'Wide', { dataItems, saveReferences: true });
    const include = (limit: number) =>
      post('items/query', 'Wide', {
        query: { paging: { limit: 1_000 } },
        includeReferences: [{ field: 'team', limit }],
      });
    const refused = await include(100);
    expect([refused.status, codeOf(refused), refused.body.details.applicationError.data.limit]).toEqual([
      400,
      'WDE0080',
      50_000,
    ]);
    expect((await include(20)).status).toBe(200);
  });
});

describe('200: saveReferences', () => {
  it('insert, update and save link to exactly what is sent, and answer it included where asked', async () => {
    const made = await save('items', 't1', { team: ['bob', { _id: 'ann', name: 'x' }, 'bob'], lead: { _id: 'ann' } });
    expect(made.body.dataItem.data).toMatchObject({ lead: 'ann' });
    expect('team' in made.body.dataItem.data).toBe(false);
    expect(await idsOf('Tasks', 'team', 't1')).toEqual(['bob', 'ann']);
    const whole = await save('items/update', 't1', { team: ['cleo'], lead: 'bob' }, { includeReferencedItems: true });
    expect(whole.body.dataItem.data).toMatchObject({ team: [{ name: 'cleo' }], lead: { name: 'bob' } });
    expect((await save('items/save', 't1', { team: [] })).body.action).toBe('UPDATED');
    expect(await idsOf('Tasks', 'team', 't1')).toEqual([]);
    await save('items/save', 't2', { team: ['ann'] });
    expect(await idsOf('People', 'tasks', 'ann')).toContain('t2');
  });

  it('values are ignored without it; a field that is not sent keeps its links, null takes them away', async () => {
    await save('items', 'kept', { team: ['ann'] });
    for (const path of ['items/update', 'items/save'])
      expect((await save(path, 'kept', { team: 'nonsense' }, { saveReferences: false })).status).toBe(200);
    expect((await save('items/update', 'kept', { n: 5 })).status).toBe(200);
    expect(await idsOf('Tasks', 'team', 'kept')).toEqual(['ann']);
    await save('items/update', 'kept', { team: null });
    expect(await idsOf('Tasks', 'team', 'kept')).toEqual([]);
  });

  it('the bulk calls, each item with its own outcome; of two with one id the later one stays', async () => {
    const bulk = async (path: string, dataItems: object[]) =>
      (await post(`bulk/items/${path}`, 'Tasks', { dataItems, saveReferences: true })).body.results.map(
        ({ itemMetadata: { error } }: { itemMetadata: { error?: { code: string } } }) => error?.code ?? 'done',
      );
    const item = (id: string, team: unknown) => ({ id, data: { _id: id, team } });
    expect(await bulk('insert', [item('x', ['ann']), item('y', 'ann'), item('t1', ['ann']), item('z', [])])).toEqual([
      'done',
      'WDE0303',
      'WDE0074',
      'done',
    ]);
    expect(await idsOf('Tasks', 'team', 'x')).toEqual(['ann']);
    expect(await idsOf('Tasks', 'team', 't1')).toEqual([]);
    expect((await get('Tasks', 'y')).status).toBe(404);
    expect(await bulk('update', [item('x', ['bob']), item('x', ['cleo']), item('none', ['ann'])])).toEqual([
      'done',
      'done',
      'WDE0073',
    ]);
    expect(await idsOf('Tasks', 'team', 'x')).toEqual(['cleo']);
    expect(await bulk('save', [item('x', ['ann', 'bob']), item('new', ['x'])])).toEqual(['done', 'done']);
    expect(await idsOf('Tasks', 'team', 'x')).toEqual(['ann', 'bob']);
    expect(await idsOf('Tasks', 'team', 'none').catch(() => 'missing')).toBe('missing');
  });

  it('where the write does not happen, neither do the links', async () => {
    await save('items', 'unmet', { team: ['ann'], n: 1 });
    const condition = { filter: { n: 2 } };
    expect((await save('items/update', 'unmet', { team: ['bob'] }, { condition })).status).toBe(404);
    expect((await save('items', 'unmet', { team: ['bob'] })).status).toBe(409);
    expect(await idsOf('Tasks', 'team', 'unmet')).toEqual(['ann']);
  });
});

describe('200: patch', () => {
  it('a list replaces, appending and removing change links, removing the field takes all', async () => {
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

  it('several changes happen one after the other, in bulk and by filter too', async () => {
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
  it('work with ids, on both sides, alone and with others', async () => {
    await create('Tags', []);
    await create('Posts', [many('tags', 'Tags', 'posts'), { key: 'n', type: 'NUMBER' }]);
    await insertAll('Tags', ['red', 'green', 'blue']);
    const posts = { none: [], one: ['red'], two: ['red', 'green'], three: ['blue', 'green', 'red'] };
    for (const [id, tags] of Object.entries(posts))
      await insert('Posts', id, { tags, n: tags.length }, t.key, { saveReferences: true });
    const found = async (filter: object, collectionId = 'Posts') => {
      const { body } = await post('items/query', collectionId, { query: { filter } }, t.visitor);
      const { totalCount } = (await post('items/count', collectionId, { filter }, t.visitor)).body;
      expect(totalCount).toBe(body.dataItems.length);
      return body.dataItems.map(({ id }: { id: string }) => id).toSorted();
    };
    expect(await found({ tags: { $hasSome: ['green', 'blue'] } })).toEqual(['three', 'two']);
    expect(await found({ tags: { $hasAll: ['red', 'green'] } })).toEqual(['three', 'two']);
    expect(await found({ tags: { $hasSome: [] } })).toEqual([]);
    expect(await found({ tags: { $hasAll: [] } })).toEqual(['none', 'one', 'three', 'two']);
    expect(await found({ tags: 'blue' })).toEqual(['three']);
    expect(await found({ tags: { $ne: 'red' } })).toEqual(['none']);
    expect(await found({ tags: null })).toEqual(['none']);
    expect(await found({ tags: { $exists: true }, n: { $lt: 3 } })).toEqual(['one', 'two']);
    expect(await found({ tags: { $isEmpty: true } })).toEqual(['none']);
    expect(await found({ $or: [{ tags: 'blue' }, { $not: { tags: { $exists: true } } }] })).toEqual(['none', 'three']);
    expect(await found({ 'tags.name': 'red' })).toEqual([]);
    expect(await found({ posts: { $hasAll: ['two', 'three'] } }, 'Tags')).toEqual(['green', 'red']);
    const filter = { tags: { $hasSome: ['green'] } };
    const counted = { operations: [{ resultFieldName: 'sum', sum: { itemFieldName: 'n' } }] };
    const sums = await post('items/aggregate', 'Posts', { initialFilter: filter, aggregation: counted });
    expect(sums.body.results).toEqual([{ sum: 5 }]);
    const pipeline = { stages: [{ filter }, { sort: { values: [{ fieldName: 'n', order: 'ASC' }] } }] };
    const staged = await post('items/aggregate-pipeline', 'Posts', { pipeline });
    expect(staged.body.results.map(({ _id }: Item) => _id)).toEqual(['two', 'three']);
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
    'not a list of ids: %j',
    async (team) => {
      await save('items/save', 'bad', {});
      const answers = [
        await save('items', 'bad new', { team }),
        await save('items/update', 'bad', { team }),
        await save('items/save', 'bad', { team }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(answers.map(codeOf)).toEqual(['WDE0303', 'WDE0303', 'WDE0303']);
      expect((await get('Tasks', 'bad new')).status).toBe(404);
    },
  );

  it('a patch with something else than ids', async () => {
    await save('items/save', 'stays', { team: ['ann'] });
    expect(codeOf(await setTeam('stays', 'bob'))).toBe('WDE0303');
    expect(codeOf(await setTeam('stays', [5]))).toBe('WDE0303');
    expect(codeOf(await patch('stays', 'INCREMENT_FIELD', 'team', 'incrementFieldOptions', 1))).toBe('WDE0303');
    expect(codeOf(await patch('stays', 'SET_FIELD', 'team.x', 'setFieldOptions', 1))).toBe('WDE0303');
    expect(await idsOf('Tasks', 'team', 'stays')).toEqual(['ann']);
  });

  it('a collection that is held to its fields takes only links to what is there', async () => {
    const strict = (path: string, id: string, team: unknown) =>
      post(path, 'Strict', { dataItem: { id, data: { _id: id, team } }, saveReferences: true });
    const refused = await strict('items', 's', ['ann', 'nobody']);
    expect([refused.status, codeOf(refused)]).toEqual([404, 'WDE0153']);
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
