/**
 * Spam reports: creating, reading, restoring, deleting and sweeping them, and permissions (forms contract section 10).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, outcomesOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { exportSubmissions, forgetSubmitter, sweepSpam } from '../index.ts';
import { input, text } from '../testing/sample-forms.ts';

let t: TestServer;
let other: Awaited<ReturnType<TestServer['secondSite']>>;
let contact: string;
beforeAll(async () => {
  t = await testServer();
  other = await t.secondSite();
  contact = await createForm();
});
afterAll(() => t.stop());

type Json = Record<string, unknown>;

const NAMESPACE = 'wix.form_app.form';
const REPORTS_PATH = '/v4/form-spam-submission-reports';

const { post } = createVerbs(() => t);
const createForm = async (more: unknown[] = []): Promise<string> => {
  const form = { name: 'Spam', formFields: [text('name'), text('email', { format: 'EMAIL' }), ...more] };
  return (await post('/v4/forms', { form })).body.form.id;
};
const submit = async (submission: Json = {}, as = t.key): Promise<Json & { id: string }> =>
  (await post('/v4/submissions', { submission: { formId: contact, submissions: { name: 'Ann' }, ...submission } }, as))
    .body.submission;
const read = (id: string) => t.call({ method: 'GET', path: `/v4/submissions/${id}`, as: t.key });
const report = (id: string, body: Json = {}, as = t.key) =>
  post(`/v4/submissions/${id}/report-spam-submission`, body, as);
const createReport = async (submission: Json = {}): Promise<string> => {
  const { id } = await submit(submission);
  await report(id);
  return id;
};
const readReport = (id: string, as = t.key) => t.call({ method: 'GET', path: `${REPORTS_PATH}/${id}`, as });
const reportNotSpam = (id: string, as = t.key) => post(`${REPORTS_PATH}/${id}/report-not-spam-submission`, {}, as);
const query = (request: Json, as = t.key) => post(`${REPORTS_PATH}/namespace/query`, { query: request }, as);

describe('responses with status 200', () => {
  it('moves a submission with all its data to a report with its id', async () => {
    const submission = await submit({ tags: { tags: { tagIds: ['a'] } }, status: 'PENDING' });
    const response = await report(submission.id, {
      reportReason: 'AI_REPORTED_LLM',
      reportReasonDescription: 'Looks odd',
    });
    expect(response.body.formSpamSubmissionReport).toMatchObject({
      id: submission.id,
      formId: contact,
      namespace: NAMESPACE,
      submissions: { name: 'Ann' },
      submitter: submission.submitter,
      submissionStatusAtReport: 'PENDING',
      reportReason: 'AI_REPORTED_LLM',
      reportReasonDescription: 'Looks odd',
      createdDate: submission.createdDate,
      revision: '2',
    });
    expect((await read(submission.id)).status).toBe(404);
    expect((await readReport(submission.id)).body).toEqual(response.body);
  });

  it('stores MANUALLY_REPORTED without a reason in the request', async () => {
    expect((await readReport(await createReport())).body.formSpamSubmissionReport.reportReason).toBe(
      'MANUALLY_REPORTED',
    );
  });

  it('restores the submission with its id and all its data', async () => {
    const submission = await submit({ tags: { tags: { tagIds: ['a'] } }, status: 'PENDING' });
    await report(submission.id);
    const back = (await reportNotSpam(submission.id)).body.submission;
    expect(back).toEqual({ ...submission, revision: '3', updatedDate: back.updatedDate });
    expect((await read(submission.id)).body.submission).toEqual(back);
    expect((await readReport(submission.id)).status).toBe(404);
  });

  it('creates a report without a submission, and restores it as a submission', async () => {
    const createResponse = await post(REPORTS_PATH, {
      formSpamSubmissionReport: { formId: contact, submissions: { name: 'Bot' }, reportReason: 'MODERATION_SPI' },
    });
    const { id } = createResponse.body.formSpamSubmissionReport;
    expect(createResponse.body.formSpamSubmissionReport).toMatchObject({
      reportReason: 'MODERATION_SPI',
      revision: '1',
    });
    expect((await reportNotSpam(id)).body.submission).toMatchObject({
      id,
      status: 'CONFIRMED',
      submissions: { name: 'Bot' },
    });
  });

  it('reports, restores and deletes in bulk, with one result per id', async () => {
    const [a, b] = [await submit(), await submit()];
    const elsewhere = await submit({ formId: await createForm() });
    const ids = [a.id, randomUUID(), b.id, elsewhere.id, 'no id', a.id];
    const body = { formId: contact, submissionIds: ids, reportReason: 'AI_REPORTED', returnEntity: true };
    const done = await post('/v4/bulk/submissions/report-spam-submission', body);
    const missing = 'SUBMISSION_NOT_FOUND';
    expect(outcomesOf(done)).toEqual([true, missing, true, missing, missing, missing]);
    expect(done.body.results[0].item).toMatchObject({ id: a.id, reportReason: 'AI_REPORTED' });
    expect(done.body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 4, undetailedFailures: 0 });

    const back = { formId: contact, formSpamSubmissionReportIds: [b.id, elsewhere.id], returnEntity: true };
    const restored = await post('/v4/bulk/form-spam-submission-reports/report-not-spam-submission', back);
    expect(outcomesOf(restored)).toEqual([true, 'SPAM_REPORT_NOT_FOUND']);
    expect(restored.body.results[0].item).toMatchObject({ id: b.id, submissions: { name: 'Ann' } });

    const deleted = await post('/v4/bulk/form-spam-submission-reports/delete', {
      formId: contact,
      formSpamSubmissionReportIds: [a.id, b.id],
    });
    expect(outcomesOf(deleted)).toEqual([true, 'SPAM_REPORT_NOT_FOUND']);
    expect((await readReport(a.id)).status).toBe(404);
  });

  it('queries by every field, returns pages without a cursor at the ends, and counts', async () => {
    const formId = await createForm();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await createReport({ formId }));
    const page = async (cursorPaging: Json, filter?: Json) =>
      (await query(filter ? { filter, cursorPaging } : { cursorPaging })).body;
    const idsOf = (body: { formSpamSubmissionReports: { id: string }[] }) =>
      body.formSpamSubmissionReports.map((one) => one.id);

    const first = await page({ limit: 2 }, { $and: [{ namespace: NAMESPACE }, { formId }] });
    const { next } = first.pagingMetadata.cursors;
    const second = await page({ limit: 2, cursor: next });
    const third = await page({ limit: 2, cursor: second.pagingMetadata.cursors.next });
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(ids);
    expect(first.pagingMetadata.cursors.prev).toBeUndefined();
    expect(third.pagingMetadata).toMatchObject({ count: 1, hasNext: false });
    expect(third.pagingMetadata.cursors.next).toBeUndefined();
    expect(idsOf(await page({ limit: 2, cursor: third.pagingMetadata.cursors.prev }))).toEqual(ids.slice(2, 4));

    const queryIds = async (filter: Json, sort?: Json[]) =>
      idsOf((await query({ filter: { namespace: NAMESPACE, formId, ...filter }, ...(sort ? { sort } : {}) })).body);
    expect(await queryIds({}, [{ fieldName: 'createdDate', order: 'ASC' }])).toEqual([...ids].reverse());
    expect(await queryIds({ id: { $in: ids.slice(0, 2) } })).toEqual(ids.slice(0, 2));
    expect(await queryIds({ reportReason: { $ne: 'MANUALLY_REPORTED' } })).toEqual([]);
    expect(await queryIds({ reportedDate: { $lt: new Date().toISOString() } })).toEqual(ids);
    expect(await queryIds({ createdDate: { $gt: new Date().toISOString() } })).toEqual([]);
    expect(await queryIds({ childMetaSiteId: randomUUID() })).toEqual([]);

    const empty = await createForm();
    const counted = await post(`${REPORTS_PATH}/count`, { formIds: [empty, formId, 'none'], namespace: NAMESPACE });
    expect(counted.body.formsSpamSubmissionReportsCount).toEqual([
      { formId: empty, totalCount: 0 },
      { formId, totalCount: 5 },
      { formId: 'none', totalCount: 0 },
    ]);
    const elsewhere = await post(`${REPORTS_PATH}/count`, { formIds: [formId], namespace: 'another.namespace' });
    expect(elsewhere.body.formsSpamSubmissionReportsCount).toEqual([{ formId, totalCount: 0 }]);
  });

  it('deletes one report, and all that match a filter', async () => {
    const formId = await createForm();
    const [one, two, other] = [await createReport({ formId }), await createReport({ formId }), await createReport()];
    const path = `${REPORTS_PATH}/${one}`;
    expect((await t.call({ method: 'DELETE', path, as: t.key })).body).toEqual({});
    const filter = { namespace: NAMESPACE, formId };
    const job = await post('/v4/bulk/form-spam-submission-reports/delete-by-filter', { filter });
    expect(job.body.jobId).toEqual(expect.any(String));
    expect((await readReport(two)).status).toBe(404);
    expect((await readReport(other)).status).toBe(200);
  });

  it('previews a verdict and counts nothing', async () => {
    const check = async (submissions: Json) =>
      (await post(`${REPORTS_PATH}/check-for-spam`, { submission: { formId: contact, submissions } })).body;
    expect(await check({ email: 'x@mailinator.com' })).toMatchObject({
      spam: true,
      spamReport: { reportReason: 'EMAIL_BLOCKLISTED' },
    });
    for (let n = 0; n < 25; n += 1) expect(await check({ email: 'fine@example.org' })).toEqual({ spam: false });
  });

  it('emits the creation event of a restored submission, unless it was emitted before', async () => {
    const received: string[] = [];
    const unlisten = listen(
      ['wix.forms.v4.submission_created'],
      async (_db, event) => void received.push(event.entityId),
    );
    // Selects the events of these submissions, because events of earlier tests may arrive late.
    const receivedOf = (...ids: string[]) => received.filter((id) => ids.includes(id));
    const announcedId = await createReport();
    await expect.poll(() => receivedOf(announcedId)).toEqual([announcedId]);
    await reportNotSpam(announcedId);
    const createResponse = await post(REPORTS_PATH, {
      formSpamSubmissionReport: { formId: contact, submissions: { name: 'Bot' } },
    });
    const { id } = createResponse.body.formSpamSubmissionReport;
    expect(received).not.toContain(id);
    await reportNotSpam(id);
    await expect.poll(() => receivedOf(announcedId, id)).toEqual([announcedId, id]);
    unlisten();
  });

  it('deletes the reports of a form that is deleted permanently', async () => {
    const formId = await createForm();
    const id = await createReport({ formId });
    await t.call({ method: 'DELETE', path: `/v4/forms/${formId}`, as: t.key });
    expect((await readReport(id)).status).toBe(200);
    await t.call({ method: 'DELETE', path: `/v4/forms/trash-bin/${formId}`, as: t.key });
    expect((await readReport(id)).status).toBe(404);
  });

  it('sweeps reports after ninety days', async () => {
    const id = await createReport();
    const sweep = sweepSpam(() => t.ctx);
    const daysFromNow = (n: number) => new Date(Date.now() + n * 86_400_000);
    await sweep(t.db, daysFromNow(89));
    expect((await readReport(id)).status).toBe(200);
    await sweep(t.db, daysFromNow(91));
    expect((await readReport(id)).status).toBe(404);
  });

  it('exports reports to their submitter, and deletes them with the submitter’s data', async () => {
    const [firstReport, secondReport] = [await submit({}, t.member), await submit({}, t.member)];
    await report(firstReport.id);
    const exportOwn = async (rows: number) => exportSubmissions(t.ctx, [t.memberId], { rows, bytes: 1_000_000 });
    expect((await exportOwn(10)).entries.map((entry) => (entry as Json).id)).toEqual([secondReport.id, firstReport.id]);
    expect(await exportOwn(1)).toMatchObject({ entries: [{ id: secondReport.id }], isCut: true });
    expect((await exportOwn(2)).isCut).toBe(false);

    await forgetSubmitter(t.ctx, [t.memberId], { act: 'REASSIGN', to: t.otherMemberId });
    expect((await readReport(firstReport.id)).body.formSpamSubmissionReport.submitter).toEqual({
      memberId: t.otherMemberId,
    });
    await forgetSubmitter(t.ctx, [t.otherMemberId], { act: 'DELETE' });
    expect((await readReport(firstReport.id)).status).toBe(404);
  });

  it('retains the files of a report until it is deleted', async () => {
    const upload = input('file', 'WIX_FILE', 'wixFileOptions', {
      componentType: 'FILE_UPLOAD',
      fileUploadOptions: { label: 'File' },
      validation: { fileLimit: 2, uploadFileFormats: ['DOCUMENT'] },
    });
    const formId = await createForm([upload]);
    const issued = await post('/v4/submissions/media-upload-url', {
      formId,
      filename: 'a.txt',
      mimeType: 'text/plain',
    });
    const stored = await t.call({
      method: 'PUT',
      path: issued.body.uploadUrl.replace(t.origin, ''),
      body: Buffer.from('hello'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { url } = stored.body.file;
    const values = { file: [{ fileId: '1', displayName: 'a.txt', fileType: 'text/plain', url }] };
    const submitResponse = await submit({ formId, submissions: values });
    await report(submitResponse.id);
    const fetchFile = () => t.call({ method: 'GET', path: url.replace(t.origin, ''), as: t.key });
    expect((await fetchFile()).status).toBe(200);
    await reportNotSpam(submitResponse.id);
    expect((await fetchFile()).status).toBe(200);
    await report(submitResponse.id);
    await t.call({ method: 'DELETE', path: `${REPORTS_PATH}/${submitResponse.id}`, as: t.key });
    expect((await fetchFile()).status).toBe(404);
  });
});

describe('responses with status 400', () => {
  it.each<[string, Json, string]>([
    ['no namespace', {}, 'MISSING_NAMESPACE_FILTER'],
    ['an unknown field', { namespace: NAMESPACE, secret: 1 }, 'INVALID_FILTER'],
    ['an operator that the field does not have', { namespace: NAMESPACE, formId: { $gt: 'a' } }, 'INVALID_FILTER'],
  ])('for a filter with %s', async (_what, filter, code) => {
    expect(codeOf(await query({ filter }))).toBe(code);
    expect(codeOf(await post('/v4/bulk/form-spam-submission-reports/delete-by-filter', { filter }))).toBe(code);
  });

  it('returns 400 for an invalid cursor, an unknown reason, and values that the form does not accept', async () => {
    expect(codeOf(await query({ cursorPaging: { cursor: 'x' } }))).toBe('INVALID_CURSOR');
    const { id } = await submit();
    expect((await report(id, { reportReason: 'BORED' })).status).toBe(400);
    const formSpamSubmissionReport = { formId: contact, submissions: { email: 'no address' } };
    const rejected = await post(REPORTS_PATH, { formSpamSubmissionReport });
    expect(rejected.body.details.validationError.fieldViolations[0].ruleName).toBe('SUBMISSION_VALIDATION');
  });
});

describe('401, 403 and 404', () => {
  const listCalls = (id: string, submissionId: string): [string, 'GET' | 'POST' | 'DELETE', string, Json?][] => [
    ['check', 'POST', `${REPORTS_PATH}/check-for-spam`, { submission: { formId: contact } }],
    ['create', 'POST', REPORTS_PATH, { formSpamSubmissionReport: { formId: contact } }],
    ['get', 'GET', `${REPORTS_PATH}/${id}`],
    ['delete', 'DELETE', `${REPORTS_PATH}/${id}`],
    ['report', 'POST', `/v4/submissions/${submissionId}/report-spam-submission`, {}],
    [
      'report in bulk',
      'POST',
      '/v4/bulk/submissions/report-spam-submission',
      { formId: contact, submissionIds: [submissionId] },
    ],
    ['not spam', 'POST', `${REPORTS_PATH}/${id}/report-not-spam-submission`, {}],
    [
      'not spam in bulk',
      'POST',
      '/v4/bulk/form-spam-submission-reports/report-not-spam-submission',
      { formId: contact, formSpamSubmissionReportIds: [id] },
    ],
    ['delete in bulk', 'POST', '/v4/bulk/form-spam-submission-reports/delete', { formSpamSubmissionReportIds: [id] }],
    [
      'delete by filter',
      'POST',
      '/v4/bulk/form-spam-submission-reports/delete-by-filter',
      { filter: { namespace: NAMESPACE } },
    ],
    ['query', 'POST', `${REPORTS_PATH}/namespace/query`, { query: { filter: { namespace: NAMESPACE } } }],
    ['count', 'POST', `${REPORTS_PATH}/count`, { formIds: [contact], namespace: NAMESPACE }],
  ];
  const READS = ['check', 'get', 'query', 'count'];

  it('returns 401 or 403 to callers without the permission', async () => {
    const [id, live] = [await createReport(), (await submit()).id];
    const rejected = {
      'no token': [undefined, 401],
      visitor: [t.visitor, 403],
      member: [t.member, 403],
      'key for data': [await t.keyWith(['items:all']), 403],
      'key for forms': [await t.keyWith(['forms:manage']), 403],
      'key that makes submissions': [await t.keyWith(['submissions:create']), 403],
      'key that reads submissions': [await t.keyWith(['submissions:read']), 403],
      viewer: [await t.userToken('viewer'), 403],
    } as const;
    for (const [who, [as, status]] of Object.entries(rejected)) {
      for (const [name, method, path, body] of listCalls(id, live)) {
        const reads = ['viewer', 'key that reads submissions'].includes(who) && READS.includes(name);
        const response = await t.call({ method, path, body, ...(as ? { as } : {}) });
        expect([who, name, response.status]).toEqual([who, name, reads ? 200 : status]);
      }
    }
    expect((await readReport(id)).status).toBe(200);
    expect((await read(live)).status).toBe(200);
  });

  it('returns 404 for reports of another site', async () => {
    const [id, live] = [await createReport(), (await submit()).id];
    const as = other.key;
    for (const [name, method, path, body] of listCalls(id, live)) {
      const response = await t.call({ method, path, body, as, headers: { 'wix-site-id': other.site.id } });
      const shown = JSON.stringify(response.body);
      if (name.endsWith('bulk')) expect(outcomesOf(response)).toEqual([expect.stringMatching(/NOT_FOUND$/)]);
      else if (name === 'query') expect(response.body.formSpamSubmissionReports).toEqual([]);
      else if (name === 'count') expect(response.body.formsSpamSubmissionReportsCount[0].totalCount).toBe(0);
      else expect([name, response.status]).toEqual([name, name === 'delete by filter' ? 200 : 404]);
      expect(shown).not.toContain('Ann');
    }
    expect((await readReport(id)).status).toBe(200);
    expect((await read(live)).status).toBe(200);
  });

  it.each([randomUUID(), 'no-id'])('returns 404 for the unknown report %s', async (id) => {
    expect(codeOf(await readReport(id))).toBe('SPAM_REPORT_NOT_FOUND');
    expect(codeOf(await reportNotSpam(id))).toBe('SPAM_REPORT_NOT_FOUND');
    expect(codeOf(await report(id))).toBe('SUBMISSION_NOT_FOUND');
    const path = `${REPORTS_PATH}/${id}`;
    expect(codeOf(await t.call({ method: 'DELETE', path, as: t.key }))).toBe('SPAM_REPORT_NOT_FOUND');
    expect(codeOf(await post(`${REPORTS_PATH}/check-for-spam`, { submission: { formId: id } }))).toBe('FORM_NOT_FOUND');
  });
});
