/** Thirty-two parallel calls: limits are exact, order numbers have no gaps, and each change happens once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { filesForm, fileValueOf, makeForm, submit as submitFile, upload } from './testing/files.ts';
import { input, text } from './testing/sample-forms.ts';
import { type Json, NAMESPACE, type StoredSubmission, submissionCalls, valid } from './testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await t.configure({ forms: { spam: { blockedEmails: ['bad@example.org'] } } });
});
afterAll(() => t.stop());
const { call, post, make, submit, submitted } = submissionCalls(() => t);

const CALL_COUNT = 32;
const runInParallel = <V>(act: (n: number) => Promise<V>): Promise<V[]> =>
  Promise.all(Array.from({ length: CALL_COUNT }, (_, n) => act(n)));
const countByStatus = (responses: readonly TestResponse[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const countInForm = async (formId: string) =>
  (await post('submissions/count', { formIds: [formId], namespace: NAMESPACE })).body.formsSubmissionsCount[0]
    .totalCount;
const createTrashedForm = async (n: number): Promise<string> => {
  const { id } = await make({ name: `T${n}`, formFields: [text('a')] });
  await call('DELETE', `forms/${id}`);
  return id;
};
const getTotal = async () => (await post('forms/count', { namespace: NAMESPACE, fieldsets: ['DELETED'] })).body;

describe('a limit', () => {
  it('per submitter is exact, spam included', async () => {
    const { id } = await make({ limitationRule: { submissionLimitPerUser: 5 } });
    const both = await runInParallel((n) =>
      submit(id, { ...valid, email: n % 2 ? 'bad@example.org' : 'good@example.org' }),
    );
    expect(countByStatus(both)).toEqual({ 200: 5, 400: 27 });
    expect(countByStatus(await runInParallel(() => submit(id, valid, {}, t.member)))).toEqual({ 200: 5, 400: 27 });
    const reports = { formIds: [id], namespace: NAMESPACE };
    const counted = (await post('form-spam-submission-reports/count', reports)).body.formsSpamSubmissionReportsCount;
    expect((await countInForm(id)) + counted[0].totalCount).toBe(10);
  });

  it('of forms is exact for created, cloned and restored forms', async () => {
    const trashedIds = await Promise.all(Array.from({ length: 12 }, (_, n) => createTrashedForm(n)));
    const { id } = await make({ formFields: [text('a')] });
    const { totalCount, deletedCount } = await getTotal();
    await t.configure({ forms: { limits: { maxForms: totalCount + 5 } } });
    const responses = await runInParallel((n) => {
      if (n < trashedIds.length) return call('POST', `forms/trash-bin/${trashedIds[n]}/restore`, {});
      return n % 2
        ? call('POST', `forms/${id}/clone`, {})
        : post('forms', { form: { name: 'N', formFields: [text('a')] } });
    });
    expect(countByStatus(responses)).toEqual({ 200: 5, 400: 27 });
    const after = await getTotal();
    const restored = responses.slice(0, trashedIds.length).filter(({ status }) => status === 200).length;
    expect([after.totalCount, after.deletedCount]).toEqual([totalCount + 5, deletedCount - restored]);
    await t.configure({ forms: { limits: { maxForms: 1_000 } } });
  });

  it('of the trash is exact', async () => {
    const forms = await Promise.all(
      Array.from({ length: CALL_COUNT }, (_, n) => make({ name: `D${n}`, formFields: [text('a')] })),
    );
    const { deletedCount } = await getTotal();
    await t.configure({ forms: { limits: { maxDeletedForms: deletedCount + 7 } } });
    expect(countByStatus(await runInParallel((n) => call('DELETE', `forms/${forms[n]?.id}`)))).toEqual({
      200: 7,
      400: 25,
    });
    expect((await getTotal()).deletedCount).toBe(deletedCount + 7);
    await t.configure({ forms: { limits: { maxDeletedForms: 1_000 } } });
  });

  it('of webhooks is exact', async () => {
    const as = await t.userToken('owner');
    const webhook = { url: 'http://127.0.0.1:9/', eventTypes: ['*'], format: 'STANDARD' };
    const create = () => t.call({ method: 'POST', path: '/portico/v1/webhooks', body: { webhook }, as });
    expect(countByStatus(await runInParallel(create))).toEqual({ 200: 32 });
    expect((await runInParallel(create)).filter(({ status }) => status === 200)).toHaveLength(18);
  });
});

it('numbers orders without gaps and duplicates', async () => {
  const product = { id: '6b3f1f5e-1111-4222-8333-944455556666', productType: 'DIGITAL', priceType: 'FIXED_PRICE' };
  const pay = input('pay', 'PAYMENT', 'paymentOptions', {
    componentType: 'CHECKBOX_GROUP',
    checkboxGroupOptions: { label: 'Pay', options: [{ value: product.id, label: 'One' }] },
    validation: {
      products: [{ ...product, fixedPriceOptions: { price: '12.35' }, quantityLimit: { minimum: 1, maximum: 9 } }],
    },
  });
  const { id } = await make({ formFields: [pay] });
  const responses = await runInParallel(() =>
    submit(id, { pay: [{ productId: product.id, price: '12.35', quantity: 2 }] }),
  );
  expect(countByStatus(responses)).toEqual({ 200: 32 });
  const numbers = responses.map(({ body }) => Number(body.submission.orderDetails.number)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: CALL_COUNT }, (_, n) => (numbers[0] as number) + n));
});

describe('succeeds once', () => {
  const expectOnce = async (
    act: (one: StoredSubmission) => Promise<TestResponse>,
    prepare: (id: string) => Promise<unknown> = async () => {},
  ) => {
    const one = await submitted((await make()).id, valid, { status: 'PENDING' }, t.key);
    await prepare(one.id);
    return countByStatus(await runInParallel(() => act(one)));
  };
  const reportSpam = (id: string) => call('POST', `submissions/${id}/report-spam-submission`, {});
  const moveToTrash = (id: string) => call('DELETE', `submissions/${id}`);

  it.each<[string, (one: StoredSubmission) => Promise<TestResponse>, ((id: string) => Promise<unknown>)?, number?]>([
    ['moving to the trash', ({ id }) => moveToTrash(id)],
    ['restoring from the trash', ({ id }) => call('POST', `submissions/trash-bin/${id}/restore`, {}), moveToTrash],
    ['permanent deletion', ({ id }) => call('DELETE', `submissions/${id}?permanent=true`)],
    ['deletion from the trash', ({ id }) => call('DELETE', `submissions/trash-bin/${id}`), moveToTrash],
    ['reporting spam', ({ id }) => reportSpam(id)],
    [
      'restoring a spam report',
      ({ id }) => call('POST', `form-spam-submission-reports/${id}/report-not-spam-submission`, {}),
      reportSpam,
    ],
    ['deleting a spam report', ({ id }) => call('DELETE', `form-spam-submission-reports/${id}`), reportSpam],
    [
      'an update of one revision',
      ({ id, formId }: StoredSubmission) =>
        call('PATCH', `submissions/${id}`, { submission: { id, formId, revision: '1', seen: true } }),
      undefined,
      409,
    ],
    ['confirming', ({ id }) => call('POST', `submissions/${id}/confirm`, {}), undefined, 428],
  ])('%s', async (_what, act, prepare, rejection = 404) => {
    expect(await expectOnce(act, prepare)).toEqual({ 200: 1, [rejection]: 31 });
  });

  it('claiming a file', async () => {
    const formId = await makeForm(t, filesForm({ spamFilterProtectionLevel: 'NONE' }));
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
    const responses = await runInParallel(() => submitFile(t, formId, { files: [fileValueOf(file)] }));
    expect(countByStatus(responses)).toEqual({ 200: 1, 400: 31 });
    expect(await countInForm(formId)).toBe(1);
  });

  it('using a form’s ticket', async () => {
    const form: Json = { spamFilterProtectionLevel: 'BASIC', formFields: [text('name')] };
    const { id } = await make(form);
    const { ticket } = (await t.call({ method: 'GET', path: `/portico/v1/forms/${id}/ticket`, as: t.visitor })).body;
    const later = Date.now() + 2_500;
    while (Date.now() < later) await new Promise((resolve) => setTimeout(resolve, 50));
    const body = {
      submission: { formId: id, submissions: { name: 'x' } },
      additionalMetadata: { porticoTicket: [ticket] },
    };
    expect(countByStatus(await runInParallel(() => post('submissions', body, t.visitor)))).toEqual({ 200: 32 });
    expect(await countInForm(id)).toBe(1);
  });
});
