/** A captcha that a form's owner asks for: a token counts once, for whom and where it was solved, whoever repeats the request. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../identity/testing/client.ts';
import { codeOf } from '../../testing/answers.ts';
import { type Answered, type TestServer, testServer } from '../../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { solveCaptcha } from '../../testing/solve-captcha.ts';
import { formsCalls, type Json, NAMESPACE, valid } from '../testing/calls.fixture.ts';

let t: TestServer;
let second: SecondProcess;
let form: { id: string };
beforeAll(async () => {
  t = await testServer();
  await t.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
  [second, form] = await Promise.all([startSecondProcess(t), guarded()]);
});
afterAll(async () => {
  await second.stop();
  await t.stop();
});

const { post, make, query } = formsCalls(() => t);
const guarded = (more: Json = {}) => make({ submissionPolicy: { captchaRequired: true }, ...more });

const solved = async (headers = {}, as = t.visitor): Promise<string> =>
  solveCaptcha((await t.call({ method: 'GET', path: '/portico/v1/captcha/challenge', as, headers })).body);
const send = (captchaToken: string, { formId = form.id, values = valid, key = '' } = {}) => {
  const body = { submission: { formId, submissions: values }, captchaToken };
  return post('submissions', body, t.visitor, key === '' ? {} : { 'idempotency-key': key });
};
const stored = async (formId: string): Promise<number> => (await query({ formId })).body.submissions.length;
const said = (answer: Answered) => [answer.status, codeOf(answer)];
const REFUSED = [428, 'INVALID_CAPTCHA'];

describe('a token that was used', () => {
  it('passes no other submission, to the same form or another', async () => {
    const [token, { id }] = [await solved(), await guarded()];
    expect((await send(token)).status).toBe(200);
    for (const again of [{}, { values: { ...valid, name: 'Grace' } }, { formId: id }, { key: 'another' }]) {
      expect(said(await send(token, again))).toEqual(REFUSED);
    }
  });

  it('passes one of 20 different submissions at once, under keys and without', async () => {
    const [token, { id }] = [await solved(), await guarded()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(token, { formId: id, values: { ...valid, name: `N${n}` }, key: n % 2 ? `one ${n}` : '' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(19);
    expect(await stored(id)).toBe(1);
  });

  it('to register passes no submission, and the other way about', async () => {
    const register = (token: string) =>
      t.call({
        method: 'POST',
        path: '/v2/register',
        body: { loginId: { email: newEmail() }, password: PASSWORD, captchaTokens: [{ Recaptcha: token }] },
        as: t.visitor,
      });
    const [first, other] = [await solved(), await solved()];
    expect((await register(first)).status).toBe(200);
    expect(said(await send(first))).toEqual(REFUSED);
    expect((await send(other)).status).toBe(200);
    expect(codeOf(await register(other))).toBe('-19970');
  });

  it('at another process is used everywhere', async () => {
    const token = await solved();
    const body = { submission: { formId: form.id, submissions: valid }, captchaToken: token };
    expect((await second.call('POST', '/v4/submissions', { as: t.visitor, body })).status).toBe(200);
    expect(said(await send(token))).toEqual(REFUSED);
  });
});

it('a token of another site is refused, and stays good there', async () => {
  const { site, key, visitor } = await t.secondSite();
  const headers = { authorization: visitor, 'wix-site-id': site.id };
  const token = await solved(headers);
  expect(said(await send(token))).toEqual(REFUSED);
  const as = { authorization: key, 'wix-site-id': site.id };
  const theirs = { name: 'Theirs', namespace: NAMESPACE, submissionPolicy: { captchaRequired: true } };
  const path = '/v4/forms';
  const made = await t.call({ method: 'POST', path, headers: as, body: { form: theirs } });
  const body = { submission: { formId: made.body.form.id, submissions: {} }, captchaToken: token };
  expect((await t.call({ method: 'POST', path: '/v4/submissions', headers, body })).status).toBe(200);
});

it('a token is not used up by values that are refused', async () => {
  const token = await solved();
  expect((await send(token, { values: { ...valid, name: '' } })).status).toBe(400);
  expect((await send(token)).status).toBe(200);
});

describe('20 repetitions of one submission at once', () => {
  /** At two processes, so that nothing that one of them keeps in its memory helps. */
  async function repeated(formId: string, captchaToken?: string): Promise<{ status: number; body: Json }[]> {
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
  async function areOne(formId: string, answers: { status: number; body: Json }[]): Promise<void> {
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(answers.map(({ body }) => (body.submission as Json).id)).size).toBe(1);
    expect(await stored(formId)).toBe(1);
  }

  it('are answered with it where a captcha is asked for', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await guarded();
      await areOne(id, await repeated(id, await solved()));
    }
  });

  it('are answered with it where it takes the last place', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await make({ limitationRule: { maxAllowedSubmissions: 1 } });
      await areOne(id, await repeated(id));
    }
  });

  it('are answered with it where both', async () => {
    const { id } = await guarded({ limitationRule: { maxAllowedSubmissions: 1, submissionLimitPerUser: 1 } });
    await areOne(id, await repeated(id, await solved()));
  });

  it('are all refused for a token that is wrong, and a right one passes under the same key', async () => {
    const { id } = await guarded();
    const answers = await repeated(id, 'e30=');
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([428]);
    await areOne(id, await repeated(id, await solved()));
  });

  it('wait for nobody who was killed', async () => {
    const { id } = await guarded();
    await areOne(id, await repeated(id, await solved()));
    await t.db.deleteFrom('submissions').where('form_id', '=', id).execute();
    const ago = new Date(Date.now() - 16_000);
    await t.db.updateTable('submission_keys').set({ stored: false, judged: false, created_at: ago }).execute();
    await areOne(id, await repeated(id, await solved()));
  });
});
