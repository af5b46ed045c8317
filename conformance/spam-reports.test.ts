/** Tests every call of the vendor's unmodified module for spam reports, for each kind of caller. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { text } from '../server/src/forms/testing/sample-forms.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { type FormsClient, newFormsAdmin, newFormsMember, newFormsVisitor, outcomeOf } from './support/forms.ts';

let t: TestServer;
let restore: () => void;
let admin: FormsClient;
let visitor: FormsClient;
let formId: string;

const NAMESPACE = 'wix.form_app.form';

beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
  admin = newFormsAdmin(t);
  visitor = newFormsVisitor(t);
  formId = await newForm();
});
afterAll(async () => {
  restore();
  await t.stop();
});

async function newForm(): Promise<string> {
  const formFields = [text('name'), text('email', { format: 'EMAIL' })];
  const created = await admin.forms.createForm({ name: 'Contact', namespace: NAMESPACE, formFields } as never);
  return created._id as string;
}
const submit = async (name = 'Ann', to = formId): Promise<string> =>
  (await admin.submissions.createSubmission({ formId: to, submissions: { name } } as never))._id as string;
async function createReport(name = 'Ann', to = formId): Promise<string> {
  const id = await submit(name, to);
  await admin.formSpamSubmissionReports.reportSpamSubmission(id, 'MANUALLY_REPORTED');
  return id;
}
const codes = (response: { results?: { itemMetadata?: { success?: boolean; error?: { code?: string } } }[] }) =>
  response.results?.map(({ itemMetadata }) => itemMetadata?.error?.code ?? itemMetadata?.success);

describe('single reports', () => {
  it('a submission is reported, read as a report and restored', async () => {
    const id = await submit();
    const { formSpamSubmissionReport } = await admin.formSpamSubmissionReports.reportSpamSubmission(id, 'AI_REPORTED', {
      reportReasonDescription: 'odd',
    });
    expect(formSpamSubmissionReport).toMatchObject({
      _id: id,
      formId,
      namespace: NAMESPACE,
      reportReason: 'AI_REPORTED',
      reportReasonDescription: 'odd',
      submissions: { name: 'Ann' },
      submissionStatusAtReport: 'CONFIRMED',
      _createdDate: expect.any(Date),
      reportedDate: expect.any(Date),
    });
    expect(await admin.formSpamSubmissionReports.getFormSpamSubmissionReport(id)).toEqual(formSpamSubmissionReport);
    expect(await outcomeOf(admin.submissions.getSubmission(id))).toBe('SUBMISSION_NOT_FOUND');
    const { submission } = await admin.formSpamSubmissionReports.reportNotSpamSubmission(id);
    expect(submission).toMatchObject({ _id: id, submissions: { name: 'Ann' }, _createdDate: expect.any(Date) });
    expect(await admin.submissions.getSubmission(id)).toEqual(submission);
  });

  it('a report is created without a submission and deleted', async () => {
    const created = await admin.formSpamSubmissionReports.createFormSpamSubmissionReport({
      formId,
      submissions: { name: 'Bot' },
      reportReason: 'MODERATION_SPI',
      submitter: {},
    } as never);
    expect(created).toMatchObject({ reportReason: 'MODERATION_SPI', submissions: { name: 'Bot' } });
    const id = created._id as string;
    expect(await outcomeOf(admin.formSpamSubmissionReports.deleteFormSpamSubmissionReport(id))).toBe('ok');
    expect(await outcomeOf(admin.formSpamSubmissionReports.getFormSpamSubmissionReport(id))).toBe(
      'SPAM_REPORT_NOT_FOUND',
    );
  });

  it('a submission is checked without being stored', async () => {
    const check = (email: string) =>
      admin.formSpamSubmissionReports.checkForSpam({ formId, submissions: { email } } as never);
    expect(await check('x@mailinator.com')).toMatchObject({
      spam: true,
      spamReport: { reportReason: 'EMAIL_BLOCKLISTED' },
    });
    expect((await check('ann@example.org')).spam).toBe(false);
  });

  it('a visitor gets the normal response for spam', async () => {
    const form = await newForm();
    const send = (submissions: object) => visitor.submissions.createSubmission({ formId: form, submissions } as never);
    const [good, bad] = [await send({ email: 'ann@example.org' }), await send({ email: 'x@mailinator.com' })];
    expect(Object.keys(bad).sort()).toEqual(Object.keys(good).sort());
    expect(await outcomeOf(admin.submissions.getSubmission(bad._id as string))).toBe('SUBMISSION_NOT_FOUND');
    const report = await admin.formSpamSubmissionReports.getFormSpamSubmissionReport(bad._id as string);
    expect(report).toMatchObject({ reportReason: 'EMAIL_BLOCKLISTED', submitter: bad.submitter });
  });
});

describe('bulk calls', () => {
  it('report, restore and delete, with one result for each', async () => {
    const { formSpamSubmissionReports: spam } = admin;
    const [a, b, missing] = [await submit(), await submit(), randomUUID()];
    const done = await spam.bulkReportSpamSubmission(formId, {
      submissionIds: [a, missing, b],
      reportReason: 'MANUALLY_REPORTED',
      returnEntity: true,
    });
    expect(codes(done)).toEqual([true, 'SUBMISSION_NOT_FOUND', true]);
    expect(done.results?.[0]?.item).toMatchObject({ _id: a, _createdDate: expect.any(Date) });
    expect(done.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 });

    const reportedNotSpam = await spam.bulkReportNotSpamSubmission(formId, {
      formSpamSubmissionReportIds: [a, missing],
    });
    expect(codes(reportedNotSpam)).toEqual([true, 'SPAM_REPORT_NOT_FOUND']);
    expect(reportedNotSpam.results?.[0]?.formSpamSubmissionReportId).toBe(a);

    const deletedReports = await spam.bulkDeleteFormSpamSubmissionReport(formId, {
      formSpamSubmissionReportIds: [b, a],
    });
    expect(codes(deletedReports)).toEqual([true, 'SPAM_REPORT_NOT_FOUND']);
  });

  it('delete by filter', async () => {
    const form = await newForm();
    const id = await createReport('Ann', form);
    const filter = { namespace: NAMESPACE, formId: form };
    const job = await admin.formSpamSubmissionReports.bulkDeleteFormSpamSubmissionReportByFilter(filter);
    expect(job.jobId).toEqual(expect.any(String));
    expect(await outcomeOf(admin.formSpamSubmissionReports.getFormSpamSubmissionReport(id))).toBe(
      'SPAM_REPORT_NOT_FOUND',
    );
  });

  it('query by the builder, forwards and back, and by a plain query, and count', async () => {
    const form = await newForm();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.unshift(await createReport(name, form));
    const first = await admin.formSpamSubmissionReports
      .queryFormSpamSubmissionReportsByNamespace()
      .eq('namespace', NAMESPACE)
      .eq('formId', form)
      .in('reportReason', ['MANUALLY_REPORTED', 'AI_REPORTED'])
      .descending('reportedDate')
      .limit(2)
      .find();
    expect(first.items.map((one) => one._id)).toEqual(ids.slice(0, 2));
    expect([first.hasNext(), first.hasPrev()]).toEqual([true, false]);
    const second = await first.next();
    expect(second.items.map((one) => one._id)).toEqual(ids.slice(2));
    expect([second.hasNext(), second.hasPrev()]).toEqual([false, true]);
    expect((await second.prev()).items.map((one) => one._id)).toEqual(ids.slice(0, 2));

    const plain = await admin.formSpamSubmissionReports.queryFormSpamSubmissionReportsByNamespace({
      filter: { namespace: NAMESPACE, _id: { $in: ids } },
      sort: [{ fieldName: '_createdDate', order: 'ASC' }],
    } as never);
    const found = (plain as unknown as { formSpamSubmissionReports: { _id: string }[] }).formSpamSubmissionReports;
    expect(found.map((one) => one._id)).toEqual([...ids].reverse());
    const counts = await admin.formSpamSubmissionReports.countFormSpamSubmissionReports([form], NAMESPACE);
    expect(counts.formsSpamSubmissionReportsCount).toEqual([{ formId: form, totalCount: 3 }]);
  });
});

describe('rejected calls', () => {
  const calls: Record<string, (client: FormsClient, id: string, submissionId: string) => Promise<unknown>> = {
    check: ({ formSpamSubmissionReports: spam }) => spam.checkForSpam({ formId } as never),
    create: ({ formSpamSubmissionReports: spam }) =>
      spam.createFormSpamSubmissionReport({ formId, reportReason: 'AI_REPORTED', submissions: {} } as never),
    get: ({ formSpamSubmissionReports: spam }, id) => spam.getFormSpamSubmissionReport(id),
    delete: ({ formSpamSubmissionReports: spam }, id) => spam.deleteFormSpamSubmissionReport(id),
    report: ({ formSpamSubmissionReports: spam }, _id, submissionId) =>
      spam.reportSpamSubmission(submissionId, 'AI_REPORTED'),
    notSpam: ({ formSpamSubmissionReports: spam }, id) => spam.reportNotSpamSubmission(id),
    bulkReport: ({ formSpamSubmissionReports: spam }, _id, submissionId) =>
      spam.bulkReportSpamSubmission(formId, { submissionIds: [submissionId], reportReason: 'AI_REPORTED' }),
    bulkNotSpam: ({ formSpamSubmissionReports: spam }, id) =>
      spam.bulkReportNotSpamSubmission(formId, { formSpamSubmissionReportIds: [id] }),
    bulkDelete: ({ formSpamSubmissionReports: spam }, id) =>
      spam.bulkDeleteFormSpamSubmissionReport(formId, { formSpamSubmissionReportIds: [id] }),
    deleteByFilter: ({ formSpamSubmissionReports: spam }) =>
      spam.bulkDeleteFormSpamSubmissionReportByFilter({ namespace: NAMESPACE }),
    query: ({ formSpamSubmissionReports: spam }) =>
      spam.queryFormSpamSubmissionReportsByNamespace().eq('namespace', NAMESPACE).find(),
    count: ({ formSpamSubmissionReports: spam }) => spam.countFormSpamSubmissionReports([formId], NAMESPACE),
  };

  it('rejects every call of visitors, members and keys without the scope', async () => {
    const [id, submissionId] = [await createReport(), await submit()];
    const clients = [visitor, newFormsMember(t), newFormsAdmin(t, await t.keyWith(['forms:manage']))];
    for (const client of clients) {
      for (const [name, call] of Object.entries(calls)) {
        expect([name, await outcomeOf(call(client, id, submissionId))]).toEqual([name, 'PERMISSION_DENIED']);
      }
    }
    expect((await admin.formSpamSubmissionReports.getFormSpamSubmissionReport(id))._id).toBe(id);
  });

  it('rejects calls of the owner of another site', async () => {
    const [id, submissionId] = [await createReport(), await submit()];
    const { site, key } = await t.secondSite();
    const adminOfOtherSite = newFormsAdmin(t, key, site.id);
    for (const name of ['check', 'create'] as const) {
      expect(await outcomeOf(calls[name]?.(adminOfOtherSite, id, submissionId) as Promise<unknown>)).toBe(
        'FORM_NOT_FOUND',
      );
    }
    for (const name of ['get', 'delete', 'notSpam'] as const) {
      expect(await outcomeOf(calls[name]?.(adminOfOtherSite, id, submissionId) as Promise<unknown>)).toBe(
        'SPAM_REPORT_NOT_FOUND',
      );
    }
    expect(await outcomeOf(calls.report?.(adminOfOtherSite, id, submissionId) as Promise<unknown>)).toBe(
      'SUBMISSION_NOT_FOUND',
    );
    for (const name of ['bulkReport', 'bulkNotSpam', 'bulkDelete'] as const) {
      expect(codes((await calls[name]?.(adminOfOtherSite, id, submissionId)) as never)).toEqual([
        expect.stringMatching(/_NOT_FOUND$/),
      ]);
    }
    expect((await calls.query?.(adminOfOtherSite, id, submissionId)) as object).toMatchObject({ items: [] });
    await calls.deleteByFilter?.(adminOfOtherSite, id, submissionId);
    expect((await admin.formSpamSubmissionReports.getFormSpamSubmissionReport(id))._id).toBe(id);
  });

  it('a filter must contain a namespace and only known fields', async () => {
    const { formSpamSubmissionReports: spam } = admin;
    expect(await outcomeOf(spam.queryFormSpamSubmissionReportsByNamespace().find())).toBe('MISSING_NAMESPACE_FILTER');
    expect(await outcomeOf(spam.bulkDeleteFormSpamSubmissionReportByFilter({}))).toBe('MISSING_NAMESPACE_FILTER');
    const invalidDelete = spam.bulkDeleteFormSpamSubmissionReportByFilter({ namespace: NAMESPACE, odd: 1 });
    expect(await outcomeOf(invalidDelete)).toBe('INVALID_FILTER');
  });

  it('values of a report must be valid for the form', async () => {
    const report = { formId, submissions: { email: 'none' }, reportReason: 'AI_REPORTED' };
    const creation = admin.formSpamSubmissionReports.createFormSpamSubmissionReport(report as never);
    expect(await outcomeOf(creation)).toBe('SUBMISSION_VALIDATION');
  });
});
