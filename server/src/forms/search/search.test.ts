/** Searches for submissions by the words of their values. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, idsOf, type Json, NAMESPACE } from '../testing/calls.fixture.ts';
import { text } from '../testing/forms.fixture.ts';
import { deleteUnusedWords } from './delete-unused-words.ts';

let t: TestServer;
let form: { id: string };
const ids = new Map<string, string>();
const TEXTS: Readonly<Record<string, string>> = {
  houses: 'Two houses at the lake',
  house: 'One house',
  mouse: 'A mouse, and nothing else',
  german: 'Müller aus der Hauptstraße sucht zwei Häuser',
  hebrew: 'שָׁלוֹם עולם',
  japanese: '東京都に住んでいます',
  kyoto: '京都へ行く',
  mail: 'write to grace.hopper@navy.example, please',
  phone: 'call +4915123456789 or code A-17',
};

beforeAll(async () => {
  t = await testServer();
  form = await make({ name: 'Texts', formFields: [text('text'), text('more')] });
  for (const [name, value] of Object.entries(TEXTS)) ids.set(name, (await submitted(form.id, { text: value })).id);
});
afterAll(() => t.stop());

const { call, post, make, submitted, search } = formsCalls(() => t);
const namesOf = (answer: Parameters<typeof idsOf>[0]): string[] => {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return idsOf(answer).map((id) => names.get(id) ?? id);
};
const found = async (expression: string, more: Json = {}): Promise<string[]> =>
  namesOf(await search(expression, more, { formId: form.id })).sort();
const count = async (search: Json, filter: Json = {}) =>
  (await post('submissions/count-by-filter', { filter: { namespace: NAMESPACE, ...filter }, search })).body
    .formsSubmissionsCount;

describe('200', () => {
  it.each<[string, Json, string[]]>([
    ['house', {}, ['house', 'houses']],
    ['HOUSE mouse', {}, ['house', 'houses', 'mouse']],
    ['lake house', { mode: 'AND' }, ['houses']],
    ['house unicorn', { mode: 'AND' }, []],
    ['hose', {}, []],
    ['hose', { fuzzy: true }, ['house', 'houses']],
    ['moues', { fuzzy: true, mode: 'AND' }, ['mouse']],
    ['muller', {}, ['german']],
    ['hauptstrasse', {}, ['german']],
    ['שלום', {}, ['hebrew']],
    ['東京', {}, ['japanese']],
    ['京都', {}, ['kyoto']],
    ['grace.hopper@navy.example', { mode: 'AND' }, ['mail']],
    ['navy', {}, ['mail']],
    ['4915123456789', {}, ['phone']],
    ['hou', {}, []],
    ["'house' & !mouse", { mode: 'AND' }, []],
    ['!!!', {}, []],
    ['', {}, Object.keys(TEXTS).sort()],
  ])('%j %j', async (expression, more, expected) => {
    expect(await found(expression, more)).toEqual(expected);
  });

  it('reflects creations, changes and deletions immediately', async () => {
    const one = await submitted(form.id, { text: 'unicorn' });
    expect(idsOf(await search('unicorn'))).toEqual([one.id]);
    const change = { formId: form.id, revision: '1', submissions: { text: 'griffin' }, id: one.id };
    await call('PATCH', `submissions/${one.id}`, { submission: change });
    expect(idsOf(await search('unicorn'))).toEqual([]);
    expect(idsOf(await search('griffin'))).toEqual([one.id]);
    await call('DELETE', `submissions/${one.id}`);
    expect(idsOf(await search('griffin'))).toEqual([]);
    await post(`submissions/trash-bin/${one.id}/restore`, { submissionId: one.id });
    expect(idsOf(await search('griffin'))).toEqual([one.id]);
  });

  it('continues with the cursor alone, which carries expression, filter and sort', async () => {
    const own = await make({ name: 'Paged', formFields: [text('text')] });
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await submitted(own.id, { text: `dragon ${i}` })).id);
    const sort = [{ fieldName: 'status' }, { fieldName: 'createdDate', order: 'ASC' }];
    const filter = { namespace: NAMESPACE, formId: own.id };
    const pages: string[][] = [];
    let request: Json = { filter, sort, search: { expression: 'dragon' }, cursorPaging: { limit: 2 } };
    for (;;) {
      const answer = await post('submissions/namespace/search', { search: request });
      pages.push(idsOf(answer));
      const { next } = answer.body.metadata.cursors;
      if (!next) break;
      request = { cursorPaging: { limit: 2, cursor: next } };
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(made);
    // A query does not accept the cursor of a search.
    const first = await post('submissions/namespace/search', {
      search: { filter, search: { expression: 'dragon' }, cursorPaging: { limit: 1 } },
    });
    const cursorPaging = { cursor: first.body.metadata.cursors.next };
    expect(codeOf(await post('submissions/namespace/query', { query: { cursorPaging } }))).toBe('INVALID_CURSOR');
  });

  it('counts matches per form', async () => {
    const other = await make({ name: 'Other', formFields: [text('text')] });
    await submitted(other.id, { text: 'a phoenix' });
    for (let i = 0; i < 2; i++) await submitted(form.id, { text: 'the phoenix' });
    const counted = await count({ expression: 'phoenix' });
    expect(counted).toHaveLength(2);
    expect(counted).toContainEqual({ formId: form.id, totalCount: 2, unseenCount: 2 });
    expect(counted).toContainEqual({ formId: other.id, totalCount: 1, unseenCount: 1 });
    expect(await count({ expression: 'phoenix' }, { formId: other.id })).toHaveLength(1);
    expect(await count({ expression: 'phenix', fuzzy: true })).toHaveLength(2);
    expect(await count({ expression: 'basilisk' })).toEqual([]);
  });

  it('finds nothing of another site with the same words', async () => {
    const second = await t.secondSite();
    const body = { search: { filter: { namespace: NAMESPACE }, search: { expression: 'house' } } };
    const answer = await call('POST', 'submissions/namespace/search', body, second.key, {
      'wix-site-id': second.site.id,
    });
    expect(answer.body.submissions).toEqual([]);
  });

  it('deletes the words of deleted submissions', async () => {
    const kept = async () =>
      (
        await sql<{
          word: string;
        }>`select distinct word from submission_words where word in ('wyvern', 'houses')`.execute(t.db)
      ).rows;
    const { id } = await submitted(form.id, { text: 'wyvern' });
    expect(idsOf(await search('wivern', { fuzzy: true }))).toEqual([id]);
    await deleteUnusedWords(t.ctx, '');
    expect(await kept()).toHaveLength(2);
    await call('DELETE', `submissions/${id}?permanent=true`);
    await deleteUnusedWords(t.ctx, '');
    expect(await kept()).toEqual([{ word: 'houses' }]);
  });

  it('indexes the rest after a search that finds too much to index, and everything again for another language', async () => {
    const uncut = async () => (await sql`select from submissions where words is null`.execute(t.db)).rows.length;
    const settled = async (done: () => Promise<boolean>) => {
      for (let tries = 0; tries < 1_500 && !(await done()); tries++)
        await new Promise((after) => setTimeout(after, 20));
    };
    await sql`
      insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since)
      select site_id, gen_random_uuid(), form_id, namespace, status, submitter_kind, submitter_id,
        jsonb_build_object('text', 'number ' || i), created_at - i * interval '1 second', updated_at, status_since
      from submissions, generate_series(1, 2100) as i where id = ${ids.get('house')}`.execute(t.db);
    expect(idsOf(await search('number', {}, { formId: form.id }))).toHaveLength(100);
    await settled(async () => (await uncut()) === 0);
    expect(await uncut()).toBe(0);
    expect(idsOf(await search('2100', {}, { formId: form.id }))).toHaveLength(1);
    // Only German has the same stem for Häuser and Haus.
    expect(await found('Haus')).toEqual([]);
    await t.configure({ language: 'de' });
    await found('Haus');
    await settled(async () => (await found('Haus')).length === 1);
    expect(await found('Haus')).toEqual(['german']);
  });
});

describe('400', () => {
  it.each<[string, Json]>([
    ['more than ten sort keys', { sort: Array.from({ length: 11 }, () => ({ fieldName: 'createdDate' })) }],
    ['an expression of more than a hundred characters', { search: { expression: 'x'.repeat(101) } }],
    ['another mode', { search: { expression: 'x', mode: 'NEAR' } }],
    ['no namespace', { filter: { formId: 'x' } }],
    ['a field that is none', { filter: { namespace: NAMESPACE, answers: 1 } }],
  ])('%s', async (_what, request) => {
    const answer = await post('submissions/namespace/search', {
      search: { filter: { namespace: NAMESPACE }, ...request },
    });
    expect(answer.status).toBe(400);
  });
});
