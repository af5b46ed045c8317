import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/index.ts';
import { codeOf } from '../../../testing/responses.ts';
import { runs } from '../../../testing/runs.ts';
import { createVerbs } from '../../../testing/verbs.ts';
import { findCollection } from '../../collections/store.ts';
import { forgetOwner } from '../../forget-owner.ts';
import { createCollection, sweepData } from '../../index.ts';
import { findJob } from '../../jobs/store.ts';
import { drop, increment, OPEN, set } from '../../testing/item-calls.ts';
import { updateItemsJob } from './jobs.ts';
import { startBulkChange } from './start-bulk-change.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post, get } = createVerbs(() => t);
const at = '/portico/v1/data/bulk-changes';
type Change = { kind: 'REMOVE' } | { kind: 'UPDATE'; fieldModifications: object[] };
const REMOVE: Change = { kind: 'REMOVE' };
const update = (...fieldModifications: object[]): Change => ({ kind: 'UPDATE', fieldModifications });
const preview = (dataCollectionId: string, change: Change, filter?: object, as?: string) =>
  post(`${at}/preview`, { dataCollectionId, change, filter }, as);
const start = (dataCollectionId: string, change: Change, filter?: object, as?: string) =>
  post(at, { dataCollectionId, change, filter }, as);
const undo = (dataCollectionId: string, id: string, as?: string) => post(`${at}/undo`, { dataCollectionId, id }, as);
const list = async (id: string, as?: string) => (await get(`${at}?dataCollectionId=${id}`, as)).body.bulkChanges;

/** Waits until the change has ended, and returns it. */
async function waitForEnd(dataCollectionId: string, response: Awaited<ReturnType<typeof start>>) {
  expect(response.status, response.text).toBe(200);
  return end(dataCollectionId, response.body.bulkChange.id);
}

/** Waits until the change has ended, and returns each state in which it was seen. */
async function collectStates(dataCollectionId: string, response: Awaited<ReturnType<typeof start>>) {
  expect(response.status, response.text).toBe(200);
  const states = [response.body.bulkChange];
  while (states.at(-1).status === 'PENDING') {
    await setTimeout(20);
    const all = await list(dataCollectionId);
    states.push(all.find(({ id }: { id: string }) => id === states[0].id));
  }
  return states;
}

async function end(dataCollectionId: string, changeId: string) {
  for (;;) {
    const found = (await list(dataCollectionId)).find(({ id }: { id: string }) => id === changeId);
    if (found.status !== 'PENDING') return found;
    await setTimeout(20);
  }
}

const fill = async (dataCollectionId: string, count: number, data: (i: number) => object, as?: string) => {
  for (let from = 0; from < count; from += 1_000) {
    const dataItems = Array.from({ length: Math.min(1_000, count - from) }, (_, i) => ({ data: data(from + i) }));
    const { body } = await post('/v2/bulk/items/insert', { dataCollectionId, dataItems }, as);
    expect(body.bulkActionMetadata.totalFailures).toBe(0);
  }
};
const count = async (dataCollectionId: string, filter: object = {}) =>
  (await post('/v2/items/count', { dataCollectionId, filter })).body.totalCount as number;

const tableOf = async (id: string) =>
  t.db.selectFrom('collections').select('table_name').where('id', '=', id).executeTakeFirstOrThrow();
