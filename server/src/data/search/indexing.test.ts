import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { loadCollection } from '../collections/cache.ts';
import { createCollection } from '../index.ts';
import { findJob, recordBatch } from '../jobs/store.ts';
import { startJob } from '../jobs/worker.ts';
import { postponeIndexingJob } from './store.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { at: '/v2/' });
const search = (dataCollectionId: string) =>
  post('items/search', { dataCollectionId, search: { search: { expression: 'common' } }, returnTotalCount: true });
const countMatches = async (id: string): Promise<number | undefined> => (await search(id)).body.pagingMetadata?.total;

async function insertAll(dataCollectionId: string, count: number): Promise<void> {
  for (let inserted = 0; inserted < count; inserted += 1_000) {
    const dataItems = Array.from({ length: Math.min(1_000, count - inserted) }, (_, n) => ({
      data: { title: `common item ${inserted + n}` },
    }));
    expect((await post('bulk/items/insert', { dataCollectionId, dataItems })).status).toBe(200);
  }
}

async function countUnindexed(id: string): Promise<number> {
  const { table } = await loadCollection(t.ctx, id);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(table)} where words is null`.execute(t.db);
  return rows[0]?.count ?? 0;
}

describe('the first search of a large collection', () => {
  it('is right, because items written in bulk are indexed before anybody searches', { timeout: 60_000 }, async () => {
    await createCollection(t.ctx, { id: 'Imported' });
    await insertAll('Imported', 3_000);
    await expect.poll(() => countUnindexed('Imported'), { timeout: 50_000 }).toBe(0);
    const first = await search('Imported');
    expect([first.status, first.body.pagingMetadata?.total]).toEqual([200, 3_000]);
  });

  it('returns 503 with the progress while the index is built, and never an incomplete result', {
    timeout: 60_000,
  }, async () => {
    const { table } = await loadCollection(t.ctx, 'Imported');
    await sql`update ${sql.raw(table)} set words = null`.execute(t.db);
    const responses = [await search('Imported')];
    const first = responses[0] as (typeof responses)[number];
    expect([first.status, codeOf(first)]).toEqual([503, 'SEARCH_INDEXING']);
    const { data } = first.body.details.applicationError;
    expect(data).toMatchObject({ collectionName: 'Imported', total: 3_000, indexed: expect.any(Number) });
    await expect
      .poll(
        async () => {
          const response = await search('Imported');
          responses.push(response);
          return response.status;
        },
        { timeout: 50_000 },
      )
      .toBe(200);
    const totals = responses.filter(({ status }) => status === 200).map(({ body }) => body.pagingMetadata.total);
    expect(totals).toEqual([3_000]);
  });

  it('is also right after items were changed by filter', { timeout: 60_000 }, async () => {
    const fieldModifications = [{ fieldPath: 'seen', action: 'SET_FIELD', setFieldOptions: { value: true } }];
    const body = { dataCollectionId: 'Imported', filter: {}, fieldModifications };
    expect((await post('bulk/items/async-patch-by-filter', body)).status).toBe(200);
    const countSeen = async () =>
      (await post('items/count', { dataCollectionId: 'Imported', filter: { seen: true } })).body.totalCount;
    await expect.poll(countSeen, { timeout: 30_000 }).toBe(3_000);
    await expect.poll(() => countUnindexed('Imported'), { timeout: 30_000 }).toBe(0);
    expect(await countMatches('Imported')).toBe(3_000);
  });
});

const HOUR_MS = 3_600_000;

describe('the job that indexes items written in bulk', () => {
  it('waits for a pause between writes, but starts at once if a search needs it', { timeout: 60_000 }, async () => {
    await createCollection(t.ctx, { id: 'Paused' });
    await insertAll('Paused', 3_000);
    const { tableName } = await loadCollection(t.ctx, 'Paused');
    const pause = { delayMs: HOUR_MS, maxDelayMs: HOUR_MS };
    expect(await postponeIndexingJob(t.db, t.site.id, tableName, pause)).toBe(true);
    await expect.poll(() => search('Paused').then(({ status }) => status), { timeout: 50_000 }).toBe(200);
    expect(await countMatches('Paused')).toBe(3_000);
  });

  it('runs again if items were written during its last batch', async () => {
    await createCollection(t.ctx, { id: 'Again' });
    const id = await startJob(t.ctx, await loadCollection(t.ctx, 'Again'), 'BUILD_WORDS', {}, HOUR_MS);
    const leaseId = randomUUID();
    await sql`update data_jobs set lease_id = ${leaseId} where site_id = ${t.site.id} and id = ${id}`.execute(t.db);
    const leased = await findJob(t.db, t.site.id, id);
    if (!leased) throw new Error('The job does not exist.');
    const later = new Date(leased.next_at.getTime() + HOUR_MS);
    await sql`update data_jobs set next_at = ${later} where site_id = ${t.site.id} and id = ${id}`.execute(t.db);
    expect(await recordBatch(t.db, leased, { done: true })).toBe(true);
    expect(await findJob(t.db, t.site.id, id)).toMatchObject({ finished_at: null, next_at: later });

    await sql`update data_jobs set lease_id = ${leaseId} where site_id = ${t.site.id} and id = ${id}`.execute(t.db);
    expect(await recordBatch(t.db, { ...leased, next_at: later }, { done: true })).toBe(true);
    expect(await findJob(t.db, t.site.id, id)).toMatchObject({ finished_at: expect.any(Date), status: 'SUCCEEDED' });
  });
});
