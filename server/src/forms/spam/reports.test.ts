/** Spam reports: reported, read, taken back, deleted, swept; and who may (forms contract section 10). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { codeOf, outcomes } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';
import { exportSubmissions, forgetSubmitter, sweepSpam } from '../index.ts';
import { input, text } from '../testing/forms.fixture.ts';

let t: TestServer;
let other: Awaited<ReturnType<TestServer['secondSite']>>;
let contact: string;
beforeAll(async () => {
  t = await testServer();
  other = await t.secondSite();
  contact = await newForm();
});
afterAll(() => t.stop());

type Json = Record<string, unknown>;

const NAMESPACE = 'wix.form_app.form';
const REPORTS = '/v4/form-spam-submission-reports';

const { post } = verbs(() => t);
const newForm = async (more: unknown[] = []): Promise<string> => {
  const form = { name: 'Spam', formFields: [text('name'), text('email', { format: 'EMAIL' }), ...more] };
  return (await post('/v4/forms', { form })).body.form.id;
};
const submit = async (submission: Json = {}, as = t.key): Promise<Json & { id: string }> =>
  (await post('/v4/submissions', { submission: { formId: contact, submissions: { name: 'Ann' }, ...submission } }, as))
    .body.submission;
const read = (id: string) => t.call({ method: 'GET', path: `/v4/submissions/${id}`, as: t.key });
const report = (id: string, body: Json = {}, as = t.key) =>
  post(`/v4/submissions/${id}/report-spam-submission`, body, as);
const reported = async (submission: Json = {}): Promise<string> => {
  const { id } = await submit(submission);
  await report(id);
  return id;
};
const readReport = (id: string, as = t.key) => t.call({ method: 'GET', path: `${REPORTS}/${id}`, as });
const notSpam = (id: string, as = t.key) => post(`${REPORTS}/${id}/report-not-spam-submission`, {}, as);
const query = (request: Json, as = t.key) => post(`${REPORTS}/namespace/query`, { query: request }, as);

describe('200', () => {
  it('reports a submission: it is gone from the others and whole in the report, under its id', async () => {
    const submission = await submit({ tags: { tags: { tagIds: ['a'] } }, status: 'PENDING' });
    const answer = await report(submission.id, {
      reportReason: 'AI_REPORTED_LLM',
      reportReasonDescription: 'Looks odd',
    });
    expect(answer.body.formSpamSubmissionReport).toMatchObject({
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
    expect((await readReport(submission.id)).body).toEqual(answer.body);
  });

  it('says that a person reported it where no reason is given', async () => {
    expect((await readReport(await reported())).body.formSpamSubmissionReport.reportReason).toBe('MANUALLY_REPORTED');
  });

  it('makes the submission again as it was, under its id, and no report is left', async () => {
    const submission = await submit({ tags: { tags: { tagIds: ['a'] } }, status: 'PENDING' });
    await report(submission.id);
    const back = (await notSpam(submission.id)).body.submission;
    expect(back).toEqual({ ...submission, revision: '3', updatedDate: back.updatedDate });
    expect((await read(submission.id)).body.submission).toEqual(back);
    expect((await readReport(submission.id)).status).toBe(404);
  });

  it('makes a report of what was no submission, and a submission of it', async () => {
    const made = await post(REPORTS, {
      formSpamSubmissionReport: { formId: contact, submissions: { name: 'Bot' }, reportReason: 'MODERATION_SPI' },
    });
    const { id } = made.body.formSpamSubmissionReport;
    expect(made.body.formSpamSubmissionReport).toMatchObject({ reportReason: 'MODERATION_SPI', revision: '1' });
    expect((await notSpam(id)).body.submission).toMatchObject({
      id,
      status: 'CONFIRMED',
      submissions: { name: 'Bot' },
    });
  });

  it('does all of it in bulk, one result for each', async () => {
    const [a, b] = [await submit(), await submit()];
    const elsewhere = await submit({ formId: await newForm() });
    const ids = [a.id, randomUUID(), b.id, elsewhere.id, 'no id', a.id];
    const body = { formId: contact, submissionIds: ids, reportReason: 'AI_REPORTED', returnEntity: true };
    const done = await post('/v4/bulk/submissions/report-spam-submission', body);
    const missing = 'SUBMISSION_NOT_FOUND';
    expect(outcomes(done)).toEqual([true, missing, true, missing, missing, missing]);
    expect(done.body.results[0].item).toMatchObject({ id: a.id, reportReason: 'AI_REPORTED' });
    expect(done.body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 4, undetailedFailures: 0 });

    const back = { formId: contact, formSpamSubmissionReportIds: [b.id, elsewhere.id], returnEntity: true };
    const restored = await post('/v4/bulk/form-spam-submission-reports/report-not-spam-submission', back);
    expect(outcomes(restored)).toEqual([true, 'SPAM_REPORT_NOT_FOUND']);
    expect(restored.body.results[0].item).toMatchObject({ id: b.id, submissions: { name: 'Ann' } });

    const gone = await post('/v4/bulk/form-spam-submission-reports/delete', {
      formId: contact,
      formSpamSubmissionReportIds: [a.id, b.id],
    });
    expect(outcomes(gone)).toEqual([true, 'SPAM_REPORT_NOT_FOUND']);
    expect((await readReport(a.id)).status).toBe(404);
  });

  it('queries by every field, page by page without a cursor at the ends, and counts', async () => {
    const formId = await newForm();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await reported({ formId }));
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

    const of = async (filter: Json, sort?: Json[]) =>
      idsOf((await query({ filter: { namespace: NAMESPACE, formId, ...filter }, ...(sort ? { sort } : {}) })).body);
    expect(await of({}, [{ fieldName: 'createdDate', order: 'ASC' }])).toEqual([...ids].reverse());
    expect(await of({ id: { $in: ids.slice(0, 2) } })).toEqual(ids.slice(0, 2));
    expect(await of({ reportReason: { $ne: 'MANUALLY_REPORTED' } })).toEqual([]);
    expect(await of({ reportedDate: { $lt: new Date().toISOString() } })).toEqual(ids);
    expect(await of({ createdDate: { $gt: new Date().toISOString() } })).toEqual([]);
    expect(await of({ childMetaSiteId: randomUUID() })).toEqual([]);

    const empty = await newForm();
    const counted = await post(`${REPORTS}/count`, { formIds: [empty, formId, 'none'], namespace: NAMESPACE });
    expect(counted.body.formsSpamSubmissionReportsCount).toEqual([
      { formId: empty, totalCount: 0 },
      { formId, totalCount: 5 },
      { formId: 'none', totalCount: 0 },
    ]);
    const elsewhere = await post(`${REPORTS}/count`, { formIds: [formId], namespace: 'another.namespace' });
    expect(elsewhere.body.formsSpamSubmissionReportsCount).toEqual([{ formId, totalCount: 0 }]);
  });

  it('deletes one, and all that match', async () => {
    const formId = await newForm();
    const [one, two, kept] = [await reported({ formId }), await reported({ formId }), await reported()];
    const path = `${REPORTS}/${one}`;
    expect((await t.call({ method: 'DELETE', path, as: t.key })).body).toEqual({});
    const filter = { namespace: NAMESPACE, formId };
    const job = await post('/v4/bulk/form-spam-submission-reports/delete-by-filter', { filter });
    expect(job.body.jobId).toEqual(expect.any(String));
    expect((await readReport(two)).status).toBe(404);
    expect((await readReport(kept)).status).toBe(200);
  });

  it('foresees a verdict and counts nothing', async () => {
    const check = async (submissions: Json) =>
      (await post(`${REPORTS}/check-for-spam`, { submission: { formId: contact, submissions } })).body;
    expect(await check({ email: 'x@mailinator.com' })).toMatchObject({
      spam: true,
      spamReport: { reportReason: 'EMAIL_BLOCKLISTED' },
    });
    for (let n = 0; n < 25; n += 1) expect(await check({ email: 'fine@example.org' })).toEqual({ spam: false });
  });

  it('announces what nobody has heard of yet, and nothing twice', async () => {
    const heard: string[] = [];
    const unlisten = listen(['wix.forms.v4.submission_created'], async (_db, event) => void heard.push(event.entityId));
    // Events of the tests before may still be on their way.
    const about = (...ids: string[]) => heard.filter((id) => ids.includes(id));
    const told = await reported();
    await expect.poll(() => about(told)).toEqual([told]);
    await notSpam(told);
    const made = await post(REPORTS, { formSpamSubmissionReport: { formId: contact, submissions: { name: 'Bot' } } });
    const { id } = made.body.formSpamSubmissionReport;
    expect(heard).not.toContain(id);
    await notSpam(id);
    await expect.poll(() => about(told, id)).toEqual([told, id]);
    unlisten();
  });

  it('goes with its form when that is removed for good', async () => {
    const formId = await newForm();
    const id = await reported({ formId });
    await t.call({ method: 'DELETE', path: `/v4/forms/${formId}`, as: t.key });
    expect((await readReport(id)).status).toBe(200);
    await t.call({ method: 'DELETE', path: `/v4/forms/trash-bin/${formId}`, as: t.key });
    expect((await readReport(id)).status).toBe(404);
  });

  it('is swept ninety days after it was made', async () => {
    const id = await reported();
    const sweep = sweepSpam(() => t.ctx);
    const days = (n: number) => new Date(Date.now() + n * 86_400_000);
    await sweep(t.db, days(89));
    expect((await readReport(id)).status).toBe(200);
    await sweep(t.db, days(91));
    expect((await readReport(id)).status).toBe(404);
  });

  it('is shown to and forgotten with the person who sent it', async () => {
    const [mine, also] = [await submit({}, t.member), await submit({}, t.member)];
    await report(mine.id);
    const shown = async (rows: number) => exportSubmissions(t.ctx, [t.memberId], { rows, bytes: 1_000_000 });
    expect((await shown(10)).entries.map((entry) => (entry as Json).id)).toEqual([also.id, mine.id]);
    expect(await shown(1)).toMatchObject({ entries: [{ id: also.id }], cut: true });
    expect((await shown(2)).cut).toBe(false);

    await forgetSubmitter(t.ctx, [t.memberId], { act: 'GIVE', to: t.otherMemberId });
    expect((await readReport(mine.id)).body.formSpamSubmissionReport.submitter).toEqual({ memberId: t.otherMemberId });
    await forgetSubmitter(t.ctx, [t.otherMemberId], { act: 'DELETE' });
    expect((await readReport(mine.id)).status).toBe(404);
  });

  it('keeps its files until it is deleted', async () => {
    const upload = input('file', 'WIX_FILE', 'wixFileOptions', {
      componentType: 'FILE_UPLOAD',
      fileUploadOptions: { label: 'File' },
      validation: { fileLimit: 2, uploadFileFormats: ['DOCUMENT'] },
    });
    const formId = await newForm([upload]);
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
    const made = await submit({ formId, submissions: values });
    await report(made.id);
    const fetched = () => t.call({ method: 'GET', path: url.replace(t.origin, ''), as: t.key });
    expect((await fetched()).status).toBe(200);
    await notSpam(made.id);
    expect((await fetched()).status).toBe(200);
    await report(made.id);
    await t.call({ method: 'DELETE', path: `${REPORTS}/${made.id}`, as: t.key });
    expect((await fetched()).status).toBe(404);
  });
});

describe('400', () => {
  it.each<[string, Json, string]>([
    ['no namespace', {}, 'MISSING_NAMESPACE_FILTER'],
    ['an unknown field', { namespace: NAMESPACE, secret: 1 }, 'INVALID_FILTER'],
    ['an operator that the field does not have', { namespace: NAMESPACE, formId: { $gt: 'a' } }, 'INVALID_FILTER'],
  ])('names a filter with %s', async (_what, filter, code) => {
    expect(codeOf(await query({ filter }))).toBe(code);
    expect(codeOf(await post('/v4/bulk/form-spam-submission-reports/delete-by-filter', { filter }))).toBe(code);
  });

  it('refuses a cursor of another call, an unknown reason and values that do not fit', async () => {
    expect(codeOf(await query({ cursorPaging: { cursor: 'x' } }))).toBe('INVALID_CURSOR');
    const { id } = await submit();
    expect((await report(id, { reportReason: 'BORED' })).status).toBe(400);
    const formSpamSubmissionReport = { formId: contact, submissions: { email: 'no address' } };
    const refused = await post(REPORTS, { formSpamSubmissionReport });
    expect(refused.body.details.validationError.fieldViolations[0].ruleName).toBe('SUBMISSION_VALIDATION');
  });
});

describe('401, 403 and 404', () => {
  const calls = (id: string, submissionId: string): [string, 'GET' | 'POST' | 'DELETE', string, Json?][] => [
    ['check', 'POST', `${REPORTS}/check-for-spam`, { submission: { formId: contact } }],
    ['create', 'POST', REPORTS, { formSpamSubmissionReport: { formId: contact } }],
    ['get', 'GET', `${REPORTS}/${id}`],
    ['delete', 'DELETE', `${REPORTS}/${id}`],
    ['report', 'POST', `/v4/submissions/${submissionId}/report-spam-submission`, {}],
    [
      'report in bulk',
      'POST',
      '/v4/bulk/submissions/report-spam-submission',
      { formId: contact, submissionIds: [submissionId] },
    ],
    ['not spam', 'POST', `${REPORTS}/${id}/report-not-spam-submission`, {}],
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
    ['query', 'POST', `${REPORTS}/namespace/query`, { query: { filter: { namespace: NAMESPACE } } }],
    ['count', 'POST', `${REPORTS}/count`, { formIds: [contact], namespace: NAMESPACE }],
  ];
  const READS = ['check', 'get', 'query', 'count'];

  it('lets nobody without the right read or change a report', async () => {
    const [id, live] = [await reported(), (await submit()).id];
    const refused = {
      nobody: [undefined, 401],
      visitor: [t.visitor, 403],
      member: [t.member, 403],
      'key for data': [await t.keyWith(['items:all']), 403],
      'key for forms': [await t.keyWith(['forms:manage']), 403],
      'key that makes submissions': [await t.keyWith(['submissions:create']), 403],
      'key that reads submissions': [await t.keyWith(['submissions:read']), 403],
      viewer: [await t.userToken('viewer'), 403],
    } as const;
    for (const [who, [as, status]] of Object.entries(refused)) {
      for (const [name, method, path, body] of calls(id, live)) {
        const reads = ['viewer', 'key that reads submissions'].includes(who) && READS.includes(name);
        const answer = await t.call({ method, path, body, ...(as ? { as } : {}) });
        expect([who, name, answer.status]).toEqual([who, name, reads ? 200 : status]);
      }
    }
    expect((await readReport(id)).status).toBe(200);
    expect((await read(live)).status).toBe(200);
  });

  it('knows no report of another site', async () => {
    const [id, live] = [await reported(), (await submit()).id];
    const as = other.key;
    for (const [name, method, path, body] of calls(id, live)) {
      const answer = await t.call({ method, path, body, as, headers: { 'wix-site-id': other.site.id } });
      const shown = JSON.stringify(answer.body);
      if (name.endsWith('bulk')) expect(outcomes(answer)).toEqual([expect.stringMatching(/NOT_FOUND$/)]);
      else if (name === 'query') expect(answer.body.formSpamSubmissionReports).toEqual([]);
      else if (name === 'count') expect(answer.body.formsSpamSubmissionReportsCount[0].totalCount).toBe(0);
      else expect([name, answer.status]).toEqual([name, name === 'delete by filter' ? 200 : 404]);
      expect(shown).not.toContain('Ann');
    }
    expect((await readReport(id)).status).toBe(200);
    expect((await read(live)).status).toBe(200);
  });

  it.each([randomUUID(), 'no-id'])('knows no report %s', async (id) => {
    expect(codeOf(await readReport(id))).toBe('SPAM_REPORT_NOT_FOUND');
    expect(codeOf(await notSpam(id))).toBe('SPAM_REPORT_NOT_FOUND');
    expect(codeOf(await report(id))).toBe('SUBMISSION_NOT_FOUND');
    const path = `${REPORTS}/${id}`;
    expect(codeOf(await t.call({ method: 'DELETE', path, as: t.key }))).toBe('SPAM_REPORT_NOT_FOUND');
    expect(codeOf(await post(`${REPORTS}/check-for-spam`, { submission: { formId: id } }))).toBe('FORM_NOT_FOUND');
  });
});
