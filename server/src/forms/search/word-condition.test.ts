/** Selects few matches by their ids and many by their words, with the same result. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { listIds } from '../records/page-store.ts';
import { buildWordCondition } from './word-condition.ts';

let t: TestServer;

beforeAll(async () => {
  t = await testServer();
  await sql`
    insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since)
    select ${t.site.id}, gen_random_uuid(), gen_random_uuid(), 'wix.form_app.form', 'CONFIRMED', 'visitor', ${t.visitorId},
      jsonb_build_object('text', 'letter ' || case when i <= 4 then 'gryphon' when i <= 6 then 'griffin' else 'horse' end),
      now() - i * interval '1 second', now(), now()
    from generate_series(1, 300) as i`.execute(t.db);
});
afterAll(() => t.stop());

const search = async (expression: string, maxIds?: number, more = {}) => {
  const where = await buildWordCondition(t.ctx, { expression, ...more }, maxIds);
  const ids = await listIds(t.db, t.site.id, where, 1_000);
  return { ids, isById: where.compile(t.db).sql.includes('unnest') };
};

describe('wordCondition', () => {
  it('selects the same submissions by ids and, above the bound, by words', async () => {
    const fewMatches = await search('gryphon', 4);
    expect(fewMatches.isById).toBe(true);
    expect(fewMatches.ids).toHaveLength(4);
    expect(await search('gryphon', 3)).toEqual({ ids: fewMatches.ids, isById: false });
    expect(await search('gryphon')).toEqual(fewMatches);
    expect((await search('gryphon griffin')).ids).toHaveLength(6);
    expect(await search('gryphom', 3, { fuzzy: true })).toEqual({ ids: fewMatches.ids, isById: false });
    expect(await search('gryphom', 4, { fuzzy: true })).toEqual(fewMatches);
  });

  it('does not collect the ids of a common word', async () => {
    const common = await search('letter');
    expect(common.isById).toBe(false);
    expect(common.ids).toHaveLength(300);
  });

  it('selects nothing without a match, and uses no ids with a bound of zero', async () => {
    expect(await search('basilisk')).toEqual({ ids: [], isById: true });
    expect((await search('gryphon', 0)).isById).toBe(false);
  });

  it('excludes a match that changes between the two statements', async () => {
    const where = await buildWordCondition(t.ctx, { expression: 'griffin' });
    const [id] = await listIds(t.db, t.site.id, where, 1_000);
    await sql`update submissions set words = null where id = ${id}`.execute(t.db);
    expect(await listIds(t.db, t.site.id, where, 1_000)).toHaveLength(1);
  });
});
