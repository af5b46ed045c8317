/** Compares the sign-in state machine with a model: no order of calls yields a session while a step is due. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { login, newEmail, PASSWORD, register } from '../testing/client.ts';
import { waitForMail } from '../testing/mail.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const OTHER_PASSWORD = 'another long passphrase';

/** The expected state of the member. `reasons` are in the order in which they are due. */
interface Model {
  id: string;
  email: string;
  password: string;
  reasons: string[];
  blocked: boolean;
  /** The latest state token, whether it is still valid (`live`), and whether a code was mailed for it (`hasCode`). */
  state: { token: string; live: boolean; hasCode: boolean } | null;
}

const STATES: Record<string, string> = {
  EMAIL_VERIFICATION: 'REQUIRE_EMAIL_VERIFICATION',
  MISSING_FIELDS: 'REQUIRE_MISSING_FIELDS',
  ADMIN_APPROVAL: 'REQUIRE_OWNER_APPROVAL',
};
const REASON_ORDER = Object.keys(STATES);

const { post } = createVerbs(() => t, { caller: 'visitor' });
const sessionOf = (response: { body: { sessionToken?: string } }) => response.body.sessionToken;

/** Compares the response of a call that may return a session with the model. */
function expectState(model: Model, response: Awaited<ReturnType<typeof post>>, isAuthenticated: boolean): void {
  const due = REASON_ORDER.find((reason) => model.reasons.includes(reason));
  const allowed = isAuthenticated && !model.blocked && !due;
  expect(Boolean(sessionOf(response)), `session token: ${response.text}`).toBe(allowed);
  if (!isAuthenticated || model.blocked) {
    expect(response.status).toBeGreaterThanOrEqual(400);
    return;
  }
  expect(response.status).toBe(200);
  expect(response.body.state).toBe(due ? STATES[due] : 'SUCCESS');
  expect(response.body.identity.status.name).toBe(due ? 'PENDING' : 'ACTIVE');
  model.state = response.body.stateToken
    ? { token: response.body.stateToken, live: true, hasCode: due === 'EMAIL_VERIFICATION' }
    : null;
}

const removeReason = (model: Model, reason: string): void => {
  model.reasons = model.reasons.filter((other) => other !== reason);
};

const STEPS: Record<string, (model: Model) => Promise<void>> = {
  async signIn(model) {
    expectState(model, await login(t, model.email, model.password), true);
  },
  async signInWrongly(model) {
    expectState(model, await login(t, model.email, 'a wrong password'), false);
  },
  async verify(model) {
    if (!model.state) return;
    const { token, live, hasCode: hasMailedCode } = model.state;
    const mail = hasMailedCode ? await waitForMail(t, model.email, 'VERIFY_EMAIL') : null;
    const response = await post('/_api/iam/verification/v1/auth/verify', {
      code: mail?.code ?? '000000',
      stateToken: token,
    });
    const right = live && hasMailedCode && model.reasons.includes('EMAIL_VERIFICATION');
    if (right && !model.blocked) removeReason(model, 'EMAIL_VERIFICATION');
    expectState(model, response, right);
    if (right) return;
  },
  async verifyWrongly(model) {
    if (!model.state) return;
    const mail = model.state.hasCode ? await waitForMail(t, model.email, 'VERIFY_EMAIL') : null;
    const code = mail?.code === '123456' ? '123457' : '123456';
    const response = await post('/_api/iam/verification/v1/auth/verify', { code, stateToken: model.state.token });
    expect(response.status).toBe(400);
    expect(sessionOf(response)).toBeUndefined();
    // The server counts wrong codes. The model does not: it discards the sign-in.
    model.state = null;
  },
  async completeProfile(model) {
    if (!model.state) return;
    const body = { stateToken: model.state.token, profile: { firstName: 'Ada' } };
    const response = await post('/portico/v1/complete-profile', body);
    const due = REASON_ORDER.find((reason) => model.reasons.includes(reason));
    const right = model.state.live && due === 'MISSING_FIELDS' && !model.blocked;
    if (right) removeReason(model, 'MISSING_FIELDS');
    expectState(model, response, right);
  },
  async approve(model) {
    if (!model.reasons.includes('ADMIN_APPROVAL') || model.blocked) return;
    const response = await post(`/members/v1/members/${model.id}/approve`, {}, t.key);
    // Approval completes only the step ADMIN_APPROVAL.
    if (response.status === 200) removeReason(model, 'ADMIN_APPROVAL');
  },
  async block(model) {
    expect((await post(`/members/v1/members/${model.id}/block`, {}, t.key)).status).toBe(200);
    model.blocked = true;
    if (model.state) model.state.live = false;
  },
  async recover(model) {
    if (model.blocked) return;
    // Deletes earlier mails, so that waitForMail waits for the new one.
    await t.db.deleteFrom('mails').where('recipient', '=', model.email).where('kind', '=', 'RECOVERY').execute();
    await t.db.deleteFrom('attempt_windows').execute();
    await post('/_api/iam/recovery/v1/send-email', { email: model.email });
    const mail = await waitForMail(t, model.email, 'RECOVERY', { wait: true });
    const body = { recoveryToken: mail.token, password: OTHER_PASSWORD };
    const response = await post('/_api/iam/recovery/v1/recover', body);
    removeReason(model, 'EMAIL_VERIFICATION');
    model.password = OTHER_PASSWORD;
    expectState(model, response, true);
    expect((await post('/_api/iam/recovery/v1/recover', body)).status).toBe(400);
  },
};

describe('any order of calls', () => {
  it('yields no session while a step is due', async () => {
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
            reasons: REASON_ORDER.filter((_, index) => [verification, fields, approval][index]),
            blocked: false,
            state: null,
          };
          const registered = await register(t, model.email);
          model.id = registered.body.identity.id;
          expectState(model, registered, true);
          for (const step of steps) {
            await STEPS[step]?.(model);
            calls += 1;
          }
        },
      ),
      { numRuns: runs(300), seed },
    );
    console.log(`sign-in state machine: ${calls} calls in random order, none returned a session too early`);
  }, 300_000);
});
