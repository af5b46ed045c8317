/** Tests contacts, documents and formatted values of submissions with the vendor's unmodified forms module. */
import { forms, submissions } from '@wix/forms';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text } from '../server/src/forms/testing/sample-forms.ts';
import { newEmail } from './support/people.ts';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

const modules = { forms, submissions };
const newAdmin = (site: ServedSite) =>
  createClient({ modules, auth: ApiKeyStrategy({ apiKey: site.t.key, siteId: site.t.site.id }) });
const newVisitor = (site: ServedSite) =>
  createClient({ modules, auth: OAuthStrategy({ clientId: site.t.app.clientId }) });

let site: ServedSite;
let admin: ReturnType<typeof newAdmin>;
let visitor: ReturnType<typeof newVisitor>;
let formId: string;
beforeAll(async () => {
  site = await serveSite();
  admin = newAdmin(site);
  visitor = newVisitor(site);
  const formFields = [
    text('first_name', {}, { contactMapping: { contactField: 'FIRST_NAME' } }),
    text('email', { format: 'EMAIL' }, { contactMapping: { contactField: 'EMAIL', emailInfo: { tag: 'MAIN' } } }),
  ];
  const form = { name: 'Contact', namespace: 'wix.form_app.form', formFields };
  formId = (await admin.forms.createForm(form as never))._id as string;
});
afterAll(() => site.stop());

async function submit(values: object): Promise<string> {
  const created = await visitor.submissions.createSubmission({ formId, submissions: values as never });
  return created._id as string;
}
const missingId = '00000000-0000-4000-8000-000000000000';

describe('upsertContactFromSubmission', () => {
  it('returns the contact of the submission', async () => {
    const id = await submit({ first_name: 'Ada', email: newEmail() });
    const { contactId } = await admin.submissions.getSubmission(id);
    expect(contactId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await admin.submissions.upsertContactFromSubmission(id, { emailVerified: true })).toEqual({
      submitContactResponse: { contactId, identityType: 'CONTACT', newContact: false },
    });
  });

  it('rejects visitors and unknown submissions', async () => {
    const id = await submit({ email: newEmail() });
    expect(await thrownBy(visitor.submissions.upsertContactFromSubmission(id))).toMatchObject({ status: 403 });
    const missingContact = await thrownBy(admin.submissions.upsertContactFromSubmission(missingId));
    expect(missingContact).toMatchObject({ status: 404, code: 'SUBMISSION_NOT_FOUND' });
  });
});

describe('getFormattedSubmission', () => {
  it('returns labels and values as text', async () => {
    const email = newEmail();
    const id = await submit({ first_name: 'Ada', email });
    const formatted = await admin.submissions.getFormattedSubmission(id);
    expect(formatted.submissionId).toBe(id);
    expect(formatted.submissions?.map(({ label, key, value }) => [label, key, value])).toEqual([
      ['first_name', 'first_name', 'Ada'],
      ['email', 'email', email],
    ]);
  });
});

describe('the PDF document', () => {
  it('has a URL that returns the PDF without a token', async () => {
    const id = await submit({ first_name: 'Ada', email: newEmail() });
    const { document } = await admin.submissions.getSubmissionDownloadUrl(id);
    expect(document).toMatchObject({ _id: id, status: 'READY' });
    const response = await fetch(document?.readyDetails?.downloadUrl as string);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('is downloaded as bytes inside the vendor’s response', async () => {
    const id = await submit({ first_name: 'Ada', email: newEmail() });
    const unusedDownload = await admin.submissions.downloadSubmission(id, 'unused');
    expect(unusedDownload.statusCode).toBe(200);
    expect(
      Buffer.from(unusedDownload.body as unknown as string, 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it.each(['getSubmissionDownloadUrl', 'downloadSubmission', 'getFormattedSubmission'] as const)(
    '%s rejects visitors and unknown ids',
    async (call) => {
      const id = await submit({ email: newEmail() });
      expect(await thrownBy(visitor.submissions[call](id, 'unused'))).toMatchObject({ status: 403 });
      expect(await thrownBy(admin.submissions[call](missingId, 'unused'))).toMatchObject({
        status: 404,
        code: 'SUBMISSION_NOT_FOUND',
      });
    },
  );
});
