/**
 * Permissions of every call on submissions for every kind of caller, also on forms whose `submissionAccess` admits
 * others.
 */

import { toOffsetTime } from '@portico/domain/time-zones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { contactForm, input, paragraphOf } from '../testing/sample-forms.ts';
import {
  idsOf,
  type Json,
  NAMESPACE,
  type StoredSubmission,
  submissionCalls,
  valid,
} from '../testing/submission-calls.ts';

let t: TestServer;
let form: { id: string };
let as: Readonly<Record<Caller, string>>;
const CALLERS = ['visitor', 'member', 'viewer', 'editor', 'owner', 'key', 'unscoped', 'elsewhere'] as const;
type Caller = (typeof CALLERS)[number];
const STAFF: readonly Caller[] = ['viewer', 'editor', 'owner', 'key'];
const MANAGERS: readonly Caller[] = ['editor', 'owner', 'key'];

const { call, make, submitted, query, search } = submissionCalls(() => t);
let secondSite: string;

beforeAll(async () => {
  t = await testServer();
  form = await make();
  const second = await t.secondSite();
  secondSite = second.site.id;
  as = {
    visitor: t.visitor,
    member: t.member,
    viewer: await t.userToken('viewer'),
    editor: await t.userToken('editor'),
    owner: await t.userToken('owner'),
    key: t.key,
    unscoped: await t.keyWith(['items:all']),
    elsewhere: second.key,
  };
});
afterAll(() => t.stop());

interface Row {
  readonly name: string;
  readonly may: readonly Caller[];
  readonly send: (one: StoredSubmission) => [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: Json];
  /** True if the submission is in the trash. */
  readonly isTrashed?: boolean;
  /** True for bulk calls, which return 200 with a failed result instead of an error. */
  readonly isBulk?: boolean;
}
const filter = { namespace: NAMESPACE };
const ROWS: readonly Row[] = [
  { name: 'get', may: STAFF, send: ({ id }) => ['GET', `submissions/${id}`] },
  { name: 'query', may: STAFF, send: () => ['POST', 'submissions/namespace/query', { query: { filter } }] },
  { name: 'deprecated query', may: STAFF, send: () => ['POST', 'submissions/query', { query: { filter } }] },
  {
    name: 'search',
    may: STAFF,
    send: () => ['POST', 'submissions/namespace/search', { search: { filter, search: { expression: 'ada' } } }],
  },
  { name: 'count by filter', may: STAFF, send: () => ['POST', 'submissions/count-by-filter', { filter }] },
  {
    name: 'count',
    may: STAFF,
    send: ({ formId }) => ['POST', 'submissions/count', { formIds: [formId], namespace: NAMESPACE }],
  },
  {
    name: 'count the trash',
    may: STAFF,
    send: ({ formId }) => ['POST', 'submissions/trash-bin/count', { formIds: [formId], namespace: NAMESPACE }],
  },
  { name: 'list the trash', may: STAFF, send: ({ formId }) => ['GET', `submissions/trash-bin?formId=${formId}`] },
  { name: 'get from the trash', may: STAFF, isTrashed: true, send: ({ id }) => ['GET', `submissions/trash-bin/${id}`] },
  {
    name: 'update',
    may: MANAGERS,
    send: ({ id, formId, revision }) => [
      'PATCH',
      `submissions/${id}`,
      { submission: { id, formId, revision, status: 'CONFIRMED' } },
    ],
  },
  { name: 'confirm', may: MANAGERS, send: ({ id }) => ['POST', `submissions/${id}/confirm`, { submissionId: id }] },
  { name: 'delete', may: MANAGERS, send: ({ id }) => ['DELETE', `submissions/${id}`] },
  { name: 'delete permanently', may: MANAGERS, send: ({ id }) => ['DELETE', `submissions/${id}?permanent=true`] },
  {
    name: 'bulk delete',
    may: MANAGERS,
    isBulk: true,
    send: ({ id, formId }) => ['POST', 'bulk/submissions/delete', { formId, submissionIds: [id] }],
  },
  {
    name: 'restore',
    may: MANAGERS,
    isTrashed: true,
    send: ({ id }) => ['POST', `submissions/trash-bin/${id}/restore`, { submissionId: id }],
  },
  { name: 'remove', may: MANAGERS, isTrashed: true, send: ({ id }) => ['DELETE', `submissions/trash-bin/${id}`] },
  {
    name: 'bulk remove',
    may: MANAGERS,
    isTrashed: true,
    isBulk: true,
    send: ({ id, formId }) => ['POST', 'submissions/trash-bin/delete', { formId, submissionIds: [id] }],
  },
  {
    name: 'tag',
    may: MANAGERS,
    isBulk: true,
    send: ({ id }) => [
      'POST',
      'bulk/submissions/update-tags',
      { submissionIds: [id], assignTags: { tags: { tagIds: ['x'] } } },
    ],
  },
  {
    name: 'tag by filter',
    may: MANAGERS,
    send: ({ id }) => [
      'POST',
      'bulk/submissions/update-tags-by-filter',
      { filter: { ...filter, id }, assignTags: { tags: { tagIds: ['x'] } } },
    ],
  },
  {
    name: 'mark as seen',
    may: MANAGERS,
    send: ({ id, formId }) => ['POST', 'bulk/submissions/mark-as-seen', { ids: [id], formId }],
  },
  {
    name: 'extended fields',
    may: MANAGERS,
    send: ({ id }) => ['POST', `submissions/${id}/extended-fields`, { id, namespace: '@a/b', namespaceData: {} }],
  },
];
const cases = ROWS.flatMap((row) => CALLERS.map((caller) => [row.name, caller, row] as const));

