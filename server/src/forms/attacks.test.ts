/**
 * Attacks that combine parts of the forms slice: callers must not learn hidden data from the responses of other calls.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { codeOf } from '../testing/responses.ts';
import { filesForm, fileValueOf, makeForm, pathOf, submit, upload } from './testing/files.ts';
import { text } from './testing/sample-forms.ts';
import { idsOf, type Json, NAMESPACE, submissionCalls } from './testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await t.configure({ forms: { spam: { blockedEmails: ['bad@example.org'] } } });
});
afterAll(() => t.stop());
const { call, post, make, submitted } = submissionCalls(() => t);

const emailMapping = { contactMapping: { contactField: 'EMAIL', emailInfo: { tag: 'MAIN' } } };
const makeFields = () => [text('name'), text('email', { format: 'EMAIL' }, emailMapping)];
const makeContactForm = async (more: Json = {}) =>
  (await make({ formFields: makeFields(), spamFilterProtectionLevel: 'BASIC', ...more })).id;
const validValues = { name: 'Grace', email: 'good@example.org' };
const spam = { name: 'Grace', email: 'bad@example.org' };
const countsOf = ({ body }: TestResponse) => body.formsSubmissionsCount;

describe('hidden fields', () => {
  const queryForm = (filter: Json, more: Json = {}, as = t.visitor) =>
    post(
      'submissions/namespace/query',
      { query: { filter: { namespace: NAMESPACE, ...filter }, ...more }, onlyYourOwn: true },
      as,
    );

  it.each<[string, Json]>([
    ['contact', { contactId: null }],
    ['contact, negated', { contactId: { $ne: null } }],
    ['private tags', { 'tags.privateTags.tagIds': { $hasSome: ['hot'] } }],
    ['contact, in a nested condition', { $or: [{ $not: { contactId: null } }] }],
  ])('cannot be filtered by: %s', async (_what, hidden) => {
    const formId = await makeContactForm({ submissionAccess: 'PUBLIC' });
    await submitted(formId, validValues);
    for (const as of [t.visitor, t.member]) {
      expect([codeOf(await queryForm({ formId, ...hidden }, {}, as))]).toEqual(['INVALID_FILTER']);
      const open = { query: { filter: { namespace: NAMESPACE, formId, ...hidden } } };
      expect(codeOf(await post('submissions/namespace/query', open, as))).toBe('INVALID_FILTER');
      const search = { search: { ...open.query, search: { expression: 'grace' } } };
      expect(codeOf(await post('submissions/namespace/search', search, as))).toBe('INVALID_FILTER');
      expect(codeOf(await post('submissions/count-by-filter', open.query, as))).toBe('INVALID_FILTER');
    }
    const staffResponse = await post('submissions/namespace/query', {
      query: { filter: { namespace: NAMESPACE, formId, ...hidden } },
    });
    expect(staffResponse.status).toBe(200);
  });

  it('cannot be sorted by', async () => {
    expect(codeOf(await queryForm({}, { sort: [{ fieldName: 'contactId', order: 'ASC' }] }))).toBe('INVALID_FILTER');
  });

  it('cannot be filtered by with a cursor from staff', async () => {
    const formId = await makeContactForm({ submissionAccess: 'PUBLIC' });
    for (let i = 0; i < 2; i++) await submitted(formId, validValues);
    const query = { filter: { namespace: NAMESPACE, formId, contactId: { $ne: null } }, cursorPaging: { limit: 1 } };
    const { cursors } = (await post('submissions/namespace/query', { query })).body.metadata;
    const next = { query: { cursorPaging: { cursor: cursors.next, limit: 1 } } };
    expect((await post('submissions/namespace/query', next)).status).toBe(200);
    expect(codeOf(await post('submissions/namespace/query', next, t.visitor))).toBe('INVALID_FILTER');
  });

  it('cannot be filtered by: private tags of forms', async () => {
    await make({ tags: { privateTags: { tagIds: ['vip'] } } });
    const filter = { namespace: NAMESPACE, 'tags.privateTags.tagIds': { $hasSome: ['vip'] } };
    for (const as of [t.visitor, t.member]) {
      expect(codeOf(await post('forms/query', { query: { filter } }, as))).toBe('INVALID_FILTER');
      expect(codeOf(await post('forms/count-by-filter', { namespace: NAMESPACE, filter }, as))).toBe('INVALID_FILTER');
    }
    expect((await post('forms/query', { query: { filter } })).body.forms).toHaveLength(1);
  });
});

describe('a spam verdict', () => {
  it('does not change searches of the sender’s own submissions', async () => {
    const formId = await makeContactForm();
    const ids = [await submitted(formId, validValues), await submitted(formId, spam)].map(({ id }) => id);
    for (const expression of ['grace', 'GRACE example', 'gracr']) {
      const search = { filter: { namespace: NAMESPACE, formId }, search: { expression, fuzzy: true } };
      const found = await post('submissions/namespace/search', { search, onlyYourOwn: true }, t.visitor);
      expect(idsOf(found).sort()).toEqual([...ids].sort());
      const otherResponse = await post('submissions/namespace/search', { search, onlyYourOwn: true }, t.member);
      expect(idsOf(otherResponse)).toEqual([]);
    }
    const search = { filter: { namespace: NAMESPACE, formId }, search: { expression: 'nowhere' } };
    expect(idsOf(await post('submissions/namespace/search', { search, onlyYourOwn: true }, t.visitor))).toEqual([]);
  });

  it('does not change responses to validation, reading or further submissions', async () => {
    const formId = await makeContactForm({ limitationRule: { submissionLimitPerUser: 1 } });
    const other = await makeContactForm({ limitationRule: { submissionLimitPerUser: 1 } });
    const ids = [(await submitted(formId, validValues)).id, (await submitted(other, spam)).id] as const;
    const calls: ((id: string, formId: string) => Promise<TestResponse>)[] = [
      (_, formId) => post('submissions/validate', { submission: { formId, submissions: validValues } }, t.visitor),
      (_, formId) => post('submissions', { submission: { formId, submissions: validValues } }, t.visitor),
      (id) => call('GET', `submissions/${id}`, undefined, t.visitor),
      (id) => call('GET', `submissions/${id}/formatted`, undefined, t.visitor),
      (id) => call('DELETE', `submissions/${id}`, undefined, t.visitor),
      (id) => call('GET', `form-spam-submission-reports/${id}`, undefined, t.visitor),
    ];
    for (const make of calls) {
      const [one, two] = [await make(ids[0], formId), await make(ids[1], other)];
      expect([two.status, two.text.replaceAll(other, formId)]).toEqual([one.status, one.text]);
    }
  });
});

describe('a form with public submissions', () => {
  it('closes them at once when it is moved to the trash, also for existing cursors', async () => {
    const formId = await makeContactForm({ submissionAccess: 'PUBLIC' });
    const ids = [await submitted(formId, validValues), await submitted(formId, validValues)].map(({ id }) => id);
    const query = { filter: { namespace: NAMESPACE, formId }, cursorPaging: { limit: 1 } };
    const first = await post('submissions/namespace/query', { query }, t.visitor);
    expect(first.body.submissions).toHaveLength(1);
    const next = { query: { cursorPaging: { cursor: first.body.metadata.cursors.next } } };
    await call('DELETE', `forms/${formId}`);
    const again = await post('submissions/namespace/query', next, t.visitor);
    if (again.status === 200) expect(again.body.submissions).toEqual([]);
    else expect(again.status).toBe(403);
    for (const id of ids) expect((await call('GET', `submissions/${id}`, undefined, t.visitor)).status).toBe(403);
  });
});

describe('a required captcha', () => {
  it('is required of every caller who does not manage submissions', async () => {
    const formId = await makeContactForm({ submissionPolicy: { captchaRequired: true } });
    const creating = await t.keyWith(['submissions:create', 'forms:read']);
    const viewer = await t.userToken('viewer');
    for (const as of [t.visitor, t.member, creating, viewer]) {
      for (const captchaToken of [undefined, null, '', 'x', 'e30=']) {
        for (const more of [{}, { status: 'CONFIRMED' }, { submitter: { userId: 'x' } }]) {
          const body = { submission: { formId, submissions: validValues, ...more }, captchaToken };
          const response = await post('submissions', body, as, { 'idempotency-key': 'one' });
          expect([captchaToken, response.status, codeOf(response)]).toEqual([captchaToken, 428, 'INVALID_CAPTCHA']);
        }
      }
    }
    expect(countsOf(await post('submissions/count', { formIds: [formId], namespace: NAMESPACE }))[0].totalCount).toBe(
      0,
    );
    // If an API key makes the call for a member, the permissions of the key apply.
    expect(
      (await post('submissions', { submission: { formId, submissions: validValues } }, `${t.member},${t.key}`)).status,
    ).toBe(200);
  });
});

describe('names of prototype properties', () => {
  const sendRaw = (path: string, body: string, as = t.key) => t.call({ method: 'POST', path: `/v4/${path}`, body, as });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'stores or rejects %s like any other name',
    async (name) => {
      const one = await submitted((await make()).id);
      const formId = one.formId as string;
      const responses = [
        await sendRaw(`submissions/${one.id}/extended-fields`, `{"namespace":"${name}","namespaceData":{"x":1}}`),
        await sendRaw(`forms/${formId}/extended-fields`, `{"namespace":"${name}","namespaceData":{"x":1}}`),
        await sendRaw(
          'submissions',
          `{"submission":{"formId":"${formId}","submissions":{"${name}":{"x":1}}}}`,
          t.visitor,
        ),
        await sendRaw(
          'bulk/submissions/update-tags',
          `{"submissionIds":["${one.id}"],"assignTags":{"tags":{"tagIds":["${name}"]}}}`,
        ),
        await sendRaw('submissions/count-by-filter', `{"filter":{"namespace":"${NAMESPACE}","${name}":{"x":1}}}`),
        await sendRaw(
          'submissions/namespace/query',
          `{"query":{"filter":{"namespace":"${NAMESPACE}"},"sort":[{"fieldName":"${name}"}]}}`,
        ),
        await sendRaw(
          'submissions',
          `{"submission":{"formId":"${formId}","submissions":{}},"additionalMetadata":{"${name}":["x"]}}`,
        ),
      ];
      for (const response of responses) expect([200, 400]).toContain(response.status);
      expect((await call('GET', `submissions/${one.id}`)).status).toBe(200);
      expect((await call('GET', `forms/${formId}`, undefined, t.visitor)).status).toBe(200);
      expect(({} as Json).x).toBeUndefined();
    },
  );
});

// The HTTP layer rejects bodies of more than 500 levels. The calls must reject bodies with fewer levels themselves.
describe.each([400, 200_000])('a value of %i levels', (levels) => {
  const deep = '['.repeat(levels) + ']'.repeat(levels);
  const sendRaw = (path: string, body: string, headers = {}) =>
    t.call({ method: 'POST', path: `/v4/${path}`, body, as: t.visitor, headers });

  it.each<[string, (formId: string) => string]>([
    ['forms/query', () => `{"query":{"filter":{"namespace":"${NAMESPACE}","id":${deep}}}}`],
    ['forms/count-by-filter', () => `{"namespace":"${NAMESPACE}","filter":{"id":${deep}}}`],
    ['submissions', (formId) => `{"submission":{"formId":"${formId}","submissions":{"name":${deep}}}}`],
    ['submissions/validate', (formId) => `{"submission":{"formId":"${formId}","submissions":{"name":${deep}}}}`],
    [
      'submissions/namespace/query',
      () => `{"query":{"filter":{"namespace":"${NAMESPACE}","id":${deep}}},"onlyYourOwn":true}`,
    ],
  ])('is rejected by %s', async (path, body) => {
    const { id } = await make();
    const response = await sendRaw(path, body(id), { 'idempotency-key': 'deep' });
    // The validation call returns 200 with errors, unless the HTTP layer rejects the body.
    expect([path, response.status]).toEqual([path, path.endsWith('validate') && levels === 400 ? 200 : 400]);
    if (response.status === 200) expect(response.body.valid).toBe(false);
  });
});

describe('files of a deleted submission', () => {
  it('cannot be opened with earlier links', async () => {
    const formId = await makeForm(t, filesForm({ spamFilterProtectionLevel: 'NONE' }));
    const { file } = (await upload(t, formId, { name: 'cv.txt', bytes: 'my life' })).body;
    const { id } = (await submit(t, formId, { files: [fileValueOf(file)] })).body.submission;
    const { url } = (
      await t.call({ method: 'POST', path: `/portico/v1/files/${file.id}/link`, body: {}, as: t.visitor })
    ).body;
    const { document } = (await call('GET', `submissions/${id}/document`)).body;
    const links = [url, document.readyDetails.downloadUrl].map(pathOf);
    const getStatuses = () => Promise.all(links.map(async (path) => (await t.call({ method: 'GET', path })).status));
    expect(await getStatuses()).toEqual([200, 200]);
    await call('DELETE', `submissions/${id}?permanent=true`);
    expect(await getStatuses()).toEqual([404, 404]);
    const again = await submit(t, formId, { files: [fileValueOf(file)] });
    expect(again.status).toBe(400);
  });
});

describe('the export', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', 'a;=1', 'a\n=1', 'a\t=1', 'a;"=1', 'a\r\n@x'])(
    'prevents a spreadsheet from running %j as a formula, with any cell separator',
    async (name) => {
      const { id } = await make({ formFields: [text('name')] });
      await submitted(id, { name });
      const csv = await t.call({ method: 'GET', path: `/portico/v1/forms/${id}/submissions.csv`, as: t.key });
      const cells = csv.text.split(/[;,\t\r\n"]+/).map((cell) => cell.trimStart());
      expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    },
  );
});
