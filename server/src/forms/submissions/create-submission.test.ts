/** The call that creates submissions: what it stores, and the errors that it returns. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { input, text } from '../testing/sample-forms.ts';
import { type Json, NAMESPACE, submissionCalls, valid, valueErrorsOf } from '../testing/submission-calls.ts';

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

const { get, post, remove, make, submit, submitted } = submissionCalls(() => t);

describe('responses with status 200', () => {
  it('stores a submission and returns it', async () => {
    const { status, body } = await submit(form.id, { ...valid, phone: '', age: null, tags: ['red'], colour: 'green' });
    expect(status).toBe(200);
    expect(body.submission).toMatchObject({
      formId: form.id,
      namespace: NAMESPACE,
      status: 'CONFIRMED',
      submissions: { ...valid, tags: ['red'], colour: 'green' },
      submitter: { visitorId: t.visitorId },
      revision: '1',
      seen: false,
    });
    expect(Object.keys(body.submission.submissions)).not.toContain('phone');
    expect((await get(`submissions/${body.submission.id}`)).body).toEqual(body);
  });

  it('takes the submitter from the caller, never from the body', async () => {
    const asMember = await submitted(form.id, valid, { submitter: { memberId: t.otherMemberId } }, t.member);
    expect(asMember.submitter).toEqual({ memberId: t.memberId });
    const asBoth = await submitted(form.id, valid, {}, `${t.member},${t.key}`);
    expect(asBoth.submitter).toEqual({ memberId: t.memberId });
    expect(Object.keys((await submitted(form.id, valid, {}, t.key)).submitter as Json)).toEqual(['applicationId']);
  });

  it('accepts status, tags and extended fields from staff only', async () => {
    const more = {
      status: 'PENDING',
      tags: { tags: { tagIds: ['vip'] } },
      extendedFields: { namespaces: { _user_fields: { a: 1 } } },
    };
    expect(await submitted(form.id, valid, more, t.key)).toMatchObject(more);
    const fromVisitor = await submitted(form.id, valid, more);
    expect(fromVisitor.status).toBe('CONFIRMED');
    expect(fromVisitor.tags ?? fromVisitor.extendedFields).toBeUndefined();
  });

  it('writes the event with the submission, and none for one that is rejected', async () => {
    // The worker may have moved an event from the outbox to the activity log already.
    const listEventEntities = async () => {
      const found = await sql<{ entity_id: string }>`
        select entity_id from outbox union select entity_id from activity`.execute(t.db);
      return found.rows.map((row) => row.entity_id).sort();
    };
    const { id } = await submitted(form.id);
    const before = await listEventEntities();
    expect(before).toContain(id);
    expect((await submit(form.id, { name: 'x'.repeat(21) })).status).toBe(400);
    expect(await listEventEntities()).toEqual(before);
  });

  it('validates without storing', async () => {
    const getCount = async () => (await post('submissions/count', { formIds: [form.id], namespace: NAMESPACE })).body;
    const before = await getCount();
    const check = async (submissions: Json, more: Json = {}) =>
      (await post('submissions/validate', { submission: { formId: form.id, submissions }, ...more }, t.visitor)).body;
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
    expect(await getCount()).toEqual(before);
  });

  it('checks phone numbers by their country, and patterns in linear time', async () => {
    expect((await submit(form.id, { ...valid, phone: '+4915123456789', code: 'AB' })).status).toBe(200);
    const slow = await make({ name: 'Slow', formFields: [text('f', { pattern: '^(a+)+$' })] });
    const submissions = { f: `${'a'.repeat(19_000)}!` };
    const response = await submit(slow.id, submissions);
    expect(valueErrorsOf(response)).toMatchObject([{ errorType: 'PATTERN_ERROR' }]);
  });
});

describe('responses with status 400', () => {
  it('returns every violation at once, with path, type, message and params', async () => {
    const response = await submit(form.id, {
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
    expect(response.status).toBe(400);
    const [violation] = response.body.details.validationError.fieldViolations;
    expect(violation).toMatchObject({ field: 'submission', ruleName: 'SUBMISSION_VALIDATION' });
    expect(valueErrorsOf(response)).toEqual([
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

  it('returns errors for empty required fields, which the vendor’s form sends as null or empty text', async () => {
    expect(valueErrorsOf(await submit(form.id, { name: null, email: '' }))).toMatchObject([
      { errorPath: 'name', errorType: 'REQUIRED_VALUE_ERROR' },
      { errorPath: 'email', errorType: 'REQUIRED_VALUE_ERROR' },
    ]);
  });

  it('returns an error for an unknown calling code', async () => {
    expect(valueErrorsOf(await submit(form.id, { ...valid, phone: '+9991234567' }))).toMatchObject([
      { errorType: 'INVALID_PHONE_COUNTRY_CODE_ERROR', errorMessage: 'Phone number has incorrect country code' },
    ]);
  });

  it('rejects a file that was not uploaded to the form', async () => {
    const upload = await make({
      name: 'Upload',
      formFields: [input('file', 'WIX_FILE', 'wixFileOptions', { componentType: 'FILE_UPLOAD' })],
    });
    const submissions = { file: [{ fileId: 'a', displayName: 'b', fileType: 'c', url: 'https://evil.example/x' }] };
    const response = await submit(upload.id, submissions);
    expect(valueErrorsOf(response)).toMatchObject([{ errorPath: 'file/0/url', errorType: 'NOT_ALLOWED_VALUE_ERROR' }]);
  });

  it.each<[string, Json]>([
    ['disabled', { enabled: false }],
    ['past its deadline', { limitationRule: { dateTimeDeadline: '2020-01-01T00:00:00Z' } }],
    ['full', { limitationRule: { maxAllowedSubmissions: 0 } }],
  ])('for a form that is %s', async (name, more) => {
    const closed = await make({ name, ...more });
    const response = await submit(closed.id);
    expect(response.status).toBe(400);
    expect(valueErrorsOf(response)).toMatchObject([
      { errorType: 'DISABLED_FORM_ERROR', errorPath: 'form.properties.disabled' },
    ]);
  });

  it('returns 400 for more submissions than the form allows, also in parallel', async () => {
    const limited = await make({
      name: 'Limited',
      limitationRule: { maxAllowedSubmissions: 3, submissionLimitPerUser: 2 },
    });
    const send = (as: string) => submit(limited.id, valid, {}, as);
    const fromVisitor = await Promise.all([1, 2, 3].map(() => send(t.visitor)));
    expect(fromVisitor.filter((response) => response.status === 200)).toHaveLength(2);
    const others = await Promise.all([1, 2, 3].map(() => send(t.key)));
    expect(others.filter((response) => response.status === 200)).toHaveLength(1);
  });
});

describe('responses with status 401', () => {
  it('returns 401 without a token', async () => {
    const body = { submission: { formId: form.id, submissions: valid } };
    expect((await t.call({ method: 'POST', path: '/v4/submissions', body })).status).toBe(401);
  });
});

describe('responses with status 404', () => {
  it('returns 404 for a form that does not exist or is in the trash', async () => {
    const trashed = await make({ name: 'Trashed' });
    await remove(`forms/${trashed.id}`);
    for (const formId of [trashed.id, 'not-an-id']) {
      const response = await submit(formId);
      expect(codeOf(response)).toBe('FORM_NOT_FOUND');
    }
  });
});
