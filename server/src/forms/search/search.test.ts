/** Searches for submissions by the words of their values. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { text } from '../testing/sample-forms.ts';
import { idsOf, type Json, NAMESPACE, submissionCalls } from '../testing/submission-calls.ts';
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

const { call, post, make, submitted, search } = submissionCalls(() => t);
const namesOf = (response: Parameters<typeof idsOf>[0]): string[] => {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return idsOf(response).map((id) => names.get(id) ?? id);
};
const findIds = async (expression: string, more: Json = {}): Promise<string[]> =>
  namesOf(await search(expression, more, { formId: form.id })).sort();
const count = async (search: Json, filter: Json = {}) =>
  (await post('submissions/count-by-filter', { filter: { namespace: NAMESPACE, ...filter }, search })).body
    .formsSubmissionsCount;

describe('responses with status 200', () => {
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
    expect(await findIds(expression, more)).toEqual(expected);
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
    const pagedForm = await make({ name: 'Paged', formFields: [text('text')] });
    const submissionIds: string[] = [];
    for (let i = 0; i < 5; i++) submissionIds.push((await submitted(pagedForm.id, { text: `dragon ${i}` })).id);
    const sort = [{ fieldName: 'status' }, { fieldName: 'createdDate', order: 'ASC' }];
    const filter = { namespace: NAMESPACE, formId: pagedForm.id };
    const pages: string[][] = [];
    let request: Json = { filter, sort, search: { expression: 'dragon' }, cursorPaging: { limit: 2 } };
    for (;;) {
      const response = await post('submissions/namespace/search', { search: request });
      pages.push(idsOf(response));
      const { next } = response.body.metadata.cursors;
      if (!next) break;
      request = { cursorPaging: { limit: 2, cursor: next } };
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(submissionIds);
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
    const response = await call('POST', 'submissions/namespace/search', body, second.key, {
      'wix-site-id': second.site.id,
    });
    expect(response.body.submissions).toEqual([]);
  });

  it('deletes the words of deleted submissions', async () => {
    const listIndexedWords = async () =>
      (
        await sql<{
          word: string;
        }>`select distinct word from submission_words where word in ('wyvern', 'houses')`.execute(t.db)
      ).rows;
    const { id } = await submitted(form.id, { text: 'wyvern' });
    expect(idsOf(await search('wivern', { fuzzy: true }))).toEqual([id]);
    await deleteUnusedWords(t.ctx, '');
    expect(await listIndexedWords()).toHaveLength(2);
    await call('DELETE', `submissions/${id}?permanent=true`);
    await deleteUnusedWords(t.ctx, '');
    expect(await listIndexedWords()).toEqual([{ word: 'houses' }]);
  });
});

describe('responses with status 400', () => {
  it.each<[string, Json]>([
    ['more than ten sort keys', { sort: Array.from({ length: 11 }, () => ({ fieldName: 'createdDate' })) }],
    ['an expression of more than a hundred characters', { search: { expression: 'x'.repeat(101) } }],
    ['another mode', { search: { expression: 'x', mode: 'NEAR' } }],
    ['no namespace', { filter: { formId: 'x' } }],
    ['a field that is none', { filter: { namespace: NAMESPACE, answers: 1 } }],
  ])('for %s', async (_what, request) => {
    const response = await post('submissions/namespace/search', {
      search: { filter: { namespace: NAMESPACE }, ...request },
    });
    expect(response.status).toBe(400);
  });

  it('with one violation for an expression that is too long', async () => {
    const search = { filter: { namespace: NAMESPACE }, search: { expression: 'x'.repeat(101) } };
    const { body } = await post('submissions/namespace/search', { search });
    expect(body.details.validationError.fieldViolations).toEqual([
      expect.objectContaining({ field: 'search.search.expression', violatedRule: 'MAX_LENGTH' }),
    ]);
  });
});
