/** Captchas of forms: each token is valid for one submission, on the site where it was solved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../identity/testing/client.ts';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { solveCaptcha } from '../../testing/solve-captcha.ts';
import { type Json, NAMESPACE, submissionCalls, valid } from '../testing/submission-calls.ts';

let t: TestServer;
let second: SecondProcess;
let form: { id: string };
beforeAll(async () => {
  t = await testServer();
  await t.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
  [second, form] = await Promise.all([startSecondProcess(t), createGuardedForm()]);
});
afterAll(async () => {
  await second.stop();
  await t.stop();
});

const { post, make, query } = submissionCalls(() => t);
const createGuardedForm = (more: Json = {}) => make({ submissionPolicy: { captchaRequired: true }, ...more });

const solveChallenge = async (headers = {}, as = t.visitor): Promise<string> =>
  solveCaptcha((await t.call({ method: 'GET', path: '/portico/v1/captcha/challenge', as, headers })).body);
const send = (captchaToken: string, { formId = form.id, values = valid, key = '' } = {}) => {
  const body = { submission: { formId, submissions: values }, captchaToken };
  return post('submissions', body, t.visitor, key === '' ? {} : { 'idempotency-key': key });
};
const countStored = async (formId: string): Promise<number> => (await query({ formId })).body.submissions.length;
const outcomeOf = (response: TestResponse) => [response.status, codeOf(response)];
const REJECTED = [428, 'INVALID_CAPTCHA'];

describe('a used token', () => {
  it('is rejected for another submission, to the same form or another', async () => {
    const [token, { id }] = [await solveChallenge(), await createGuardedForm()];
    expect((await send(token)).status).toBe(200);
    for (const again of [{}, { values: { ...valid, name: 'Grace' } }, { formId: id }, { key: 'another' }]) {
      expect(outcomeOf(await send(token, again))).toEqual(REJECTED);
    }
  });

  it('is accepted once for 20 different submissions in parallel, with and without idempotency keys', async () => {
    const [token, { id }] = [await solveChallenge(), await createGuardedForm()];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(token, { formId: id, values: { ...valid, name: `N${n}` }, key: n % 2 ? `one ${n}` : '' }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 428)).toHaveLength(19);
    expect(await countStored(id)).toBe(1);
  });

  it('of a registration is rejected for a submission, and vice versa', async () => {
    const register = (token: string) =>
      t.call({
        method: 'POST',
        path: '/v2/register',
        body: { loginId: { email: newEmail() }, password: PASSWORD, captchaTokens: [{ Recaptcha: token }] },
        as: t.visitor,
      });
    const [first, other] = [await solveChallenge(), await solveChallenge()];
    expect((await register(first)).status).toBe(200);
    expect(outcomeOf(await send(first))).toEqual(REJECTED);
    expect((await send(other)).status).toBe(200);
    expect(codeOf(await register(other))).toBe('-19970');
  });

  it('is rejected by every process', async () => {
    const token = await solveChallenge();
    const body = { submission: { formId: form.id, submissions: valid }, captchaToken: token };
    expect((await second.call('POST', '/v4/submissions', { as: t.visitor, body })).status).toBe(200);
    expect(outcomeOf(await send(token))).toEqual(REJECTED);
  });
});

it('rejects a token of another site, which stays valid there', async () => {
  const { site, key, visitor } = await t.secondSite();
  const headers = { authorization: visitor, 'wix-site-id': site.id };
  const token = await solveChallenge(headers);
  expect(outcomeOf(await send(token))).toEqual(REJECTED);
  const as = { authorization: key, 'wix-site-id': site.id };
  const otherForm = { name: 'Theirs', namespace: NAMESPACE, submissionPolicy: { captchaRequired: true } };
  const path = '/v4/forms';
  const createResponse = await t.call({ method: 'POST', path, headers: as, body: { form: otherForm } });
  const body = { submission: { formId: createResponse.body.form.id, submissions: {} }, captchaToken: token };
  expect((await t.call({ method: 'POST', path: '/v4/submissions', headers, body })).status).toBe(200);
});

it('does not use up the token of a submission with invalid values', async () => {
  const token = await solveChallenge();
  expect((await send(token, { values: { ...valid, name: '' } })).status).toBe(400);
  expect((await send(token)).status).toBe(200);
});

describe('20 parallel requests with one idempotency key', () => {
  /** Sends the requests to two processes, so that state in memory cannot coordinate them. */
  async function sendRepeatedly(formId: string, captchaToken?: string): Promise<{ status: number; body: Json }[]> {
    const body = { submission: { formId, submissions: valid }, captchaToken };
    const headers = { 'idempotency-key': 'once' };
    return Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? second.call('POST', '/v4/submissions', { as: t.visitor, body, headers })
          : post('submissions', body, t.visitor, headers),
      ),
    );
  }
  async function expectOneSubmission(formId: string, responses: { status: number; body: Json }[]): Promise<void> {
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(responses.map(({ body }) => (body.submission as Json).id)).size).toBe(1);
    expect(await countStored(formId)).toBe(1);
  }

  it('return one submission of a form that requires a captcha', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await createGuardedForm();
      await expectOneSubmission(id, await sendRepeatedly(id, await solveChallenge()));
    }
  });

  it('return one submission of a form that accepts only one', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await make({ limitationRule: { maxAllowedSubmissions: 1 } });
      await expectOneSubmission(id, await sendRepeatedly(id));
    }
  });

  it('return one submission of a form with captcha and limits', async () => {
    const { id } = await createGuardedForm({ limitationRule: { maxAllowedSubmissions: 1, submissionLimitPerUser: 1 } });
    await expectOneSubmission(id, await sendRepeatedly(id, await solveChallenge()));
  });

  it('are all rejected with a wrong token, and accepted with a valid one and the same key', async () => {
    const { id } = await createGuardedForm();
    const responses = await sendRepeatedly(id, 'e30=');
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([428]);
    await expectOneSubmission(id, await sendRepeatedly(id, await solveChallenge()));
  });

  it('take over the expired claim of a process that was killed', async () => {
    const { id } = await createGuardedForm();
    await expectOneSubmission(id, await sendRepeatedly(id, await solveChallenge()));
    await t.db.deleteFrom('submissions').where('form_id', '=', id).execute();
    const createdAt = new Date(Date.now() - 16_000);
    await t.db.updateTable('submission_keys').set({ stored: false, judged: false, created_at: createdAt }).execute();
    await expectOneSubmission(id, await sendRepeatedly(id, await solveChallenge()));
  });
});