/** Returns the stored rows in the order of ids, with or without the time of the last change. */
async function readStored(id: string, { withTimes = false } = {}): Promise<unknown[]> {
  const { table_name } = await tableOf(id);
  const data = withTimes ? 'data' : `data - '_updatedDate'`;
  const { rows } = await sql<object>`
    select id, owner, created_at, ${sql.raw(data)}::text as data from ${sql.table(`${t.site.schema}.${table_name}`)} order by id`.execute(
    t.db,
  );
  return rows;
}
/** Returns a hash of all rows without the times of their last changes, to compare two states. */
async function hashStored(id: string): Promise<string | undefined> {
  const { table_name } = await tableOf(id);
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(concat_ws(' ', id, owner, created_at, data - '_updatedDate'), ' ' order by id)) as digest
    from ${sql.table(`${t.site.schema}.${table_name}`)}`.execute(t.db);
  return rows[0]?.digest;
}
const countPreviousValues = async (id: string) => {
  const { table_name } = await tableOf(id);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from
    ${sql.table(`${t.site.schema}.kept_values`)} where table_name = ${table_name}`.execute(t.db);
  return rows[0]?.count;
};
const makeCollection = (id: string, more: object = {}) => createCollection(t.ctx, { id, permissions: OPEN, ...more });
/** Creates an API key and returns it as a caller. Unlike an invented caller, a job can load it. */
async function createKeyCaller() {
  await t.keyWith(['items:*']);
  const { rows } = await sql<{ id: string; account_id: string }>`
    select id, account_id from api_keys order by created_at desc limit 1`.execute(t.db);
  const { id = '', account_id: accountId = '' } = rows[0] ?? {};
  return { kind: 'key', id, accountId, scopes: ['items:*'] } as const;
}
const pad = (i: number) => `${i}`.padStart(5, '0');

describe('a preview', () => {
  it('counts the matching items and shows five with old and new values', async () => {
    await makeCollection('Preview', { displayField: 'name', fields: [{ key: 'name', type: 'TEXT' }] });
    await fill('Preview', 300, (i) => ({ _id: pad(i), name: `n${i}`, price: i, other: 1 }));
    const { body } = await preview('Preview', update(set('price', 7), increment('sum', 2)), { price: { $gte: 100 } });
    expect(body.total).toBe(200);
    expect(body.examples).toEqual(
      [100, 101, 102, 103, 104].map((i) => ({
        id: pad(i),
        item: expect.objectContaining({ _id: pad(i), name: `n${i}`, price: i }),
        after: { price: 7, sum: 2 },
      })),
    );
    expect(await count('Preview', { price: 7 })).toBe(1);
    expect(await list('Preview')).toEqual([]);
  });

  it('shows the emptied field, and all fields for a removal', async () => {
    await makeCollection('Emptied');
    await fill('Emptied', 2, (i) => ({ _id: pad(i), a: i }));
    const emptied = (await preview('Emptied', update(drop('a')))).body;
    expect(emptied.examples[1]).toEqual({ id: pad(1), item: expect.objectContaining({ a: 1 }), after: {} });
    const removed = (await preview('Emptied', REMOVE, { a: 1 })).body;
    expect(removed).toMatchObject({ total: 1, examples: [{ id: pad(1), item: { _id: pad(1), a: 1 } }] });
  });

  it('returns why an item would not be changed', async () => {
    await makeCollection('Rejected', {
      validated: true,
      fields: [{ key: 'n', type: 'NUMBER', numberRange: { max: 5 } }],
    });
    await fill('Rejected', 2, (i) => ({ _id: pad(i), n: i }));
    const { body } = await preview('Rejected', update(increment('n', 5)));
    expect(body.examples[0]).toMatchObject({ id: pad(0), item: { n: 0 }, after: { n: 5 } });
    expect(body.examples[1]).toMatchObject({ id: pad(1), item: { n: 1 }, rejection: expect.stringContaining('n') });
    expect(body.examples[1].after).toBeUndefined();
  });

  it('shows no value to a key that may not read the items', async () => {
    await createCollection(t.ctx, { id: 'Unread', permissions: { ...OPEN, read: 'ADMIN' } });
    await fill('Unread', 2, (i) => ({ a: i }));
    const key = await t.keyWith(['items:edit']);
    expect((await preview('Unread', update(set('a', 1)), {}, key)).body).toEqual({ total: 2, examples: [] });
  });
});

