/** Nested forms: formatting, contacts, spam reports and mails handle their fields like those of the form itself. */
import { spamSignals } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SmtpFixture, startSmtp } from '../../mail/testing/smtp-server.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { input, text } from '../testing/sample-forms.ts';
import { type Json, submissionCalls } from '../testing/submission-calls.ts';

let t: TestServer;
let smtp: SmtpFixture;
beforeAll(async () => {
  t = await testServer();
  smtp = await startSmtp();
  await t.configure({ mail: { smtp: { host: '127.0.0.1', port: smtp.port, security: 'NONE' as const, user: '' } } });
});
afterAll(async () => {
  await smtp.stop();
  await t.stop();
});

const { call, post, make, submitted, read } = submissionCalls(() => t);

const personFields = () => [
  text('email', { format: 'EMAIL' }, { contactMapping: { contactField: 'EMAIL' } }),
  text('first', {}, { contactMapping: { contactField: 'FIRST_NAME' } }),
];
const nestedFormField = (target: string, nestedFormId: string): Json => ({
  ...input(target, 'OBJECT', 'objectOptions', {}, { nestedFormId }),
  identifier: 'NESTED_FORM',
});

/** Creates a form with `levels` of nested forms, and values for it. The innermost form has the fields of a person. */
async function createFormAround(levels: number, more: Json = {}): Promise<{ id: string; answers: Json }> {
  let { id } = await make({ formFields: personFields() });
  let answers: Json = { email: `ada${levels}@example.org`, first: 'Ada' };
  for (let level = levels; level > 0; level -= 1) {
    ({ id } = await make({ formFields: [nestedFormField('inner', id)], ...(level === 1 ? more : {}) }));
    answers = { inner: answers };
  }
  return { id, answers };
}

describe.each([1, 5])('a person in a form that is nested in %i levels', (levels) => {
  const prefix = 'inner/'.repeat(levels);

  it('is formatted field by field', async () => {
    const form = await createFormAround(levels);
    const { id } = await submitted(form.id, form.answers);
    const { body } = await call('GET', `submissions/${id}/formatted`);
    expect(body.submissions.map(({ key, value }: Json) => [key, value])).toEqual([
      [`${prefix}email`, `ada${levels}@example.org`],
      [`${prefix}first`, 'Ada'],
    ]);
  });

  it('is mapped to a contact when it is submitted, and to the same one by the upsert call', async () => {
    const form = await createFormAround(levels);
    const { id } = await submitted(form.id, form.answers);
    const { contactId } = await read(id);
    expect(contactId).toEqual(expect.any(String));
    const { body } = await post('submissions-contacts', { submissionId: id });
    expect(body.submitContactResponse).toMatchObject({ contactId, newContact: false });
  });

  it('is mapped to a contact when a spam report is restored', async () => {
    const form = await createFormAround(levels, { spamFilterProtectionLevel: 'BASIC' });
    const submission = { formId: form.id, submissions: form.answers };
    const additionalMetadata = { [spamSignals.honeypot]: ['filled'] };
    const created = await post('submissions', { submission, additionalMetadata }, t.visitor);
    expect(created.status).toBe(200);
    const { id } = created.body.submission;
    const restored = await post(`form-spam-submission-reports/${id}/report-not-spam-submission`, {});
    expect(restored.body.submission?.contactId).toEqual(expect.any(String));
  });

  it('is in the mail to the owner field by field, and its e-mail is the reply address', async () => {
    const form = await createFormAround(levels, {
      submissionPolicy: { notify: { owners: false, addresses: [`owner${levels}@example.org`] } },
    });
    await submitted(form.id, form.answers);
    const mail = await vi.waitUntil(
      () => smtp.received.find(({ recipients }) => recipients.includes(`owner${levels}@example.org`)),
      { timeout: 15_000 },
    );
    expect(mail.text).toContain(`${'inner / '.repeat(levels)}first:\nAda`);
    expect(mail.replyTo).toMatchObject([{ address: `ada${levels}@example.org` }]);
  });
});
