/** Forms that fill in a field of another: whoever looks at a submission sees its answers by their fields, as the engine does. */
import { spamSignals } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SmtpFixture, startSmtp } from '../../mail/smtp-server.fixture.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, type Json } from '../testing/calls.fixture.ts';
import { input, text } from '../testing/forms.fixture.ts';

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

const { call, post, make, submitted, read } = formsCalls(() => t);

const person = () => [
  text('email', { format: 'EMAIL' }, { contactMapping: { contactField: 'EMAIL' } }),
  text('first', {}, { contactMapping: { contactField: 'FIRST_NAME' } }),
];
const nested = (target: string, nestedFormId: string): Json => ({
  ...input(target, 'OBJECT', 'objectOptions', {}, { nestedFormId }),
  identifier: 'NESTED_FORM',
});

/** The outermost of forms one in another, `levels` below it the one that asks for a person; and answers to it. */
async function formAround(levels: number, more: Json = {}): Promise<{ id: string; answers: Json }> {
  let { id } = await make({ formFields: person() });
  let answers: Json = { email: `ada${levels}@example.org`, first: 'Ada' };
  for (let level = levels; level > 0; level -= 1) {
    ({ id } = await make({ formFields: [nested('inner', id)], ...(level === 1 ? more : {}) }));
    answers = { inner: answers };
  }
  return { id, answers };
}

describe.each([1, 5])('a person asked for by a form %i levels inside another', (levels) => {
  const prefix = 'inner/'.repeat(levels);

  it('is shown field by field', async () => {
    const form = await formAround(levels);
    const { id } = await submitted(form.id, form.answers);
    const { body } = await call('GET', `submissions/${id}/formatted`);
    expect(body.submissions.map(({ key, value }: Json) => [key, value])).toEqual([
      [`${prefix}email`, `ada${levels}@example.org`],
      [`${prefix}first`, 'Ada'],
    ]);
  });

  it('becomes the contact once asked for, as at once', async () => {
    const form = await formAround(levels);
    const { id } = await submitted(form.id, form.answers);
    const { contactId } = await read(id);
    expect(contactId).toEqual(expect.any(String));
    const { body } = await post('submissions-contacts', { submissionId: id });
    expect(body.submitContactResponse).toMatchObject({ contactId, newContact: false });
  });

  it('becomes the contact when spam is taken back', async () => {
    const form = await formAround(levels, { spamFilterProtectionLevel: 'BASIC' });
    const submission = { formId: form.id, submissions: form.answers };
    const additionalMetadata = { [spamSignals.honeypot]: ['filled'] };
    const sent = await post('submissions', { submission, additionalMetadata }, t.visitor);
    expect(sent.status).toBe(200);
    const { id } = sent.body.submission;
    const back = await post(`form-spam-submission-reports/${id}/report-not-spam-submission`, {});
    expect(back.body.submission?.contactId).toEqual(expect.any(String));
  });

  it('stands field by field in the mail to the owner, who may answer to them', async () => {
    const form = await formAround(levels, {
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
