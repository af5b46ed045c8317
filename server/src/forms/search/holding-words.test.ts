/** Few hits are named by their ids, many by their words: the same submissions either way. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { listIds } from '../records/store.ts';
import { holdingWords } from './holding-words.ts';

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

const looked = async (expression: string, few?: number, more = {}) => {
  const where = await holdingWords(t.ctx, { expression, ...more }, few);
  const ids = await listIds(t.db, t.site.id, where, 1_000);
  return { ids, isNamed: where.compile(t.db).sql.includes('unnest') };
};

describe('holdingWords', () => {
  it('finds the same whether hits are few or more than the bound', async () => {
    const few = await looked('gryphon', 4);
    expect(few.isNamed).toBe(true);
    expect(few.ids).toHaveLength(4);
    expect(await looked('gryphon', 3)).toEqual({ ids: few.ids, isNamed: false });
    expect(await looked('gryphon')).toEqual(few);
    expect((await looked('gryphon griffin')).ids).toHaveLength(6);
    expect(await looked('gryphom', 3, { fuzzy: true })).toEqual({ ids: few.ids, isNamed: false });
    expect(await looked('gryphom', 4, { fuzzy: true })).toEqual(few);
  });

  it('gathers no hits of a common word', async () => {
    const common = await looked('letter');
    expect(common.isNamed).toBe(false);
    expect(common.ids).toHaveLength(300);
  });

  it('names none where none hold the words, or all others are searched too', async () => {
    expect(await looked('basilisk')).toEqual({ ids: [], isNamed: true });
    expect((await looked('gryphon', 0)).isNamed).toBe(false);
  });

  it('leaves out a hit that changes between the two statements', async () => {
    const where = await holdingWords(t.ctx, { expression: 'griffin' });
    const [id] = await listIds(t.db, t.site.id, where, 1_000);
    await sql`update submissions set words = null where id = ${id}`.execute(t.db);
    expect(await listIds(t.db, t.site.id, where, 1_000)).toHaveLength(1);
  });
});
