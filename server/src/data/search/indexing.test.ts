import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';
import { loadCollection } from '../collections/cache.ts';
import { createCollection } from '../index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post } = verbs(() => t, { at: '/v2/' });
const search = (dataCollectionId: string) =>
  post('items/search', { dataCollectionId, search: { search: { expression: 'common' } }, returnTotalCount: true });
const total = async (id: string): Promise<number | undefined> => (await search(id)).body.pagingMetadata?.total;

async function insertAll(dataCollectionId: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1_000) {
    const dataItems = Array.from({ length: Math.min(1_000, count - made) }, (_, n) => ({
      data: { title: `common item ${made + n}` },
    }));
    expect((await post('bulk/items/insert', { dataCollectionId, dataItems })).status).toBe(200);
  }
}

async function unindexed(id: string): Promise<number> {
  const { table } = await loadCollection(t.ctx, id);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(table)} where words is null`.execute(t.db);
  return rows[0]?.count ?? 0;
}

describe('the first search of a large collection', () => {
  it('is right, because items written in bulk are indexed before anybody searches', { timeout: 60_000 }, async () => {
    await createCollection(t.ctx, { id: 'Imported' });
    await insertAll('Imported', 3_000);
    await expect.poll(() => unindexed('Imported'), { timeout: 50_000 }).toBe(0);
    const first = await search('Imported');
    expect([first.status, first.body.pagingMetadata?.total]).toEqual([200, 3_000]);
  });

  it('503 with the progress while the index is built, and never an incomplete answer', {
    timeout: 60_000,
  }, async () => {
    const { table } = await loadCollection(t.ctx, 'Imported');
    await sql`update ${sql.raw(table)} set words = null`.execute(t.db);
    const answers = [await search('Imported')];
    const first = answers[0] as (typeof answers)[number];
    expect([first.status, codeOf(first)]).toEqual([503, 'SEARCH_INDEXING']);
    const { data } = first.body.details.applicationError;
    expect(data).toMatchObject({ collectionName: 'Imported', total: 3_000, indexed: expect.any(Number) });
    await expect
      .poll(
        async () => {
          const answer = await search('Imported');
          answers.push(answer);
          return answer.status;
        },
        { timeout: 50_000 },
      )
      .toBe(200);
    const totals = answers.filter(({ status }) => status === 200).map(({ body }) => body.pagingMetadata.total);
    expect(totals).toEqual([3_000]);
  });

  it('after items were changed by filter, too', { timeout: 60_000 }, async () => {
    const fieldModifications = [{ fieldPath: 'seen', action: 'SET_FIELD', setFieldOptions: { value: true } }];
    const body = { dataCollectionId: 'Imported', filter: {}, fieldModifications };
    expect((await post('bulk/items/async-patch-by-filter', body)).status).toBe(200);
    const seen = async () =>
      (await post('items/count', { dataCollectionId: 'Imported', filter: { seen: true } })).body.totalCount;
    await expect.poll(seen, { timeout: 30_000 }).toBe(3_000);
    await expect.poll(() => unindexed('Imported'), { timeout: 30_000 }).toBe(0);
    expect(await total('Imported')).toBe(3_000);
  });
});
