import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { createCollection } from '../index.ts';
import { OPEN, set } from '../testing/item-calls.ts';
import { removeByFilter } from './remove-by-filter.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'Closed' });
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/v2/', caller: 'visitor' });
const getStatus = (jobId: string, as = t.visitor) =>
  t.call({ method: 'GET', path: `/v2/async-jobs/${jobId}/status?jobId=${jobId}`, as });
const count = async (dataCollectionId: string, filter: object = {}) =>
  (await post('items/count', { dataCollectionId, filter }, t.key)).body.totalCount as number;
const fill = async (dataCollectionId: string, n: number, data: (i: number) => object, as = t.key) => {
  for (let from = 0; from < n; from += 1_000) {
    const dataItems = Array.from({ length: Math.min(1_000, n - from) }, (_, i) => ({
      data: { i: from + i, ...data(from + i) },
    }));
    const { body } = await post('bulk/items/insert', { dataCollectionId, dataItems }, as);
    expect(body.bulkActionMetadata.totalFailures).toBe(0);
  }
};
const add = (fieldPath: string, value: number) => ({
  action: 'INCREMENT_FIELD',
  fieldPath,
  incrementFieldOptions: { value },
});
const patch = (dataCollectionId: string, filter: object | undefined, fieldModifications: object[], as = t.visitor) =>
  post('bulk/items/async-patch-by-filter', { dataCollectionId, filter, fieldModifications }, as);
const remove = (dataCollectionId: string, filter?: object, as = t.visitor) =>
  post('bulk/items/async-remove-by-filter', { dataCollectionId, filter }, as);

