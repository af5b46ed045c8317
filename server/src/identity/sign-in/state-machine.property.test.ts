/** The state machine against a small model: any order of calls, and never a session without the steps that are due. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { verbs } from '../../testing/verbs.ts';
import { login, newEmail, PASSWORD, register } from '../testing/client.ts';
import { latestMail } from '../testing/mail.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const OTHER_PASSWORD = 'another long passphrase';

/** What ought to be true of the one member; `reasons` in the order in which they are due. */
interface Model {
  id: string;
  email: string;
  password: string;
  reasons: string[];
  blocked: boolean;
  /** the latest state token, and whether it still stands for the member */
  state: { token: string; live: boolean; coded: boolean } | null;
}

const STATES: Record<string, string> = {
  EMAIL_VERIFICATION: 'REQUIRE_EMAIL_VERIFICATION',
  MISSING_FIELDS: 'REQUIRE_MISSING_FIELDS',
  ADMIN_APPROVAL: 'REQUIRE_OWNER_APPROVAL',
};
const ORDER = Object.keys(STATES);

const { post } = verbs(() => t, { caller: 'visitor' });
const sessionOf = (answer: { body: { sessionToken?: string } }) => answer.body.sessionToken;

/** What every call that may end in a session must answer, by the model. */
function expectStand(model: Model, answer: Awaited<ReturnType<typeof post>>, proved: boolean): void {
  const due = ORDER.find((reason) => model.reasons.includes(reason));
  const allowed = proved && !model.blocked && !due;
  expect(Boolean(sessionOf(answer)), `session token: ${answer.text}`).toBe(allowed);
  if (!proved || model.blocked) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return;
  }
  expect(answer.status).toBe(200);
  expect(answer.body.state).toBe(due ? STATES[due] : 'SUCCESS');
  expect(answer.body.identity.status.name).toBe(due ? 'PENDING' : 'ACTIVE');
  model.state = answer.body.stateToken
    ? { token: answer.body.stateToken, live: true, coded: due === 'EMAIL_VERIFICATION' }
    : null;
}

const done = (model: Model, reason: string): void => {
  model.reasons = model.reasons.filter((other) => other !== reason);
};

const STEPS: Record<string, (model: Model) => Promise<void>> = {
  async signIn(model) {
    expectStand(model, await login(t, model.email, model.password), true);
  },
  async signInWrongly(model) {
    expectStand(model, await login(t, model.email, 'a wrong password'), false);
  },
  async verify(model) {
    if (!model.state) return;
    const { token, live, coded } = model.state;
    const mail = coded ? await latestMail(t, model.email, 'VERIFY_EMAIL') : null;
    const answer = await post('/_api/iam/verification/v1/auth/verify', {
      code: mail?.code ?? '000000',
      stateToken: token,
    });
    const right = live && coded && model.reasons.includes('EMAIL_VERIFICATION');
    if (right && !model.blocked) done(model, 'EMAIL_VERIFICATION');
    expectStand(model, answer, right);
    if (right) return;
  },
  async verifyWrongly(model) {
    if (!model.state) return;
    const mail = model.state.coded ? await latestMail(t, model.email, 'VERIFY_EMAIL') : null;
    const code = mail?.code === '123456' ? '123457' : '123456';
    const answer = await post('/_api/iam/verification/v1/auth/verify', { code, stateToken: model.state.token });
    expect(answer.status).toBe(400);
    expect(sessionOf(answer)).toBeUndefined();
    // Each try counts; the model signs in anew rather than to keep the count.
    model.state = null;
  },
  async completeProfile(model) {
    if (!model.state) return;
    const body = { stateToken: model.state.token, profile: { firstName: 'Ada' } };
    const answer = await post('/portico/v1/complete-profile', body);
    const due = ORDER.find((reason) => model.reasons.includes(reason));
    const right = model.state.live && due === 'MISSING_FIELDS' && !model.blocked;
    if (right) done(model, 'MISSING_FIELDS');
    expectStand(model, answer, right);
  },
  async approve(model) {
    if (!model.reasons.includes('ADMIN_APPROVAL') || model.blocked) return;
    const answer = await post(`/members/v1/members/${model.id}/approve`, {}, t.key);
    // The owner's word is about the owner's step alone.
    if (answer.status === 200) done(model, 'ADMIN_APPROVAL');
  },
  async block(model) {
    expect((await post(`/members/v1/members/${model.id}/block`, {}, t.key)).status).toBe(200);
    model.blocked = true;
    if (model.state) model.state.live = false;
  },
  async recover(model) {
    if (model.blocked) return;
    // Whatever was mailed before is not what is waited for.
    await t.db.deleteFrom('mails').where('recipient', '=', model.email).where('kind', '=', 'RECOVERY').execute();
    await t.db.deleteFrom('attempt_windows').execute();
    await post('/_api/iam/recovery/v1/send-email', { email: model.email });
    const mail = await latestMail(t, model.email, 'RECOVERY', { wait: true });
    const body = { recoveryToken: mail.token, password: OTHER_PASSWORD };
    const answer = await post('/_api/iam/recovery/v1/recover', body);
    done(model, 'EMAIL_VERIFICATION');
    model.password = OTHER_PASSWORD;
    expectStand(model, answer, true);
    expect((await post('/_api/iam/recovery/v1/recover', body)).status).toBe(400);
  },
};

describe('any order of calls', () => {
  it('gives a session to nobody who still owes a step', async () => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          verification: fc.boolean(),
          approval: fc.boolean(),
          fields: fc.boolean(),
          steps: fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 3, maxLength: 14 }),
        }),
        async ({ verification, approval, fields, steps }) => {
          await t.configure({
            signIn: {
              requireEmailVerification: verification,
              requireOwnerApproval: approval,
              requiredFields: fields ? ['firstName'] : [],
            },
          });
          const model: Model = {
            id: '',
            email: newEmail(),
            password: PASSWORD,
            reasons: ORDER.filter((_, index) => [verification, fields, approval][index]),
            blocked: false,
            state: null,
          };
          const registered = await register(t, model.email);
          model.id = registered.body.identity.id;
          expectStand(model, registered, true);
          for (const step of steps) {
            await STEPS[step]?.(model);
            calls += 1;
          }
        },
      ),
      { numRuns: runs(300), seed },
    );
    console.log(`sign-in state machine: ${calls} calls in any order, none gave a session too early`);
  }, 300_000);
});