describe('an update', () => {
  it('changes every matching item, and its undo restores exactly the previous values', async () => {
    await makeCollection('Many', { fields: [{ key: 'price', type: 'NUMBER' }] });
    await fill('Many', 1_300, (i) => ({
      _id: pad(i),
      ...(i % 3 ? { price: i } : {}),
      text: `t${i}`,
      deep: { a: [i] },
    }));
    const before = await readStored('Many');
    const change = update(set('price', 5), drop('text'), set('deep.b', true));
    const done = await waitForEnd('Many', await start('Many', change, { _id: { $lt: pad(1_200) } }));
    expect(done).toMatchObject({
      kind: 'UPDATE',
      fields: ['price', 'text', 'deep'],
      status: 'SUCCEEDED',
      total: 1_200,
      done: 1_200,
      succeeded: 1_200,
      skipped: 0,
      undoableUntil: expect.any(String),
    });
    expect([
      await count('Many', { price: 5, 'deep.b': true }),
      await count('Many', { text: { $exists: false } }),
    ]).toEqual([1_200, 1_200]);
    const undone = await waitForEnd('Many', await undo('Many', done.id));
    expect(undone).toMatchObject({ kind: 'UNDO', undoes: done.id, status: 'SUCCEEDED', succeeded: 1_200, skipped: 0 });
    expect(await readStored('Many')).toEqual(before);
    expect(await countPreviousValues('Many')).toBe(0);
    expect((await list('Many'))[1]).toMatchObject({ id: done.id, undoneBy: undone.id });
    expect((await list('Many'))[1].undoableUntil).toBeUndefined();
  });

  it('of 20,000 items (2,000 in npm test) changes them all, shows its progress and is undone on them all', {
    timeout: 240_000,
  }, async () => {
    const size = runs(20_000);
    await makeCollection('Large', { fields: [{ key: 'price', type: 'NUMBER' }] });
    await fill('Large', size + 100, (i) => ({ _id: pad(i), price: i, text: `t${i}`, keep: i >= size }));
    const before = await hashStored('Large');
    const filter = { keep: false };
    const change = update(set('price', -1), drop('text'));
    expect((await preview('Large', change, filter)).body.total).toBe(size);

    const changeStates = await collectStates('Large', await start('Large', change, filter));
    expect(changeStates.at(-1)).toMatchObject({
      status: 'SUCCEEDED',
      total: size,
      done: size,
      succeeded: size,
      skipped: 0,
    });
    expect(await count('Large', { price: -1 })).toBe(size);
    expect(await count('Large', { text: { $exists: false } })).toBe(size);

    const undoStates = await collectStates('Large', await undo('Large', changeStates[0].id));
    expect(undoStates.at(-1)).toMatchObject({ kind: 'UNDO', status: 'SUCCEEDED', succeeded: size, skipped: 0 });
    expect(await hashStored('Large')).toBe(before);
    expect(await countPreviousValues('Large')).toBe(0);
    for (const states of [changeStates, undoStates]) {
      const done = states.map((state) => state.done);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      expect(done.some((doneCount) => doneCount > 0 && doneCount < size)).toBe(true);
    }
  });

  it('is undone only for items that have not been written since', async () => {
    await makeCollection('Since');
    await fill('Since', 5, (i) => ({ _id: pad(i), a: i }));
    const done = await waitForEnd('Since', await start('Since', update(set('a', 9))));
    const patch = (dataItemId: string, modification: object) =>
      post('/v2/items/patch', { dataCollectionId: 'Since', patch: { dataItemId, fieldModifications: [modification] } });
    await patch(pad(1), set('a', 10));
    await patch(pad(2), set('other', 1));
    await post('/v2/items/remove', { dataCollectionId: 'Since', dataItemId: pad(3) });
    await post('/v2/items/remove', { dataCollectionId: 'Since', dataItemId: pad(4) });
    await post('/v2/items', { dataCollectionId: 'Since', dataItem: { data: { _id: pad(4), a: 9 } } });
    const undone = await waitForEnd('Since', await undo('Since', done.id));
    expect(undone).toMatchObject({ status: 'SUCCEEDED', total: 5, done: 5, succeeded: 1, skipped: 4 });
    const { body } = await post('/v2/items/query', {
      dataCollectionId: 'Since',
      query: { sort: [{ fieldName: '_id' }] },
    });
    const values = body.dataItems.map(({ data }: { data: { _id: string; a: number } }) => [data._id, data.a]);
    expect(values).toEqual([
      [pad(0), 0],
      [pad(1), 10],
      [pad(2), 9],
      [pad(4), 9],
    ]);
  });

  it('skips items that the value would make invalid, and undoes the others', async () => {
    await makeCollection('Skip', { validated: true, fields: [{ key: 'n', type: 'NUMBER', numberRange: { max: 10 } }] });
    await fill('Skip', 20, (i) => ({ _id: pad(i), n: i % 2 ? 10 : 1 }));
    const before = await readStored('Skip');
    const done = await waitForEnd('Skip', await start('Skip', update(increment('n', 1))));
    expect(done).toMatchObject({ status: 'SUCCEEDED', done: 20, succeeded: 10, skipped: 10 });
    expect(await waitForEnd('Skip', await undo('Skip', done.id))).toMatchObject({ succeeded: 10, skipped: 0 });
    expect(await readStored('Skip')).toEqual(before);
  });

  it('rejects references to several items, which an undo could not restore', async () => {
    await makeCollection('Others');
    const other = { multiReference: { referencedCollectionId: 'Others' } };
    await makeCollection('Links', { fields: [{ key: 'links', type: 'MULTI_REFERENCE', typeMetadata: other }] });
    const response = await start('Links', update(set('links', [])));
    expect([response.status, codeOf(response)]).toEqual([400, 'WDE0080']);
  });
});