async function waitForEnd(started: TestResponse, as = t.key): Promise<{ status: string; successCount: number }> {
  expect(started.status).toBe(200);
  for (;;) {
    const { body } = await getStatus(started.body.jobId, as);
    if (body.status === 'SUCCEEDED' || body.status === 'FAILED') return body;
    await setTimeout(20);
  }
}
describe('responses with status 200', () => {
  it('patches every matching item once, even if it still matches afterwards', async () => {
    await createCollection(t.ctx, { id: 'Many', permissions: OPEN });
    await fill('Many', 1_300, () => ({ n: 0 }));
    // A patched item still matches the filter, so a second patch would be visible.
    const job = await waitForEnd(await patch('Many', { i: { $lt: 1_200 } }, [add('n', 1), set('i', 5)]));
    expect(job).toEqual({ status: 'SUCCEEDED', successCount: 1_200 });
    expect([await count('Many', { n: 1 }), await count('Many', { n: 0 }), await count('Many', { i: 5 })]).toEqual([
      1_200, 100, 1_200,
    ]);
  });

  it('removes every matching item', async () => {
    await createCollection(t.ctx, { id: 'Fewer', permissions: OPEN });
    await fill('Fewer', 1_300, (i) => ({ odd: i % 2 === 1 }));
    expect(await waitForEnd(await remove('Fewer', { odd: true }))).toEqual({ status: 'SUCCEEDED', successCount: 650 });
    expect([await count('Fewer'), await count('Fewer', { odd: true })]).toEqual([650, 0]);
    expect(await waitForEnd(await remove('Fewer'))).toEqual({ status: 'SUCCEEDED', successCount: 650 });
    expect(await count('Fewer')).toBe(0);
  });

  it('does not change or count items for which the patch cannot be applied, is invalid or violates a unique index', async () => {
    const fields = [
      { key: 'n', type: 'NUMBER', numberRange: { max: 10 } },
      { key: 'name', type: 'TEXT' },
    ] as const;
    await createCollection(t.ctx, { id: 'Held', permissions: OPEN, validated: true, fields: [...fields] });
    await fill('Held', 12, (i) => ({ n: i < 11 ? i : 0, free: i === 11 ? 'text' : 0 }));
    expect(await waitForEnd(await patch('Held', {}, [add('n', 1), add('free', 1)]))).toEqual({
      status: 'SUCCEEDED',
      successCount: 10,
    });
    expect(await count('Held', { free: 1 })).toBe(10);

    const index = { name: 'names', fields: [{ path: 'name' }], unique: true };
    expect((await post('indexes', { dataCollectionId: 'Held', index }, t.key)).status).toBe(200);
    for (;;) {
      const { body } = await t.call({ method: 'GET', path: '/v2/indexes?dataCollectionId=Held', as: t.key });
      if (
        body.indexes.some(
          (found: { name: string; status: string }) => found.name === 'names' && found.status === 'ACTIVE',
        )
      )
        break;
      await setTimeout(20);
    }
    expect(await waitForEnd(await patch('Held', { n: { $lt: 5 } }, [set('name', 'one')]))).toEqual({
      status: 'SUCCEEDED',
      successCount: 1,
    });
    expect(await count('Held', { name: 'one' })).toBe(1);
  });

  it('changes only rows that the caller may write', async () => {
    const author = 'SITE_MEMBER_AUTHOR';
    await createCollection(t.ctx, {
      id: 'Own',
      permissions: { insert: author, read: author, update: author, remove: author },
    });
    await fill('Own', 5, () => ({}), t.member);
    await fill('Own', 5, () => ({}), t.otherMember);
    expect((await waitForEnd(await patch('Own', {}, [set('mark', 1)], t.member))).successCount).toBe(5);
    expect(await count('Own', { mark: 1, _owner: t.memberId })).toBe(5);
    expect((await waitForEnd(await remove('Own', {}, t.otherMember))).successCount).toBe(5);
    expect([await count('Own'), await count('Own', { mark: 1 })]).toEqual([5, 5]);
  });

  it('finds nothing by a filter on a hidden field', async () => {
    const fields = [{ key: 'secret', type: 'NUMBER', access: { read: 'PRIVILEGED' } }] as const;
    await createCollection(t.ctx, { id: 'Secret', permissions: OPEN, fields: [...fields] });
    await fill('Secret', 3, () => ({ secret: 1 }));
    expect((await waitForEnd(await patch('Secret', { secret: 1 }, [set('a', 1)]))).successCount).toBe(0);
  });

  it('returns the status to the caller who started the job and to staff', async () => {
    await createCollection(t.ctx, { id: 'Status', permissions: OPEN });
    const { body } = await patch('Status', {}, [set('a', 1)], t.member);
    const viewer = await t.userToken('viewer');
    for (const as of [t.member, t.key, viewer]) expect((await getStatus(body.jobId, as)).status).toBe(200);
    for (const as of [t.otherMember, t.visitor]) {
      const response = await getStatus(body.jobId, as);
      expect([response.status, codeOf(response)]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('a job of a caller', () => {
  /** Starts a removal that no worker sees before the permissions have changed. */
  async function removeAfter(id: string, caller: Caller, change: () => Promise<unknown>): Promise<string> {
    const least = { visitor: 'ANYONE', member: 'SITE_MEMBER' } as const;
    const remove = caller.kind === 'visitor' || caller.kind === 'member' ? least[caller.kind] : 'ADMIN';
    const levels = { ...OPEN, remove } as const;
    await createCollection(t.ctx, { id, permissions: levels });
    await fill(id, 3, () => ({}));
    const body = await t.db.transaction().execute(async (db) => {
      const started = await removeByFilter({ ...t.ctx, db, caller }, { query: {}, body: { dataCollectionId: id } });
      await change();
      return started;
    });
    const job = await waitForEnd({ status: 200, body, headers: {}, text: '', bytes: Buffer.alloc(0) });
    expect([await count(id), job.successCount]).toEqual(job.status === 'FAILED' ? [3, 0] : [0, 3]);
    return job.status;
  }
  const memberCaller = (id: string): Caller => ({ kind: 'member', id, sessionId: newId(), appId: null });
  const createKeyCaller = async (): Promise<Caller & { kind: 'key' }> => {
    await t.keyWith(['items:*']);
    const { rows } = await sql<{ id: string; account_id: string }>`
      select id, account_id from api_keys order by created_at desc limit 1`.execute(t.db);
    const { id = '', account_id: accountId = '' } = rows[0] ?? {};
    return { kind: 'key', id, accountId, scopes: ['items:*'] };
  };

  it('continues with unchanged permissions', async () => {
    expect(await removeAfter('Kept', memberCaller(t.memberId), async () => undefined)).toBe('SUCCEEDED');
    expect(await removeAfter('KeptKey', await createKeyCaller(), async () => undefined)).toBe('SUCCEEDED');
  });

  it('fails and writes nothing if the collection requires a higher level', async () => {
    const close = () => sql`update collections set remove_level = 'PRIVILEGED' where id = 'Level'`.execute(t.db);
    expect(await removeAfter('Level', memberCaller(t.memberId), close)).toBe('FAILED');
  });

  it('fails and writes nothing if the member is blocked', async () => {
    const block = () => sql`update members set status = 'BLOCKED' where id = ${t.otherMemberId}`.execute(t.db);
    expect(await removeAfter('Blocked', memberCaller(t.otherMemberId), block)).toBe('FAILED');
  });

  it('fails and writes nothing if the app, or the app of the visitor, is deleted', async () => {
    const makeApp = async (): Promise<string> => {
      const { rows } = await sql<{ id: string }>`
        insert into apps (id, site_id, name, secret_hash) values (gen_random_uuid(), ${t.site.id}, 'Removing', '')
        returning id`.execute(t.db);
      return rows[0]?.id as string;
    };
    for (const kind of ['app', 'visitor'] as const) {
      const [existing, deleted] = [await makeApp(), await makeApp()];
      const callerOf = (appId: string): Caller =>
        kind === 'app' ? { kind, id: appId } : { kind, id: t.visitorId, appId };
      expect(await removeAfter(`Existing ${kind}`, callerOf(existing), async () => undefined)).toBe('SUCCEEDED');
      const deleteApp = () => sql`update apps set deleted_at = now() where id = ${deleted}`.execute(t.db);
      expect(await removeAfter(`Deleted ${kind}`, callerOf(deleted), deleteApp)).toBe('FAILED');
    }
  });

  it('fails and writes nothing if the key is revoked or loses its scope', async () => {
    const key = await createKeyCaller();
    const narrowScopes = () => sql`update api_keys set scopes = '{forms:*}' where id = ${key.id}`.execute(t.db);
    expect(await removeAfter('Narrowed', key, narrowScopes)).toBe('FAILED');
    const other = await createKeyCaller();
    const revoke = () => sql`update api_keys set revoked_at = now() where id = ${other.id}`.execute(t.db);
    expect(await removeAfter('Revoked', other, revoke)).toBe('FAILED');
  });
});

describe('responses with status 400', () => {
  it.each([
    ['an invalid filter', { filter: { $x: 1 } }, 'WDE0093'],
    ['a regular expression', { filter: { a: { $regex: 'x' } } }, 'WDE0070'],
  ])('for %s', async (_, more, expected) => {
    await createCollection(t.ctx, { id: `Bad ${expected}`, permissions: OPEN });
    for (const response of [
      await patch(`Bad ${expected}`, more.filter, [set('a', 1)]),
      await remove(`Bad ${expected}`, more.filter),
    ]) {
      expect([response.status, codeOf(response)]).toEqual([400, expected]);
    }
    expect(codeOf(await patch(`Bad ${expected}`, {}, [set('_id', 1)]))).toBe('WDE0080');
    expect(codeOf(await patch(`Bad ${expected}`, {}, [set('a.$b', 1)]))).toBe('WDE0134');
    expect((await patch(`Bad ${expected}`, {}, [])).status).toBe(400);
  });
});

describe('responses with status 403', () => {
  it('are returned without permission and for a locked field', async () => {
    expect(codeOf(await patch('Closed', {}, [set('a', 1)]))).toBe('WDE0027');
    expect(codeOf(await remove('Closed', {}))).toBe('WDE0027');
    const fields = [{ key: 'locked', type: 'NUMBER', access: { write: 'PRIVILEGED' } }] as const;
    await createCollection(t.ctx, { id: 'Locked', permissions: OPEN, fields: [...fields] });
    expect(codeOf(await patch('Locked', {}, [set('locked', 1)]))).toBe('WDE0027');
    expect((await patch('Locked', {}, [set('locked', 1)], t.key)).status).toBe(200);
  });
});

describe('responses with status 404', () => {
  it('are returned for an unknown job and for one of another site', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000', "'; drop table x"]) {
      expect(codeOf(await getStatus(encodeURIComponent(id)))).toBe('NOT_FOUND');
    }
    await createCollection(t.ctx, { id: 'Site', permissions: OPEN });
    const { body } = await patch('Site', {}, [set('a', 1)]);
    const other = await t.secondSite();
    expect(codeOf(await getStatus(body.jobId, other.visitor))).toBe('NOT_FOUND');
    const path = `/v2/async-jobs/${body.jobId}/status`;
    const headers = { 'wix-site-id': other.site.id };
    expect(codeOf(await t.call({ method: 'GET', path, as: other.key, headers }))).toBe('NOT_FOUND');
  });
});

describe('responses with status 429', () => {
  it('are returned if a collection has fifty unfinished jobs', async () => {
    await createCollection(t.ctx, { id: 'Busy', permissions: OPEN });
    const { table_name } = await t.db
      .selectFrom('collections')
      .select('table_name')
      .where('id', '=', 'Busy')
      .executeTakeFirstOrThrow();
    await sql`insert into data_jobs (site_id, id, kind, collection_id, table_name, details, caller, created_at, next_at)
      select ${t.site.id}, gen_random_uuid(), 'PATCH_BY_FILTER', 'Busy', ${table_name}, '{}', '{"kind":"nobody"}', now(),
        now() + interval '1 hour' from generate_series(1, 50)`.execute(t.db);
    const response = await remove('Busy');
    expect([response.status, codeOf(response)]).toEqual([429, 'WDE0014']);
  });
});
