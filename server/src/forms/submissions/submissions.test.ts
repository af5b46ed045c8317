import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { contactForm, input, text } from '../testing/forms.fixture.ts';

let t: TestServer;
let form: { id: string };
const unlisten = listen(['wix.forms.v4.submission_created'], async () => {});
beforeAll(async () => {
  t = await testServer();
  form = await make();
});
afterAll(async () => {
  unlisten();
  await t.stop();
});

type Json = Record<string, unknown>;
const valid = { name: 'Ada', email: 'ada@example.org', agreed: true };
const filter = { namespace: 'wix.form_app.form' };

const post = (path: string, body: unknown, as = t.key) => t.call({ method: 'POST', path, body, as });
// The same words come again and again here, which the spam filter would hold against them.
const make = async (more: Json = {}) =>
  (await post('/v4/forms', { form: { ...contactForm(), spamFilterProtectionLevel: 'NONE', ...more } })).body.form;
const submit = (submissions: Json, more: Json = {}, as = t.visitor) =>
  post('/v4/submissions', { submission: { formId: form.id, submissions, ...more } }, as);
const submitted = async (submissions: Json = valid, more: Json = {}, as = t.visitor) =>
  (await submit(submissions, more, as)).body.submission;
const get = (id: string, as = t.key) => t.call({ method: 'GET', path: `/v4/submissions/${id}`, as });
const query = (body: Json, as = t.key) => post('/v4/submissions/namespace/query', body, as);
const confirm = (id: string, as = t.key) => post(`/v4/submissions/${id}/confirm`, { submissionId: id }, as);
const code = (answer: { body: { details: { applicationError: { code: string } } } }) =>
  answer.body.details.applicationError.code;
interface Invalid {
  body: { details: { validationError: { fieldViolations: [{ data: { errors: Json[] } }] } } };
}
const errorsOf = (answer: Invalid) => answer.body.details.validationError.fieldViolations[0].data.errors;