describe('a removal', () => {
  it('removes every matching item, and its undo restores them completely, with their links', async () => {
    await makeCollection('Tags');
    const tags = { multiReference: { referencedCollectionId: 'Tags', referencingFieldKey: 'books' } };
    await makeCollection('Books', {
      fields: [
        { key: 'tags', type: 'MULTI_REFERENCE', typeMetadata: tags },
        {
          key: 'related',
          type: 'MULTI_REFERENCE',
          typeMetadata: { multiReference: { referencedCollectionId: 'Books' } },
        },
      ],
    });
    await fill('Tags', 3, (i) => ({ _id: `t${i}` }));
    await fill('Books', 600, (i) => ({ _id: pad(i), n: i }));
    const link = (referringItemFieldName: string, referringItemId: string, referencedItemId: string) => ({
      referringItemFieldName,
      referringItemId,
      referencedItemId,
    });
    const references = [
      link('tags', pad(1), 't0'),
      link('tags', pad(1), 't2'),
      link('tags', pad(599), 't1'),
      link('related', pad(0), pad(599)),
      link('related', pad(599), pad(0)),
      link('related', pad(2), pad(3)),
    ];
    await post('/v2/bulk/items/insert-references', { dataCollectionId: 'Books', dataItemReferences: references });
    const listLinks = async () =>
      (await sql`select * from ${sql.table(`${t.site.schema}.links`)} order by number, field, item_id`.execute(t.db))
        .rows;
    const [before, linked] = [await readStored('Books', { withTimes: true }), await listLinks()];
    expect(linked).toHaveLength(6);
    const done = await waitForEnd('Books', await start('Books', REMOVE));
    expect(done).toMatchObject({ kind: 'REMOVE', fields: [], status: 'SUCCEEDED', total: 600, succeeded: 600 });
    expect([await count('Books'), await listLinks()]).toEqual([0, []]);
    expect(await waitForEnd('Books', await undo('Books', done.id))).toMatchObject({ succeeded: 600, skipped: 0 });
    expect(await readStored('Books', { withTimes: true })).toEqual(before);
    expect(await listLinks()).toEqual(linked);
  });

  it('does not restore items whose ids exist again, and links to items that no longer exist', async () => {
    await makeCollection('Far');
    const typeMetadata = { multiReference: { referencedCollectionId: 'Far' } };
    await makeCollection('Taken', { fields: [{ key: 'far', type: 'MULTI_REFERENCE', typeMetadata: typeMetadata }] });
    await fill('Far', 1, () => ({ _id: 'f' }));
    await fill('Taken', 3, (i) => ({ _id: pad(i), n: i }));
    const reference = { referringItemFieldName: 'far', referringItemId: pad(0), referencedItemId: 'f' };
    await post('/v2/bulk/items/insert-references', { dataCollectionId: 'Taken', dataItemReferences: [reference] });
    const done = await waitForEnd('Taken', await start('Taken', REMOVE));
    await post('/v2/items', { dataCollectionId: 'Taken', dataItem: { data: { _id: pad(1), n: 'new' } } });
    await post('/v2/items/remove', { dataCollectionId: 'Far', dataItemId: 'f' });
    expect(await waitForEnd('Taken', await undo('Taken', done.id))).toMatchObject({ succeeded: 2, skipped: 1 });
    expect([await count('Taken'), await count('Taken', { n: 'new' })]).toEqual([3, 1]);
    const { table_name } = await tableOf('Taken');
    const { rows } =
      await sql`select from ${sql.table(`${t.site.schema}.links`)} where table_name = ${table_name}`.execute(t.db);
    expect(rows).toEqual([]);
  });
});

