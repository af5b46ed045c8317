/** Attacks on forms that stand between its parts: who may not see something must not learn of it by asking for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../testing/answers.ts';
import { type Answered, type TestServer, testServer } from '../testing/index.ts';
import { formsCalls, idsOf, type Json, NAMESPACE } from './testing/calls.fixture.ts';
import { filesForm, makeForm, named, pathOf, submit, upload } from './testing/files.fixture.ts';
import { text } from './testing/forms.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await t.configure({ forms: { spam: { blockedEmails: ['bad@example.org'] } } });
});
afterAll(() => t.stop());
const { call, post, make, submitted } = formsCalls(() => t);

const mapped = { contactMapping: { contactField: 'EMAIL', emailInfo: { tag: 'MAIN' } } };
const fields = () => [text('name'), text('email', { format: 'EMAIL' }, mapped)];
const contactful = async (more: Json = {}) =>
  (await make({ formFields: fields(), spamFilterProtectionLevel: 'BASIC', ...more })).id;
const good = { name: 'Grace', email: 'good@example.org' };
const spam = { name: 'Grace', email: 'bad@example.org' };
const counted = ({ body }: Answered) => body.formsSubmissionsCount;

describe('what is hidden from a caller changes no answer', () => {
  const own = (filter: Json, more: Json = {}, as = t.visitor) =>
    post(
      'submissions/namespace/query',
      { query: { filter: { namespace: NAMESPACE, ...filter }, ...more }, onlyYourOwn: true },
      as,
    );

  it.each<[string, Json]>([
    ['the contact', { contactId: null }],
    ['the contact, the other way', { contactId: { $ne: null } }],
    ['private tags', { 'tags.privateTags.tagIds': { $hasSome: ['hot'] } }],
    ['the contact, hidden in a list', { $or: [{ $not: { contactId: null } }] }],
  ])('%s cannot be filtered by', async (_what, hidden) => {
    const formId = await contactful({ submissionAccess: 'PUBLIC' });
    await submitted(formId, good);
    for (const as of [t.visitor, t.member]) {
      expect([codeOf(await own({ formId, ...hidden }, {}, as))]).toEqual(['INVALID_FILTER']);
      const open = { query: { filter: { namespace: NAMESPACE, formId, ...hidden } } };
      expect(codeOf(await post('submissions/namespace/query', open, as))).toBe('INVALID_FILTER');
      const search = { search: { ...open.query, search: { expression: 'grace' } } };
      expect(codeOf(await post('submissions/namespace/search', search, as))).toBe('INVALID_FILTER');
      expect(codeOf(await post('submissions/count-by-filter', open.query, as))).toBe('INVALID_FILTER');
    }
    const staff = await post('submissions/namespace/query', {
      query: { filter: { namespace: NAMESPACE, formId, ...hidden } },
    });
    expect(staff.status).toBe(200);
  });

  it('nor sorted by', async () => {
    expect(codeOf(await own({}, { sort: [{ fieldName: 'contactId', order: 'ASC' }] }))).toBe('INVALID_FILTER');
  });

  it('nor by the cursor of somebody who may', async () => {
    const formId = await contactful({ submissionAccess: 'PUBLIC' });
    for (let i = 0; i < 2; i++) await submitted(formId, good);
    const query = { filter: { namespace: NAMESPACE, formId, contactId: { $ne: null } }, cursorPaging: { limit: 1 } };
    const { cursors } = (await post('submissions/namespace/query', { query })).body.metadata;
    const next = { query: { cursorPaging: { cursor: cursors.next, limit: 1 } } };
    expect((await post('submissions/namespace/query', next)).status).toBe(200);
    expect(codeOf(await post('submissions/namespace/query', next, t.visitor))).toBe('INVALID_FILTER');
  });

  it('private tags of forms cannot be filtered by', async () => {
    await make({ tags: { privateTags: { tagIds: ['vip'] } } });
    const filter = { namespace: NAMESPACE, 'tags.privateTags.tagIds': { $hasSome: ['vip'] } };
    for (const as of [t.visitor, t.member]) {
      expect(codeOf(await post('forms/query', { query: { filter } }, as))).toBe('INVALID_FILTER');
      expect(codeOf(await post('forms/count-by-filter', { namespace: NAMESPACE, filter }, as))).toBe('INVALID_FILTER');
    }
    expect((await post('forms/query', { query: { filter } })).body.forms).toHaveLength(1);
  });
});

describe('a verdict of spam shows in nothing that its sender can ask', () => {
  it('neither in searches of their own', async () => {
    const formId = await contactful();
    const sent = [await submitted(formId, good), await submitted(formId, spam)].map(({ id }) => id);
    for (const expression of ['grace', 'GRACE example', 'gracr']) {
      const search = { filter: { namespace: NAMESPACE, formId }, search: { expression, fuzzy: true } };
      const found = await post('submissions/namespace/search', { search, onlyYourOwn: true }, t.visitor);
      expect(idsOf(found).sort()).toEqual([...sent].sort());
      const asOther = await post('submissions/namespace/search', { search, onlyYourOwn: true }, t.member);
      expect(idsOf(asOther)).toEqual([]);
    }
    const search = { filter: { namespace: NAMESPACE, formId }, search: { expression: 'nowhere' } };
    expect(idsOf(await post('submissions/namespace/search', { search, onlyYourOwn: true }, t.visitor))).toEqual([]);
  });

  it('nor in validation, reading or what a form takes', async () => {
    const formId = await contactful({ limitationRule: { submissionLimitPerUser: 1 } });
    const other = await contactful({ limitationRule: { submissionLimitPerUser: 1 } });
    const ids = [(await submitted(formId, good)).id, (await submitted(other, spam)).id] as const;
    const asks: ((id: string, formId: string) => Promise<Answered>)[] = [
      (_, formId) => post('submissions/validate', { submission: { formId, submissions: good } }, t.visitor),
      (_, formId) => post('submissions', { submission: { formId, submissions: good } }, t.visitor),
      (id) => call('GET', `submissions/${id}`, undefined, t.visitor),
      (id) => call('GET', `submissions/${id}/formatted`, undefined, t.visitor),
      (id) => call('DELETE', `submissions/${id}`, undefined, t.visitor),
      (id) => call('GET', `form-spam-submission-reports/${id}`, undefined, t.visitor),
    ];
    for (const ask of asks) {
      const [one, two] = [await ask(ids[0], formId), await ask(ids[1], other)];
      expect([two.status, two.text.replaceAll(other, formId)]).toEqual([one.status, one.text]);
    }
  });
});

describe('a form that opens its submissions', () => {
  it('closes them again with the trash, at once, for cursors that are under way too', async () => {
    const formId = await contactful({ submissionAccess: 'PUBLIC' });
    const ids = [await submitted(formId, good), await submitted(formId, good)].map(({ id }) => id);
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

describe('a captcha that the owner asks for', () => {
  it('is asked of everybody who does not manage submissions, whatever they send', async () => {
    const formId = await contactful({ submissionPolicy: { captchaRequired: true } });
    const creating = await t.keyWith(['submissions:create', 'forms:read']);
    const viewer = await t.userToken('viewer');
    for (const as of [t.visitor, t.member, creating, viewer]) {
      for (const captchaToken of [undefined, null, '', 'x', 'e30=']) {
        for (const more of [{}, { status: 'CONFIRMED' }, { submitter: { userId: 'x' } }]) {
          const body = { submission: { formId, submissions: good, ...more }, captchaToken };
          const answer = await post('submissions', body, as, { 'idempotency-key': 'one' });
          expect([captchaToken, answer.status, codeOf(answer)]).toEqual([captchaToken, 428, 'INVALID_CAPTCHA']);
        }
      }
    }
    expect(counted(await post('submissions/count', { formIds: [formId], namespace: NAMESPACE }))[0].totalCount).toBe(0);
    // a member paired with a key that may is the key's doing
    expect(
      (await post('submissions', { submission: { formId, submissions: good } }, `${t.member},${t.key}`)).status,
    ).toBe(200);
  });
});

describe('keys that reach a prototype', () => {
  const raw = (path: string, body: string, as = t.key) => t.call({ method: 'POST', path: `/v4/${path}`, body, as });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is a name like any other, or refused',
    async (name) => {
      const one = await submitted((await make()).id);
      const formId = one.formId as string;
      const answers = [
        await raw(`submissions/${one.id}/extended-fields`, `{"namespace":"${name}","namespaceData":{"x":1}}`),
        await raw(`forms/${formId}/extended-fields`, `{"namespace":"${name}","namespaceData":{"x":1}}`),
        await raw('submissions', `{"submission":{"formId":"${formId}","submissions":{"${name}":{"x":1}}}}`, t.visitor),
        await raw(
          'bulk/submissions/update-tags',
          `{"submissionIds":["${one.id}"],"assignTags":{"tags":{"tagIds":["${name}"]}}}`,
        ),
        await raw('submissions/count-by-filter', `{"filter":{"namespace":"${NAMESPACE}","${name}":{"x":1}}}`),
        await raw(
          'submissions/namespace/query',
          `{"query":{"filter":{"namespace":"${NAMESPACE}"},"sort":[{"fieldName":"${name}"}]}}`,
        ),
        await raw(
          'submissions',
          `{"submission":{"formId":"${formId}","submissions":{}},"additionalMetadata":{"${name}":["x"]}}`,
        ),
      ];
      for (const answer of answers) expect([200, 400]).toContain(answer.status);
      expect((await call('GET', `submissions/${one.id}`)).status).toBe(200);
      expect((await call('GET', `forms/${formId}`, undefined, t.visitor)).status).toBe(200);
      expect(({} as Json).x).toBeUndefined();
    },
  );
});

// HTTP refuses bodies of more than 500 levels; the calls themselves refuse what comes just below that.
describe.each([400, 200_000])('a value of %i levels', (levels) => {
  const deep = '['.repeat(levels) + ']'.repeat(levels);
  const raw = (path: string, body: string, headers = {}) =>
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
  ])('is refused by %s', async (path, body) => {
    const { id } = await make();
    const answer = await raw(path, body(id), { 'idempotency-key': 'deep' });
    // The validation call reports what is wrong, unless the body is refused before it is read.
    expect([path, answer.status]).toEqual([path, path.endsWith('validate') && levels === 400 ? 200 : 400]);
    if (answer.status === 200) expect(answer.body.valid).toBe(false);
  });
});

describe('files of a submission that is gone', () => {
  it('a link made before opens nothing afterwards', async () => {
    const formId = await makeForm(t, filesForm({ spamFilterProtectionLevel: 'NONE' }));
    const { file } = (await upload(t, formId, { name: 'cv.txt', bytes: 'my life' })).body;
    const { id } = (await submit(t, formId, { files: [named(file)] })).body.submission;
    const { url } = (
      await t.call({ method: 'POST', path: `/portico/v1/files/${file.id}/link`, body: {}, as: t.visitor })
    ).body;
    const { document } = (await call('GET', `submissions/${id}/document`)).body;
    const links = [url, document.readyDetails.downloadUrl].map(pathOf);
    const statuses = () => Promise.all(links.map(async (path) => (await t.call({ method: 'GET', path })).status));
    expect(await statuses()).toEqual([200, 200]);
    await call('DELETE', `submissions/${id}?permanent=true`);
    expect(await statuses()).toEqual([404, 404]);
    const again = await submit(t, formId, { files: [named(file)] });
    expect(again.status).toBe(400);
  });
});

describe('the export', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', 'a;=1', 'a\n=1', 'a\t=1', 'a;"=1', 'a\r\n@x'])(
    '%j is run by no spreadsheet, however it separates cells',
    async (name) => {
      const { id } = await make({ formFields: [text('name')] });
      await submitted(id, { name });
      const csv = await t.call({ method: 'GET', path: `/portico/v1/forms/${id}/submissions.csv`, as: t.key });
      const cells = csv.text.split(/[;,\t\r\n"]+/).map((cell) => cell.trimStart());
      expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    },
  );
});