/** Returns a submission with all its data, in the trash or not, to detect changes. */
async function stateOf(id: string): Promise<unknown> {
  const alive = await call('GET', `submissions/${id}`);
  return alive.status === 200 ? alive.body : (await call('GET', `submissions/trash-bin/${id}`)).body;
}

describe('each call by each caller', () => {
  it.each(cases)('%s by %s', async (_name, caller, { may, send, isTrashed, isBulk }) => {
    const one = await submitted(form.id, valid, { status: 'PENDING' }, t.key);
    if (isTrashed) await call('DELETE', `submissions/${one.id}`);
    const before = await stateOf(one.id);
    const [method, path, body] = send(one);
    const headers: Call['headers'] = caller === 'elsewhere' ? { 'wix-site-id': secondSite } : {};
    const response = await call(method, path, body, as[caller], headers);
    if (may.includes(caller)) {
      expect(response.status).toBe(200);
      if (isBulk) expect(response.body.bulkActionMetadata.totalSuccesses).toBe(1);
      return;
    }
    // The owner of another site may make the call, but it finds no submission of this site.
    if (caller === 'elsewhere') {
      expect([200, 404]).toContain(response.status);
      expect(response.text.replace(JSON.stringify(one.formId), '')).not.toContain('ada@example.org');
      if (isBulk) expect(response.body.bulkActionMetadata.totalSuccesses).toBe(0);
    } else {
      expect([response.status, codeOf(response)]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect(await stateOf(one.id)).toEqual(before);
  });

  it('lets every caller submit and validate, except keys without the scope', async () => {
    for (const caller of CALLERS) {
      const body = { submission: { formId: form.id, submissions: valid } };
      const headers: Call['headers'] = caller === 'elsewhere' ? { 'wix-site-id': secondSite } : {};
      const expected = caller === 'unscoped' ? 403 : caller === 'elsewhere' ? 404 : 200;
      expect((await call('POST', 'submissions', body, as[caller], headers)).status).toBe(expected);
      expect((await call('POST', 'submissions/validate', body, as[caller], headers)).status).toBe(expected);
    }
  });
});

describe('own submissions', () => {
  it('are found by queries and searches of their submitter only, but not read by id', async () => {
    const ownSubmission = await submitted(form.id, { ...valid, name: 'Mine' }, {}, t.member);
    await submitted(form.id, { ...valid, name: 'Mine' }, {}, t.otherMember);
    const ownSubmissions = await query({}, {}, t.member);
    expect(ownSubmissions.status).toBe(403);
    const listed = await call(
      'POST',
      'submissions/namespace/search',
      { search: { filter, search: { expression: 'mine' } }, onlyYourOwn: true },
      t.member,
    );
    expect(idsOf(listed)).toEqual([ownSubmission.id]);
    expect((await call('GET', `submissions/${ownSubmission.id}`, undefined, t.member)).status).toBe(403);
  });
});

describe('a form that opens its submissions', () => {
  const LEVELS = [
    ['OWNER_AND_COLLABORATORS', []],
    ['MEMBERS', ['member']],
    ['PUBLIC', ['member', 'visitor']],
  ] as const;
  const opened = new Map<string, StoredSubmission>();

  beforeAll(async () => {
    for (const [submissionAccess] of LEVELS) {
      const { id } = await make({ name: submissionAccess, submissionAccess });
      const tags = { tags: { tagIds: ['shown'] }, privateTags: { tagIds: ['hidden'] } };
      opened.set(submissionAccess, await submitted(id, { ...valid, name: 'Opened' }, { tags }, t.key));
    }
  });

  it.each(LEVELS)('%s to %j', async (level, readers) => {
    const { id } = opened.get(level) as StoredSubmission;
    for (const caller of ['visitor', 'member'] as const) {
      const may = (readers as readonly string[]).includes(caller);
      const read = await call('GET', `submissions/${id}`, undefined, as[caller]);
      expect(read.status).toBe(may ? 200 : 403);
      if (may) expect(read.body.submission.tags).toEqual({ tags: { tagIds: ['shown'] } });
      expect(idsOf(await query({}, { cursorPaging: { limit: 100 } }, as[caller])).includes(id)).toBe(may);
      expect(idsOf(await search('opened', {}, {}, as[caller])).includes(id)).toBe(may);
      const counted = await call('POST', 'submissions/count-by-filter', { filter: { ...filter, id } }, as[caller]);
      expect(counted.body.formsSubmissionsCount).toHaveLength(may ? 1 : 0);
    }
  });

  it('rejects filters and sorts by hidden fields', async () => {
    for (const [caller, onlyYourOwn] of [
      ['visitor', false],
      ['member', true],
    ] as const) {
      for (const more of [
        { filter: { ...filter, 'tags.privateTags.tagIds': { $hasSome: ['hidden'] } } },
        { filter: { ...filter, contactId: null } },
        { filter, sort: [{ fieldName: 'contactId' }] },
      ]) {
        const response = await call('POST', 'submissions/namespace/query', { query: more, onlyYourOwn }, as[caller]);
        expect(codeOf(response)).toBe('INVALID_FILTER');
      }
    }
    const found = await query({ 'tags.privateTags.tagIds': { $hasSome: ['hidden'] } });
    expect(found.body.submissions).toHaveLength(3);
  });

  it('allows only reading, and only its own submissions', async () => {
    const { id, formId } = opened.get('PUBLIC') as StoredSubmission;
    for (const path of [`submissions/${id}`, `submissions/${id}?permanent=true`]) {
      expect((await call('DELETE', path, undefined, t.visitor)).status).toBe(403);
    }
    expect((await call('POST', 'bulk/submissions/delete', { formId, submissionIds: [id] }, t.visitor)).status).toBe(
      403,
    );
    const closed = await submitted(form.id);
    expect((await call('GET', `submissions/${closed.id}`, undefined, t.visitor)).status).toBe(403);
    expect(idsOf(await query({ id: closed.id }, {}, t.visitor))).toEqual([]);
    const staffPage = await query({}, { cursorPaging: { limit: 1 } });
    const cursorPaging = { cursor: staffPage.body.metadata.cursors.next, limit: 100 };
    const cursorResponse = await call('POST', 'submissions/namespace/query', { query: { cursorPaging } }, t.visitor);
    for (const one of cursorResponse.body.submissions) expect(one.formId).toBe(formId);
    const trashed = await call('GET', `submissions/trash-bin?formId=${formId}`, undefined, t.visitor);
    expect(trashed.status).toBe(403);
  });
});

describe('the export', () => {
  const exportCsv = (formId: string, who: string, more = '') =>
    t.call({ method: 'GET', path: `/portico/v1/forms/${formId}/submissions.csv${more}`, as: who });

  it('is for staff only, and contains no formulas', async () => {
    const newsField = input('news', 'BOOLEAN', 'booleanOptions', {
      componentType: 'CHECKBOX',
      checkboxOptions: { label: { nodes: [paragraphOf('Send me news')] } },
    });
    const exportedForm = await make({ name: 'Exported', formFields: [...contactForm().formFields, newsField] });
    const first = await submitted(exportedForm.id, { ...valid, name: '=HYPERLINK("x")', tags: ['red', 'green'] });
    await submitted(exportedForm.id, { ...valid, name: '@SUM(1)', age: 7 });
    await submitted(exportedForm.id, { ...valid, name: 'a "b", c\nd' }, { status: 'PENDING' }, t.key);
    for (const caller of ['visitor', 'member', 'unscoped'] as const) {
      expect((await exportCsv(exportedForm.id, as[caller])).status).toBe(403);
    }
    const response = await exportCsv(exportedForm.id, as.viewer);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="submissions-${exportedForm.id}.csv"`,
      'x-content-type-options': 'nosniff',
    });
    const [header, row] = response.text.split('\r\n');
    expect(header).toBe(
      '\ufeffid,createdDate,updatedDate,status,seen,submitter,tags,orderNumber,itemSubtotal,name,email,phone,code,Colour,Tags,Age,I agree,Send me news',
    );
    expect(row).toMatch(new RegExp(`^${first.id},.*,"'=HYPERLINK\\(""x""\\)",ada@example.org,,,,"red, green",,true,$`));
    expect(response.text).toContain(",'@SUM(1),");
    expect(response.text).toContain(',"a ""b"", c\nd",');
    expect((await exportCsv(exportedForm.id, t.key, '?statuses=PENDING')).text.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await exportCsv('nothing', t.key)).status).toBe(404);
  });

  it('contains times in the time zone of the site, with its offset', async () => {
    const zonedForm = await make({ name: 'Zoned' });
    const { id, createdDate } = await submitted(zonedForm.id);
    const setTimeZone = (timeZone: string) =>
      t.call({ method: 'PATCH', path: '/portico/v1/site', as: as.owner, body: { site: { timeZone } } });
    expect((await setTimeZone('Asia/Kolkata')).status).toBe(200);
    try {
      const readTimes = async () =>
        (await exportCsv(zonedForm.id, t.key)).text.split('\r\n')[1]?.split(',').slice(0, 3);
      const time = toOffsetTime(new Date(String(createdDate)), 'Asia/Kolkata');
      expect(time).toMatch(/\+05:30$/);
      await expect.poll(readTimes).toEqual([id, time, expect.stringMatching(/\+05:30$/)]);
    } finally {
      await setTimeZone('UTC');
    }
  });

  it('contains no passwords', async () => {
    const secret = input('secret', 'STRING', 'stringOptions', { componentType: 'PASSWORD', validation: {} });
    const secretForm = await make({ name: 'Secrets', formFields: [secret] });
    await submitted(secretForm.id, { secret: 'sesame' });
    const { text } = await exportCsv(secretForm.id, t.key);
    expect(text).not.toContain('sesame');
    expect(text.trimEnd()).toMatch(/,••••••••$/);
  });
});
