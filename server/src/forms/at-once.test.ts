/** Thirty-two at the same moment: limits, numbers and things that can happen once stay exact. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type TestServer, testServer } from '../testing/index.ts';
import { formsCalls, type Json, NAMESPACE, type Stored, valid } from './testing/calls.fixture.ts';
import { filesForm, makeForm, named, submit as submitFile, upload } from './testing/files.fixture.ts';
import { input, text } from './testing/forms.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await t.configure({ forms: { spam: { blockedEmails: ['bad@example.org'] } } });
});
afterAll(() => t.stop());
const { call, post, make, submit, submitted } = formsCalls(() => t);

const MANY = 32;
const atOnce = <V>(act: (n: number) => Promise<V>): Promise<V[]> =>
  Promise.all(Array.from({ length: MANY }, (_, n) => act(n)));
const tally = (answers: readonly Answered[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const inForm = async (formId: string) =>
  (await post('submissions/count', { formIds: [formId], namespace: NAMESPACE })).body.formsSubmissionsCount[0]
    .totalCount;
const trashed = async (n: number): Promise<string> => {
  const { id } = await make({ name: `T${n}`, formFields: [text('a')] });
  await call('DELETE', `forms/${id}`);
  return id;
};
const total = async () => (await post('forms/count', { namespace: NAMESPACE, fieldsets: ['DELETED'] })).body;

describe('a limit', () => {
  it('of one submitter, with spam among what they send', async () => {
    const { id } = await make({ limitationRule: { submissionLimitPerUser: 5 } });
    const both = await atOnce((n) => submit(id, { ...valid, email: n % 2 ? 'bad@example.org' : 'good@example.org' }));
    expect(tally(both)).toEqual({ 200: 5, 400: 27 });
    expect(tally(await atOnce(() => submit(id, valid, {}, t.member)))).toEqual({ 200: 5, 400: 27 });
    const reports = { formIds: [id], namespace: NAMESPACE };
    const counted = (await post('form-spam-submission-reports/count', reports)).body.formsSpamSubmissionReportsCount;
    expect((await inForm(id)) + counted[0].totalCount).toBe(10);
  });

  it('of forms, however they come: made, copied or taken back', async () => {
    const gone = await Promise.all(Array.from({ length: 12 }, (_, n) => trashed(n)));
    const { id } = await make({ formFields: [text('a')] });
    const { totalCount, deletedCount } = await total();
    await t.configure({ forms: { limits: { maxForms: totalCount + 5 } } });
    const answers = await atOnce((n) => {
      if (n < gone.length) return call('POST', `forms/trash-bin/${gone[n]}/restore`, {});
      return n % 2
        ? call('POST', `forms/${id}/clone`, {})
        : post('forms', { form: { name: 'N', formFields: [text('a')] } });
    });
    expect(tally(answers)).toEqual({ 200: 5, 400: 27 });
    const after = await total();
    const restored = answers.slice(0, gone.length).filter(({ status }) => status === 200).length;
    expect([after.totalCount, after.deletedCount]).toEqual([totalCount + 5, deletedCount - restored]);
    await t.configure({ forms: { limits: { maxForms: 1_000 } } });
  });

  it('of the trash', async () => {
    const forms = await Promise.all(
      Array.from({ length: MANY }, (_, n) => make({ name: `D${n}`, formFields: [text('a')] })),
    );
    const { deletedCount } = await total();
    await t.configure({ forms: { limits: { maxDeletedForms: deletedCount + 7 } } });
    expect(tally(await atOnce((n) => call('DELETE', `forms/${forms[n]?.id}`)))).toEqual({ 200: 7, 400: 25 });
    expect((await total()).deletedCount).toBe(deletedCount + 7);
    await t.configure({ forms: { limits: { maxDeletedForms: 1_000 } } });
  });

  it('of webhooks', async () => {
    const as = await t.userToken('owner');
    const webhook = { url: 'http://127.0.0.1:9/', eventTypes: ['*'], format: 'STANDARD' };
    const create = () => t.call({ method: 'POST', path: '/portico/v1/webhooks', body: { webhook }, as });
    expect(tally(await atOnce(create))).toEqual({ 200: 32 });
    expect((await atOnce(create)).filter(({ status }) => status === 200)).toHaveLength(18);
  });
});

it('orders are numbered each once, without a gap', async () => {
  const product = { id: '6b3f1f5e-1111-4222-8333-944455556666', productType: 'DIGITAL', priceType: 'FIXED_PRICE' };
  const pay = input('pay', 'PAYMENT', 'paymentOptions', {
    componentType: 'CHECKBOX_GROUP',
    checkboxGroupOptions: { label: 'Pay', options: [{ value: product.id, label: 'One' }] },
    validation: {
      products: [{ ...product, fixedPriceOptions: { price: '12.35' }, quantityLimit: { minimum: 1, maximum: 9 } }],
    },
  });
  const { id } = await make({ formFields: [pay] });
  const answers = await atOnce(() => submit(id, { pay: [{ productId: product.id, price: '12.35', quantity: 2 }] }));
  expect(tally(answers)).toEqual({ 200: 32 });
  const numbers = answers.map(({ body }) => Number(body.submission.orderDetails.number)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: MANY }, (_, n) => (numbers[0] as number) + n));
});

describe('what can happen once happens once', () => {
  const once = async (
    act: (one: Stored) => Promise<Answered>,
    prepare: (id: string) => Promise<unknown> = async () => {},
  ) => {
    const one = await submitted((await make()).id, valid, { status: 'PENDING' }, t.key);
    await prepare(one.id);
    return tally(await atOnce(() => act(one)));
  };
  const reported = (id: string) => call('POST', `submissions/${id}/report-spam-submission`, {});
  const toTrash = (id: string) => call('DELETE', `submissions/${id}`);

  it.each<[string, (one: Stored) => Promise<Answered>, ((id: string) => Promise<unknown>)?, number?]>([
    ['into the trash', ({ id }) => toTrash(id)],
    ['out of it', ({ id }) => call('POST', `submissions/trash-bin/${id}/restore`, {}), toTrash],
    ['removal', ({ id }) => call('DELETE', `submissions/${id}?permanent=true`)],
    ['removal from the trash', ({ id }) => call('DELETE', `submissions/trash-bin/${id}`), toTrash],
    ['a report', ({ id }) => reported(id)],
    [
      'taking it back',
      ({ id }) => call('POST', `form-spam-submission-reports/${id}/report-not-spam-submission`, {}),
      reported,
    ],
    ['deleting a report', ({ id }) => call('DELETE', `form-spam-submission-reports/${id}`), reported],
    [
      'a change of one revision',
      ({ id, formId }: Stored) =>
        call('PATCH', `submissions/${id}`, { submission: { id, formId, revision: '1', seen: true } }),
      undefined,
      409,
    ],
    ['confirming', ({ id }) => call('POST', `submissions/${id}/confirm`, {}), undefined, 428],
  ])('%s', async (_what, act, prepare, refusal = 404) => {
    expect(await once(act, prepare)).toEqual({ 200: 1, [refusal]: 31 });
  });

  it('the claim of a file', async () => {
    const formId = await makeForm(t, filesForm({ spamFilterProtectionLevel: 'NONE' }));
    const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'a' })).body;
    const answers = await atOnce(() => submitFile(t, formId, { files: [named(file)] }));
    expect(tally(answers)).toEqual({ 200: 1, 400: 31 });
    expect(await inForm(formId)).toBe(1);
  });

  it('the use of a form’s ticket', async () => {
    const form: Json = { spamFilterProtectionLevel: 'BASIC', formFields: [text('name')] };
    const { id } = await make(form);
    const { ticket } = (await t.call({ method: 'GET', path: `/portico/v1/forms/${id}/ticket`, as: t.visitor })).body;
    const later = Date.now() + 2_500;
    while (Date.now() < later) await new Promise((resolve) => setTimeout(resolve, 50));
    const body = {
      submission: { formId: id, submissions: { name: 'x' } },
      additionalMetadata: { porticoTicket: [ticket] },
    };
    expect(tally(await atOnce(() => post('submissions', body, t.visitor)))).toEqual({ 200: 32 });
    expect(await inForm(id)).toBe(1);
  });
});