describe('interrupted jobs', () => {
  it('repeat a batch that was rolled back, and can be undone completely', async () => {
    await makeCollection('Killed');
    await fill('Killed', 700, (i) => ({ _id: pad(i), n: i }));
    const before = await readStored('Killed');
    const { table_name } = await tableOf('Killed');
    const body = {
      dataCollectionId: 'Killed',
      change: { kind: 'UPDATE', fieldModifications: [increment('n', 1)] },
    } as const;
    // The lease of one hour keeps workers from running the job before this test does.
    const id = await t.db.transaction().execute(async (db) => {
      const { bulkChange } = await startBulkChange(
        { ...t.ctx, db, caller: await createKeyCaller() },
        { query: {}, body: body as never },
      );
      await sql`update data_jobs set leased_until = now() + interval '1 hour' where id = ${bulkChange.id}`.execute(db);
      return bulkChange.id;
    });
    const failedTransaction = t.db.transaction().execute(async (db) => {
      const held = await findCollection(db, t.site, 'Killed');
      const job = await findJob(db, t.site.id, id);
      if (!held || !job) throw new Error('the job is gone');
      const result = await updateItemsJob.runBatch({ ...t.ctx, db }, held, job);
      expect(result).toMatchObject({ done: false, succeeded: 250 });
      throw new Error('the worker was killed');
    });
    await expect(failedTransaction).rejects.toThrow('the worker was killed');
    expect([await readStored('Killed'), await countPreviousValues('Killed')]).toEqual([before, 0]);
    await sql`update data_jobs set leased_until = null where id = ${id}`.execute(t.db);
    expect(await end('Killed', id)).toMatchObject({ status: 'SUCCEEDED', done: 700, succeeded: 700 });
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from ${sql.table(`${t.site.schema}.${table_name}`)}
      where (data ->> 'n')::int <> id::int + 1`.execute(t.db);
    expect([rows[0]?.wrong, await countPreviousValues('Killed')]).toEqual([0, 700]);
    expect(await waitForEnd('Killed', await undo('Killed', id))).toMatchObject({ succeeded: 700 });
    expect(await readStored('Killed')).toEqual(before);
  });

  it('report a failure halfway, and the finished part can be undone', async () => {
    await makeCollection('Fails');
    await fill('Fails', 600, (i) => ({ _id: pad(i), n: 0 }));
    const before = await readStored('Fails');
    const { table_name } = await tableOf('Fails');
    const table = sql.table(`${t.site.schema}.${table_name}`);
    // The constraint makes every attempt of the second batch fail.
    // Adding it can fail and is retried, because the job that indexes the new items also locks the table.
    for (let added = false; !added; ) {
      const text = sql`alter table ${table} add constraint stop check (id < '00400' or data ->> 'n' = '0') not valid`;
      added = await text.execute(t.db).then(
        () => true,
        () => false,
      );
    }
    const started = await start('Fails', update(set('n', 1)));
    expect(started.status).toBe(200);
    for (;;) {
      const { rows } = await sql<{ attempts: number }>`
        update data_jobs set attempts = 8, next_at = now() where id = ${started.body.bulkChange.id} and attempts > 0
          and lease_id is null and finished_at is null returning attempts`.execute(t.db);
      const [found] = await list('Fails');
      if (found.status === 'FAILED') break;
      if (rows.length === 0) await setTimeout(20);
    }
    const [failed] = await list('Fails');
    expect(failed).toMatchObject({
      status: 'FAILED',
      total: 600,
      done: 250,
      succeeded: 250,
      failure: expect.any(String),
    });
    expect(failed.failure).not.toMatch(/constraint|relation/);
    expect(await waitForEnd('Fails', await undo('Fails', failed.id))).toMatchObject({
      status: 'SUCCEEDED',
      succeeded: 250,
    });
    expect(await readStored('Fails')).toEqual(before);
  });
});

describe('permissions', () => {
  it('let editors change and undo, and viewers only read', async () => {
    await makeCollection('Rights');
    await fill('Rights', 3, (i) => ({ _id: pad(i), a: i }));
    const [editor, viewer] = [await t.userToken('editor'), await t.userToken('viewer')];
    const change = update(set('a', 1));
    const done = await waitForEnd('Rights', await start('Rights', change, {}, editor));
    expect((await list('Rights', viewer)).map(({ id }: { id: string }) => id)).toEqual([done.id]);
    for (const as of [viewer, t.member, t.visitor]) {
      const responses = [
        await preview('Rights', change, {}, as),
        await start('Rights', change, {}, as),
        await start('Rights', REMOVE, {}, as),
        await undo('Rights', done.id, as),
      ];
      expect(responses.map((response) => [response.status, codeOf(response)])).toEqual(
        responses.map(() => [403, 'WDE0027']),
      );
    }
    for (const as of [t.member, t.visitor]) {
      expect((await get(`${at}?dataCollectionId=Rights`, as)).status).toBe(403);
    }
    expect(await waitForEnd('Rights', await undo('Rights', done.id, editor))).toMatchObject({ succeeded: 3 });
  });

  it('stop a job whose caller has lost the permission', async () => {
    await makeCollection('Lost');
    await fill('Lost', 3, (i) => ({ a: i }));
    const before = await readStored('Lost', { withTimes: true });
    const caller = await createKeyCaller();
    const started = await t.db.transaction().execute(async (db) => {
      const body = { dataCollectionId: 'Lost', change: REMOVE } as never;
      const started = await startBulkChange({ ...t.ctx, db, caller }, { query: {}, body });
      await sql`update api_keys set revoked_at = now() where id = ${caller.id}`.execute(db);
      return started;
    });
    const done = await end('Lost', started.bulkChange.id);
    expect(done).toMatchObject({ status: 'FAILED', succeeded: 0 });
    expect(await readStored('Lost', { withTimes: true })).toEqual(before);
  });

  it('hide the changes of other collections and sites', async () => {
    await makeCollection('Here');
    await makeCollection('There');
    const done = await waitForEnd('There', await start('There', REMOVE));
    expect(codeOf(await undo('Here', done.id))).toBe('NOT_FOUND');
    expect(codeOf(await undo('There', "'; drop table x"))).toBe('NOT_FOUND');
    const other = await t.secondSite();
    const headers = { 'wix-site-id': other.site.id };
    const response = await post(`${at}/undo`, { dataCollectionId: 'There', id: done.id }, other.key, headers);
    expect([response.status, codeOf(response)]).toEqual([404, 'WDE0025']);
  });
});

describe('an undo is rejected', () => {
  const rejectionOf = async (id: string, change: string) => {
    const response = await undo(id, change);
    expect([response.status, codeOf(response)]).toEqual([400, 'WDE0080']);
    return response.text;
  };
  const changeSchema = async (dataCollectionId: string, change: object) => {
    expect((await post('/portico/v1/data/schema-changes', { dataCollectionId, change })).status).toBe(200);
    for (;;) {
      const { body } = await get(`/portico/v1/data/schema-changes?dataCollectionId=${dataCollectionId}`);
      if (body.schemaChanges[0].status === 'DONE') return;
      await setTimeout(50);
    }
  };

  it('for an undone change and for an undo', async () => {
    await makeCollection('Twice');
    await fill('Twice', 2, (i) => ({ a: i }));
    const done = await waitForEnd('Twice', await start('Twice', update(set('a', 5))));
    const both = await Promise.all([undo('Twice', done.id), undo('Twice', done.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const undone = await waitForEnd('Twice', both.find(({ status }) => status === 200) as never);
    expect(await rejectionOf('Twice', done.id)).toContain('undone already');
    expect(await rejectionOf('Twice', undone.id)).toContain('an undo cannot be undone');
  });

  it('after a schema change of the field, but not of another field', async () => {
    const fields = ['a', 'b'].map((key) => ({ key, type: 'TEXT' }));
    await makeCollection('Fields', { fields });
    await fill('Fields', 2, (i) => ({ _id: pad(i), a: `a${i}`, b: `b${i}` }));
    const first = await waitForEnd('Fields', await start('Fields', update(set('a', 'x'))));
    const second = await waitForEnd('Fields', await start('Fields', update(set('b', 'y'))));
    const removed = await waitForEnd('Fields', await start('Fields', REMOVE, { _id: pad(1) }));
    await changeSchema('Fields', { kind: 'RENAME', field: 'a', to: 'c' });
    expect(await rejectionOf('Fields', first.id)).toContain('the field a has been renamed');
    expect(await rejectionOf('Fields', removed.id)).toContain('the field a has been renamed');
    // The second item was removed, so only one can be restored.
    expect(await waitForEnd('Fields', await undo('Fields', second.id))).toMatchObject({ succeeded: 1, skipped: 1 });
    expect(await count('Fields', { c: 'x', b: 'b0' })).toBe(1);
  });

  it('after thirty days, when the sweep deletes the previous values', async () => {
    await makeCollection('Old');
    await fill('Old', 2, (i) => ({ a: i }));
    const done = await waitForEnd('Old', await start('Old', update(set('a', 5))));
    const age = (days: number) =>
      sql`update data_jobs set finished_at = now() - ${days} * interval '1 day' where id = ${done.id}`.execute(t.db);
    await age(29);
    await sweepData(t.db, new Date());
    expect([await countPreviousValues('Old'), (await list('Old')).length]).toEqual([2, 1]);
    await age(31);
    expect(await rejectionOf('Old', done.id)).toContain('time to undo the change is over');
    await sweepData(t.db, new Date());
    expect([await countPreviousValues('Old'), (await list('Old')).length]).toEqual([0, 0]);
  });

  it('for the items of an erased member', async () => {
    await makeCollection('Forgotten');
    await fill('Forgotten', 2, () => ({}), t.member);
    await fill('Forgotten', 2, () => ({}), t.otherMember);
    const done = await waitForEnd('Forgotten', await start('Forgotten', REMOVE));
    await forgetOwner(t.ctx, [t.memberId], { act: 'DELETE' });
    await forgetOwner(t.ctx, [t.otherMemberId], { act: 'ANONYMISE' });
    expect(await waitForEnd('Forgotten', await undo('Forgotten', done.id))).toMatchObject({ succeeded: 2 });
    expect([await count('Forgotten'), await count('Forgotten', { _owner: t.otherMemberId })]).toEqual([2, 0]);
  });
});

it('records start and undo with the number of items in the audit log', async () => {
  await makeCollection('Audited');
  await fill('Audited', 3, (i) => ({ a: i }));
  const done = await waitForEnd('Audited', await start('Audited', update(set('a', 5))));
  const undone = await waitForEnd('Audited', await undo('Audited', done.id));
  const { rows } = await sql<{ action: string; after: object }>`
    select action, after from audit_log where target = 'Audited' and action like 'data.items.%' order by at`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { action: 'data.items.bulk-update', after: { bulkChange: done.id, items: 3, fields: ['a'] } },
    { action: 'data.items.bulk-undo', after: { bulkChange: undone.id, undoes: done.id, items: 3, fields: ['a'] } },
  ]);
});
