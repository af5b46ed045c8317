/** Searches for submissions that are not indexed yet: a search returns all matches, or an error with the progress. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../db/index.ts';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { sweepSite } from '../retention/sweep-site.ts';
import { text } from '../testing/sample-forms.ts';
import { idsOf, NAMESPACE, submissionCalls } from '../testing/submission-calls.ts';
import { continueIndexing, INDEXING_DUE } from './ensure-indexed.ts';

let t: TestServer;
let form: { id: string };
beforeAll(async () => {
  t = await testServer();
  form = await make({ name: 'Letters', formFields: [text('text')] });
});
afterAll(() => t.stop());
const { post, make, submitted, search } = submissionCalls(() => t);

/** Stores submissions without a vector, as an import of the database does: `letter 1 common`, `letter 2 common` … */
const importSubmissions = (count: number) =>
  sql`
    insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since)
    select ${t.site.id}, gen_random_uuid(), ${form.id}, ${NAMESPACE}, 'CONFIRMED', 'visitor', ${t.visitorId},
      jsonb_build_object('text', 'letter ' || i || ' common Häuser'), now() - i * interval '1 second', now(), now()
    from generate_series(1, ${count}::int) as i`.execute(t.db);
const deleteSubmissions = () => sql`delete from submissions where site_id = ${t.site.id}`.execute(t.db);
async function countUnindexed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from submissions where words is null and deleted_at is null`.execute(t.db);
  return rows[0]?.count ?? 0;
}
const countMatches = (expression: string) =>
  post('submissions/count-by-filter', { filter: { namespace: NAMESPACE }, search: { expression } });
const totalOf = ({ body }: TestResponse): number | undefined => body.formsSubmissionsCount?.[0]?.totalCount ?? 0;

/** Repeats the search until it succeeds. Returns the progress that each failed attempt reported. */
async function searchUntilIndexed(expression: string): Promise<{ indexed: number; total: number }[]> {
  const rejections: { indexed: number; total: number }[] = [];
  const getSearchStatus = async () => {
    const response = await countMatches(expression);
    if (response.status !== 200) {
      expect([response.status, codeOf(response)]).toEqual([503, 'SEARCH_INDEXING']);
      rejections.push(response.body.details.applicationError.data);
    }
    return response.status;
  };
  await expect.poll(getSearchStatus, { timeout: 60_000, interval: 20 }).toBe(200);
  return rejections;
}

describe('a search', () => {
  it('indexes up to 2,000 submissions itself and finds the oldest of them', async () => {
    await importSubmissions(1_900);
    expect(idsOf(await search('1900'))).toHaveLength(1);
    expect(totalOf(await countMatches('common'))).toBe(1_900);
    await deleteSubmissions();
  });

  it('fails with the progress while more are indexed, and never returns incomplete results', {
    timeout: 90_000,
  }, async () => {
    await importSubmissions(3_000);
    const first = await search('common');
    expect([first.status, codeOf(first)]).toEqual([503, 'SEARCH_INDEXING']);
    expect(first.body.details.applicationError.data).toEqual({ indexed: 0, total: 3_000, retryAfterSeconds: 2 });
    const rejections = await searchUntilIndexed('common');
    expect(totalOf(await countMatches('common'))).toBe(3_000);
    expect(idsOf(await search('3000'))).toHaveLength(1);
    const counts = rejections.map(({ indexed }) => indexed);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(await countUnindexed()).toBe(0);
  });

  it('returns the progress in percent to callers who read only their own submissions', async () => {
    await sql`update submissions set words = null where site_id = ${t.site.id}`.execute(t.db);
    const request = { filter: { namespace: NAMESPACE }, search: { expression: 'common' } };
    const response = await post('submissions/namespace/search', { search: request, onlyYourOwn: true }, t.visitor);
    expect([response.status, codeOf(response)]).toEqual([503, 'SEARCH_INDEXING']);
    expect(response.body.details.applicationError.data).toEqual({ indexed: 0, total: 100, retryAfterSeconds: 2 });
    await searchUntilIndexed('common');
  });

  it('after a change of the language is rejected until everything is indexed in the new one', {
    timeout: 90_000,
  }, async () => {
    // Only German has the same stem for Häuser and Haus.
    expect(totalOf(await countMatches('Haus'))).toBe(0);
    await t.configure({ language: 'de' });
    const rejections = await searchUntilIndexed('Haus');
    expect(rejections[0]).toMatchObject({ indexed: 0, total: 3_000 });
    expect(totalOf(await countMatches('Haus'))).toBe(3_000);
    await t.configure({ language: 'en' });
    await searchUntilIndexed('Haus');
    expect(totalOf(await countMatches('Haus'))).toBe(0);
    await deleteSubmissions();
  });
});

describe('without a search', () => {
  it('submissions are indexed once many have been sent', async () => {
    await importSubmissions(1_000);
    for (let n = 0; n < 120; n++) await submitted(form.id, { text: `sent ${n}` });
    await expect.poll(countUnindexed, { timeout: 30_000 }).toBeLessThan(120);
    await deleteSubmissions();
  });

  it('imported submissions are indexed by the sweep', async () => {
    await importSubmissions(1_100);
    await sweepSite({ ...t.ctx, now: new Date() });
    await expect.poll(countUnindexed, { timeout: 30_000 }).toBe(0);
    await deleteSubmissions();
  });
});

it('indexes without blocking searches until its transaction ends, which would be a deadlock', async () => {
  const submission = await submitted(form.id, { text: 'unicorn' });
  await transaction(t.ctx, async ({ db }) => {
    const event = { siteId: t.site.id, type: INDEXING_DUE, entityId: t.site.id, payload: {}, occurredAt: t.ctx.now };
    await continueIndexing(() => t.ctx)(db, event);
    expect(idsOf(await search('unicorn'))).toEqual([submission.id]);
  });
});