describe('200', () => {
  it('stores a submission and answers what was stored', async () => {
    const { status, body } = await submit({ ...valid, phone: '', age: null, tags: ['red'], colour: 'green' });
    expect(status).toBe(200);
    expect(body.submission).toMatchObject({
      formId: form.id,
      namespace: 'wix.form_app.form',
      status: 'CONFIRMED',
      submissions: { ...valid, tags: ['red'], colour: 'green' },
      submitter: { visitorId: t.visitorId },
      revision: '1',
      seen: false,
    });
    expect(Object.keys(body.submission.submissions)).not.toContain('phone');
    expect((await get(body.submission.id)).body).toEqual(body);
  });

  it('takes the submitter from the caller, never from the body', async () => {
    const asMember = await submitted(valid, { submitter: { memberId: t.otherMemberId } }, t.member);
    expect(asMember.submitter).toEqual({ memberId: t.memberId });
    const asBoth = await submitted(valid, {}, `${t.member},${t.key}`);
    expect(asBoth.submitter).toEqual({ memberId: t.memberId });
    expect(Object.keys((await submitted(valid, {}, t.key)).submitter)).toEqual(['applicationId']);
  });

  it('starts pending only where staff asks for it, and reads tags and extended fields from staff alone', async () => {
    const more = {
      status: 'PENDING',
      tags: { tags: { tagIds: ['vip'] } },
      extendedFields: { namespaces: { _user_fields: { a: 1 } } },
    };
    expect(await submitted(valid, more, t.key)).toMatchObject(more);
    const fromVisitor = await submitted(valid, more);
    expect(fromVisitor.status).toBe('CONFIRMED');
    expect(fromVisitor.tags ?? fromVisitor.extendedFields).toBeUndefined();
  });

  it('writes the event with the submission, and none for one that was refused', async () => {
    // the worker may have taken an event already: then it stands among the activities
    const noted = async () => {
      const found = await sql<{ entity_id: string }>`
        select entity_id from outbox union select entity_id from activity`.execute(t.db);
      return found.rows.map((row) => row.entity_id).sort();
    };
    const { id } = await submitted();
    const before = await noted();
    expect(before).toContain(id);
    expect((await submit({ name: 'x'.repeat(21) })).status).toBe(400);
    expect(await noted()).toEqual(before);
  });

  it('validates without storing', async () => {
    const counted = async () =>
      (await post('/v4/submissions/count', { formIds: [form.id], namespace: 'wix.form_app.form' })).body;
    const before = await counted();
    const check = async (submissions: Json, more: Json = {}) =>
      (await post('/v4/submissions/validate', { submission: { formId: form.id, submissions }, ...more }, t.visitor))
        .body;
    expect(await check(valid)).toEqual({ valid: true, violationErrors: [] });
    const wrong = await check({ ...valid, age: 200 });
    expect(wrong.valid).toBe(false);
    expect(wrong.violationErrors).toMatchObject([
      {
        ruleName: 'SUBMISSION_VALIDATION',
        submissionValidationErrors: {
          errors: [{ errorType: 'MAX_VALUE_ERROR', errorPath: 'age', params: { comparison: '<=', limit: 150 } }],
        },
      },
    ]);
    expect(await check({ age: 200 }, { fieldsToValidate: ['colour'] })).toEqual({ valid: true, violationErrors: [] });
    expect(await counted()).toEqual(before);
  });

  it('confirms a pending submission once, also when two ask at the same moment', async () => {
    const { id } = await submitted(valid, { status: 'PENDING' }, t.key);
    const answers = await Promise.all([confirm(id), confirm(id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 428]);
    expect((await get(id)).body.submission).toMatchObject({ status: 'CONFIRMED', revision: '2' });
  });

  it('queries page by page in both directions, filter and sort carried by the cursor', async () => {
    const own = await make({ name: 'Paged' });
    const made: string[] = [];
    for (let age = 0; age < 5; age += 1) {
      const { body } = await post(
        '/v4/submissions',
        { submission: { formId: own.id, submissions: { ...valid, age } } },
        t.visitor,
      );
      made.push(body.submission.id);
    }
    const ids = (answer: { body: { submissions: { id: string }[] } }) => answer.body.submissions.map((one) => one.id);
    for (const order of ['ASC', 'DESC']) {
      const expected = order === 'ASC' ? made : [...made].reverse();
      const paging = { limit: 2 };
      const first = await query({
        query: {
          filter: { ...filter, formId: own.id },
          sort: [{ fieldName: 'createdDate', order }],
          cursorPaging: paging,
        },
      });
      const next = (answer: typeof first) => answer.body.metadata.cursors.next as string;
      const second = await query({ query: { cursorPaging: { ...paging, cursor: next(first) } } });
      const third = await query({ query: { cursorPaging: { ...paging, cursor: next(second) } } });
      expect([ids(first), ids(second), ids(third)]).toEqual([
        expected.slice(0, 2),
        expected.slice(2, 4),
        expected.slice(4),
      ]);
      expect(first.body.metadata).toMatchObject({ count: 2, hasNext: true });
      expect(Object.keys(first.body.metadata.cursors)).toEqual(['next']);
      expect(Object.keys(third.body.metadata.cursors)).toEqual(['prev']);
      const back = await query({ query: { cursorPaging: { ...paging, cursor: third.body.metadata.cursors.prev } } });
      expect(ids(back)).toEqual(expected.slice(2, 4));
      const start = await query({ query: { cursorPaging: { ...paging, cursor: back.body.metadata.cursors.prev } } });
      expect(ids(start)).toEqual(expected.slice(0, 2));
      expect(start.body.metadata.cursors.prev).toBeUndefined();
    }
  });

  it('sorts by several fields in mixed directions, across pages', async () => {
    const own = await make({ name: 'Mixed' });
    for (const status of ['PENDING', 'CONFIRMED', 'PENDING', 'CONFIRMED']) {
      await post('/v4/submissions', { submission: { formId: own.id, submissions: valid, status } });
    }
    const sort = [
      { fieldName: 'status', order: 'DESC' },
      { fieldName: 'submitter.memberId', order: 'ASC' },
      { fieldName: 'createdDate', order: 'ASC' },
    ];
    const all: Json[] = [];
    let cursor: string | undefined;
    do {
      const cursorPaging = { limit: 1, ...(cursor ? { cursor } : {}) };
      const page = await query({
        query: cursor ? { cursorPaging } : { filter: { ...filter, formId: own.id }, sort, cursorPaging },
      });
      all.push(...page.body.submissions);
      cursor = page.body.metadata.cursors.next;
    } while (cursor);
    expect(all.map((one) => one.status)).toEqual(['PENDING', 'PENDING', 'CONFIRMED', 'CONFIRMED']);
    const dates = all.map((one) => String(one.createdDate));
    expect([dates.slice(0, 2), dates.slice(2)]).toEqual([dates.slice(0, 2).sort(), dates.slice(2).sort()]);
    expect(new Set(all.map((one) => one.id)).size).toBe(4);
  });

  it.each<[string, (id: string) => Json, boolean]>([
    ['id $eq', (id) => ({ id }), true],
    ['id $in', (id) => ({ id: { $in: [id, 'not-an-id'] } }), true],
    ['id $ne', (id) => ({ id: { $ne: id } }), false],
    ['id $nin', (id) => ({ id: { $nin: [id] } }), false],
    ['what cannot be an id', () => ({ id: 'not-an-id' }), false],
    ['formId and status', () => ({ formId: form.id, status: { $in: ['CONFIRMED'] } }), true],
    ['submitter', () => ({ 'submitter.visitorId': t.visitorId }), true],
    ['another submitter', () => ({ 'submitter.memberId': t.memberId }), false],
    ['$ne of a submitter that it has not', () => ({ 'submitter.memberId': { $ne: t.memberId } }), true],
    ['seen', () => ({ seen: { $ne: true } }), true],
    ['createdDate', () => ({ createdDate: { $gte: '2020-01-01T00:00:00Z', $lt: '2200-01-01T00:00:00Z' } }), true],
    ['contactId null', () => ({ contactId: null }), true],
    ['$or', (id) => ({ $or: [{ id: 'not-an-id' }, { id }] }), true],
    ['$not', (id) => ({ $not: { id } }), false],
    ['another namespace', () => ({ $and: [{ namespace: 'wix.bookings.v2.bookings' }] }), false],
  ])('filters by %s', async (_what, part, found) => {
    const { id } = await submitted();
    const { body } = await query({ query: { filter: { $and: [filter, part(id)] }, cursorPaging: { limit: 100 } } });
    expect(body.submissions.some((one: Json) => one.id === id)).toBe(found);
  });

  it('answers the deprecated query the same way', async () => {
    const { id } = await submitted();
    const { body } = await post('/v4/submissions/query', { query: { filter: { ...filter, id } } });
    expect(body.submissions).toHaveLength(1);
  });

  it('shows visitors and members their own submissions alone', async () => {
    await submitted(valid, {}, t.member);
    await submitted(valid, {}, t.otherMember);
    const mine = await query({ query: { filter }, onlyYourOwn: true }, t.member);
    expect(mine.status).toBe(200);
    expect(mine.body.submissions.length).toBeGreaterThan(0);
    for (const one of mine.body.submissions) expect(one.submitter).toEqual({ memberId: t.memberId });
    const others = await query(
      { query: { filter: { ...filter, 'submitter.memberId': t.otherMemberId } }, onlyYourOwn: true },
      t.member,
    );
    expect(others.body.submissions).toEqual([]);
    // a cursor that staff was given shows a member no more than their own
    const staff = await query({ query: { filter, cursorPaging: { limit: 1 } } });
    const cursorPaging = { cursor: staff.body.metadata.cursors.next, limit: 100 };
    const tried = await query({ query: { cursorPaging }, onlyYourOwn: true }, t.member);
    for (const one of tried.body.submissions) expect(one.submitter).toEqual({ memberId: t.memberId });
  });

  it('counts by form, marks as seen, and counts for the dashboard', async () => {
    const own = await make({ name: 'Counted' });
    const other = await make({ name: 'Uncounted' });
    const { body } = await post('/v4/submissions', { submission: { formId: own.id, submissions: valid } });
    await post('/v4/submissions', { submission: { formId: own.id, submissions: valid } });
    const counts = async () =>
      (await post('/v4/submissions/count', { formIds: [own.id, other.id], namespace: 'wix.form_app.form' })).body
        .formsSubmissionsCount;
    const none = { formId: other.id, totalCount: 0, unseenCount: 0 };
    expect(await counts()).toEqual([{ formId: own.id, totalCount: 2, unseenCount: 2 }, none]);
    const seen = await post('/v4/bulk/submissions/mark-as-seen', { ids: [body.submission.id], formId: own.id });
    expect(seen.body.jobId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await counts()).toEqual([{ formId: own.id, totalCount: 2, unseenCount: 1 }, none]);
  });

  it('moves a submission to the trash, back, and away for good', async () => {
    const { id } = await submitted();
    const call = (method: 'GET' | 'DELETE', path: string) =>
      t.call({ method, path: `/v4/submissions/${path}`, as: t.key });
    expect((await call('DELETE', `${id}?submissionId=${id}`)).body).toEqual({});
    expect((await get(id)).status).toBe(404);
    const trash = await call('GET', `trash-bin?formId=${form.id}&submissionIds=${id}`);
    expect(trash.body.submissions.map((one: Json) => one.id)).toEqual([id]);
    expect(trash.body.pagingMetadata).toEqual({ count: 1, cursors: {}, hasNext: false });
    expect((await post(`/v4/submissions/trash-bin/${id}/restore`, { submissionId: id })).body.submission.id).toBe(id);
    expect((await get(id)).status).toBe(200);
    await call('DELETE', id);
    expect((await call('DELETE', `trash-bin/${id}`)).body).toEqual({});
    expect((await call('GET', `trash-bin/${id}`)).status).toBe(404);
  });

  it('goes with its form when that is removed for good', async () => {
    const own = await make({ name: 'Doomed' });
    const { body } = await post('/v4/submissions', { submission: { formId: own.id, submissions: valid } });
    await t.call({ method: 'DELETE', path: `/v4/forms/${own.id}?permanent=true`, as: t.key });
    expect((await get(body.submission.id)).status).toBe(404);
  });

  it('judges phone numbers by their country and patterns without being stalled', async () => {
    expect((await submit({ ...valid, phone: '+4915123456789', code: 'AB' })).status).toBe(200);
    const slow = await make({ name: 'Slow', formFields: [text('f', { pattern: '^(a+)+$' })] });
    const submissions = { f: `${'a'.repeat(19_000)}!` };
    const answer = await post('/v4/submissions', { submission: { formId: slow.id, submissions } }, t.visitor);
    expect(errorsOf(answer)).toMatchObject([{ errorType: 'PATTERN_ERROR' }]);
  });
});

describe('400', () => {
  it('names every violation at once, with path, type, message and params', async () => {
    const answer = await submit({
      name: 'x'.repeat(21),
      email: 'nobody',
      phone: '+49151',
      code: 'abc',
      colour: 'blue',
      tags: ['red', 'green', 'red'],
      age: '7',
      agreed: false,
      extra: 1,
    });
    expect(answer.status).toBe(400);
    const [violation] = answer.body.details.validationError.fieldViolations;
    expect(violation).toMatchObject({ field: 'submission', ruleName: 'SUBMISSION_VALIDATION' });
    expect(errorsOf(answer)).toEqual([
      {
        errorPath: 'name',
        errorType: 'MAX_LENGTH_ERROR',
        errorMessage: 'must NOT have more than 20 characters',
        params: { limit: 20 },
      },
      {
        errorPath: 'email',
        errorType: 'FORMAT_ERROR',
        errorMessage: 'must match format "email"',
        params: { format: 'email' },
      },
      {
        errorPath: 'phone',
        errorType: 'FORMAT_ERROR',
        errorMessage: 'must match format "phone"',
        params: { format: 'phone' },
      },
      {
        errorPath: 'code',
        errorType: 'PATTERN_ERROR',
        errorMessage: 'must match pattern "^[A-Z]{2}$"',
        params: { pattern: '^[A-Z]{2}$' },
      },
      {
        errorPath: 'colour',
        errorType: 'NOT_ALLOWED_VALUE_ERROR',
        errorMessage: 'must be equal to one of the allowed values',
        params: { allowedValues: ['red', 'green'] },
      },
      {
        errorPath: 'tags',
        errorType: 'MAX_ITEMS_ERROR',
        errorMessage: 'must NOT have more than 2 items',
        params: { limit: 2 },
      },
      { errorPath: 'age', errorType: 'TYPE_ERROR', errorMessage: 'must be number', params: { type: 'number' } },
      {
        errorPath: 'agreed',
        errorType: 'NOT_ALLOWED_VALUE_ERROR',
        errorMessage: 'must be equal to one of the allowed values',
        params: { allowedValues: [true] },
      },
      {
        errorPath: 'extra',
        errorType: 'UNKNOWN_VALUE_ERROR',
        errorMessage: 'must NOT have additional properties',
        params: { additionalProperty: 'extra' },
      },
    ]);
  });

  it('names required fields that are empty, as the vendor’s form sends them', async () => {
    expect(errorsOf(await submit({ name: null, email: '' }))).toMatchObject([
      { errorPath: 'name', errorType: 'REQUIRED_VALUE_ERROR' },
      { errorPath: 'email', errorType: 'REQUIRED_VALUE_ERROR' },
    ]);
  });

  it('says that a country’s calling code is unknown', async () => {
    expect(errorsOf(await submit({ ...valid, phone: '+9991234567' }))).toMatchObject([
      { errorType: 'INVALID_PHONE_COUNTRY_CODE_ERROR', errorMessage: 'Phone number has incorrect country code' },
    ]);
  });

  it('takes no file that was not uploaded to the form', async () => {
    const upload = await make({
      name: 'Upload',
      formFields: [input('file', 'WIX_FILE', 'wixFileOptions', { componentType: 'FILE_UPLOAD' })],
    });
    const submissions = { file: [{ fileId: 'a', displayName: 'b', fileType: 'c', url: 'https://evil.example/x' }] };
    const answer = await post('/v4/submissions', { submission: { formId: upload.id, submissions } }, t.visitor);
    expect(errorsOf(answer)).toMatchObject([{ errorPath: 'file/0/url', errorType: 'NOT_ALLOWED_VALUE_ERROR' }]);
  });

  it.each<[string, Json]>([
    ['disabled', { enabled: false }],
    ['past its deadline', { limitationRule: { dateTimeDeadline: '2020-01-01T00:00:00Z' } }],
    ['full', { limitationRule: { maxAllowedSubmissions: 0 } }],
  ])('closes a form that is %s', async (name, more) => {
    const closed = await make({ name, ...more });
    const answer = await post('/v4/submissions', { submission: { formId: closed.id, submissions: valid } }, t.visitor);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toMatchObject([
      { errorType: 'DISABLED_FORM_ERROR', errorPath: 'form.properties.disabled' },
    ]);
  });

  it('takes no more than the form allows, also from many at once', async () => {
    const limited = await make({
      name: 'Limited',
      limitationRule: { maxAllowedSubmissions: 3, submissionLimitPerUser: 2 },
    });
    const send = (as: string) =>
      post('/v4/submissions', { submission: { formId: limited.id, submissions: valid } }, as);
    const own = await Promise.all([1, 2, 3].map(() => send(t.visitor)));
    expect(own.filter((answer) => answer.status === 200)).toHaveLength(2);
    const others = await Promise.all([1, 2, 3].map(() => send(t.key)));
    expect(others.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('queries nothing without a namespace', async () => {
    for (const [path, wrong] of [
      ['/v4/submissions/namespace/query', { formId: form.id }],
      ['/v4/submissions/query', {}],
      ['/v4/submissions/namespace/query', { $or: [filter] }],
    ] as const) {
      const answer = await post(path, { query: { filter: wrong } });
      expect(answer.status).toBe(400);
      expect(code(answer)).toBe('MISSING_NAMESPACE_FILTER');
    }
  });

  it.each<[string, Json]>([
    ['field', { password: 'x' }],
    ['operator', { status: { $gt: 'A' } }],
    ['column of the table', { submitter_id: 'x' }],
    ['list that is none', { id: { $in: 'x' } }],
    ['key of a prototype', JSON.parse('{"constructor": "x"}')],
    ['depth', Array.from({ length: 12 }).reduce<Json>((inner) => ({ $not: inner }), { seen: true })],
  ])('refuses a filter with a wrong %s', async (_what, part) => {
    const answer = await query({ query: { filter: { ...filter, ...part } } });
    expect(code(answer)).toBe('INVALID_FILTER');
  });

  it('refuses a sort by what cannot be sorted, more than three, and more than a hundred a page', async () => {
    const status = async (more: Json) => (await query({ query: { filter, ...more } })).status;
    const createdDate = { fieldName: 'createdDate' };
    expect(await status({ sort: [{ fieldName: 'namespace' }] })).toBe(400);
    expect(await status({ sort: [createdDate, createdDate, createdDate, createdDate] })).toBe(400);
    expect(await status({ cursorPaging: { limit: 101 } })).toBe(400);
    expect(await status({ cursorPaging: { limit: 100 } })).toBe(200);
  });

  it('refuses a cursor that was changed, made for another call or another site', async () => {
    await Promise.all([submitted(), submitted()]);
    const { next } = (await query({ query: { filter, cursorPaging: { limit: 1 } } })).body.metadata.cursors;
    const tried = (cursor: string, path = '/v4/submissions/namespace/query', as = t.key, headers = {}) =>
      t.call({ method: 'POST', path, body: { query: { cursorPaging: { cursor } } }, as, headers });
    const second = await t.secondSite();
    for (const answer of [
      await tried(`${next.slice(0, -2)}xx`),
      await tried('nonsense'),
      await tried(next, '/v4/forms/query'),
      await tried(next, undefined, second.key, { 'wix-site-id': second.site.id }),
      await tried(t.visitor),
    ]) {
      expect(code(answer)).toBe('INVALID_CURSOR');
    }
  });
});

describe('401', () => {
  it('asks for a token', async () => {
    const body = { submission: { formId: form.id, submissions: valid } };
    expect((await t.call({ method: 'POST', path: '/v4/submissions', body })).status).toBe(401);
  });
});

describe('403', () => {
  it.each(['visitor', 'member', 'a key for data', 'a viewer'])('keeps %s from what is not theirs', async (who) => {
    const { id } = await submitted(valid, {}, t.otherMember);
    const pending = await submitted(valid, { status: 'PENDING' }, t.key);
    const viewer = who === 'a viewer';
    const as =
      who === 'visitor'
        ? t.visitor
        : who === 'member'
          ? t.member
          : viewer
            ? await t.userToken('viewer')
            : await t.keyWith(['items:all']);
    const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
      (await t.call({ method, path: `/v4/${path}`, body, as })).status;
    // a viewer reads everything and changes nothing
    const reading = viewer ? 200 : 403;
    expect(await call('GET', `submissions/${id}`)).toBe(reading);
    expect(await call('POST', 'submissions/namespace/query', { query: { filter } })).toBe(reading);
    expect(await call('POST', 'submissions/query', { query: { filter } })).toBe(reading);
    const count = { formIds: [form.id], namespace: 'wix.form_app.form' };
    expect(await call('POST', 'submissions/count', count)).toBe(reading);
    expect(await call('GET', `submissions/trash-bin?formId=${form.id}`)).toBe(reading);
    expect(await call('POST', `submissions/${pending.id}/confirm`, {})).toBe(403);
    expect(await call('DELETE', `submissions/${id}?permanent=true`)).toBe(403);
    expect(await call('POST', 'bulk/submissions/mark-as-seen', { ids: [id], formId: form.id })).toBe(403);
    expect(await call('POST', `submissions/trash-bin/${id}/restore`, {})).toBe(403);
    expect((await get(pending.id)).body.submission.status).toBe('PENDING');
  });
});

describe('404', () => {
  it('knows no submission of that id, of another site, or in the trash', async () => {
    const { id } = await submitted();
    const second = await t.secondSite();
    const elsewhere = await t.call({
      method: 'GET',
      path: `/v4/submissions/${id}`,
      as: second.key,
      headers: { 'wix-site-id': second.site.id },
    });
    for (const answer of [await get('not-an-id'), await get('6b3f1f5e-1111-4222-8333-944455556666'), elsewhere]) {
      expect(answer.status).toBe(404);
      expect(code(answer)).toBe('SUBMISSION_NOT_FOUND');
    }
  });

  it('knows no form of that id, and none in the trash', async () => {
    const trashed = await make({ name: 'Trashed' });
    await t.call({ method: 'DELETE', path: `/v4/forms/${trashed.id}`, as: t.key });
    for (const formId of [trashed.id, 'not-an-id']) {
      const answer = await post('/v4/submissions', { submission: { formId, submissions: valid } }, t.visitor);
      expect(code(answer)).toBe('FORM_NOT_FOUND');
    }
  });
});

describe('428', () => {
  it('confirms nothing but a pending submission', async () => {
    const answer = await confirm((await submitted()).id);
    expect(answer.status).toBe(428);
    expect(answer.body.details.applicationError).toMatchObject({
      code: 'INVALID_STATUS_TRANSITION',
      data: { from: 'CONFIRMED', to: 'CONFIRMED' },
    });
  });
});
