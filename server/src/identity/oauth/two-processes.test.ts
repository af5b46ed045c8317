/**
 * Access tokens are verified without the database, so every server process must hear of what ends them: each case acts
 * on one process and counts the milliseconds until the other one, a process of its own, refuses. At most 2,000.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../sites/apps/apps.ts';
import { createKey } from '../../sites/keys/keys.ts';
import { createSigningKeyRing } from '../../sites/signing-keys/signing-keys.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { signedInMember, token } from '../testing/client.ts';

const MOST_MS = 2_000;

let t: TestServer;
let other: SecondProcess;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  other = await startSecondProcess(t);
  owner = await t.userToken('owner');
});
afterAll(async () => {
  await other?.stop();
  await t.stop();
});

const me = '/members/v1/members/my';
const statusOf = async (as: string, path = me) => (await other.call('GET', path, { as })).status;

/** A page of what anybody may read with any token of the site. */
const open = async (as: string) =>
  (await other.call('POST', '/v1/redirect-session', { as, body: { login: {} } })).status;

/** Good at the other process before; refused there soon after what ends it has been done here. */
async function expectRefusedAfter(act: () => Promise<unknown>, status: () => Promise<number>): Promise<void> {
  expect(await status()).toBe(200);
  await act();
  const began = performance.now();
  await expect.poll(status, { interval: 5, timeout: MOST_MS }).toBe(401);
  console.log(`refused by the other process after ${Math.round(performance.now() - began)} ms`);
}

describe('the other process refuses within 2 seconds', () => {
  it('a member whose sessions were all ended, as blocking does', async () => {
    const member = await signedInMember(t);
    await expectRefusedAfter(
      () => endSessionsOfMember(t.ctx, t.site, member.id),
      () => statusOf(member.accessToken),
    );
  });

  it('a member who was blocked through the members API', async () => {
    const member = await signedInMember(t);
    const blocked = { method: 'POST', path: `/members/v1/members/${member.id}/block`, body: {}, as: t.key } as const;
    await expectRefusedAfter(
      async () => expect((await t.call(blocked)).status).toBe(200),
      () => statusOf(member.accessToken),
    );
    const ask = { grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await other.call('POST', '/oauth2/token', { body: ask })).status).toBe(400);
  });

  it('a session that logged out', async () => {
    const member = await signedInMember(t);
    await expectRefusedAfter(
      async () => {
        const body = { logout: { clientId: t.app.clientId } };
        const made = await t.call({ method: 'POST', path: '/v1/redirect-session', body, as: member.accessToken });
        const url = new URL(made.body.redirectSession.fullUrl);
        expect((await t.call({ method: 'GET', path: url.pathname + url.search })).status).toBe(302);
      },
      () => statusOf(member.accessToken),
    );
  });

  it('an API key that was revoked', async () => {
    const { key, apiKey } = await createKey(t.ctx, { body: { key: { name: 'Soon gone' } } });
    await expectRefusedAfter(
      () => t.call({ method: 'DELETE', path: `/portico/v1/keys/${key.keyId}`, as: owner }),
      () => statusOf(apiKey, `/members/v1/members/${t.memberId}`),
    );
  });

  it('the tokens of an app that was deleted: a visitor’s, a member’s and its own', async () => {
    const app = { name: 'Soon gone', redirectUris: [REDIRECT_URI] };
    const { app: made, clientSecret } = await createApp(t.ctx, { body: { app } });
    const { clientId } = made;
    const visitor = (await token(t, { clientId, grantType: 'anonymous' })).body;
    const machine = (await token(t, { clientId, clientSecret, grantType: 'client_credentials' })).body;
    const ask = { grant_type: 'authorized_client', member_id: t.memberId };
    const member = (await token(t, ask, `${visitor.access_token},${t.key}`)).body;
    expect(await statusOf(member.access_token)).toBe(200);
    expect(await open(machine.access_token)).toBe(200);
    await expectRefusedAfter(
      () => t.call({ method: 'DELETE', path: `/portico/v1/apps/${clientId}`, as: owner }),
      () => open(visitor.access_token),
    );
    expect(await statusOf(member.access_token)).toBe(401);
    expect(await open(machine.access_token)).toBe(401);
    for (const { refresh_token } of [visitor, member]) {
      const body = { grantType: 'refresh_token', refreshToken: refresh_token };
      expect((await other.call('POST', '/oauth2/token', { body })).status).toBe(400);
    }
    const anonymous = { clientId, grantType: 'anonymous' };
    expect((await other.call('POST', '/oauth2/token', { body: anonymous })).status).toBe(401);
  });

  it('what a retired signing key signed; what the next one signs it takes at once', async () => {
    const { access_token } = (await token(t, { clientId: t.app.clientId, grantType: 'anonymous' })).body;
    const { kid } = JSON.parse(Buffer.from(access_token.split('.')[0], 'base64url').toString());
    // As the command line does it, from a process of its own.
    const ring = await createSigningKeyRing(t.db, 'test secret of more than thirty-two characters');
    await expectRefusedAfter(
      () => ring.retire(kid),
      () => open(access_token),
    );
    const next = await ring.tokens.sign('access', { site: t.site.id, kind: 'visitor', subject: 'v' }, 60, new Date());
    expect(await open(next)).toBe(200);
    ring.stop();
  });
});

describe('refresh tokens that rotate, with two processes', () => {
  it('40 parallel refreshes, half of them at each process, end with one token that works at both', async () => {
    const app = { name: 'Rotating', rotateRefreshTokens: true };
    const { clientId } = (await createApp(t.ctx, { body: { app } })).app;
    const visitor = (await token(t, { clientId, grantType: 'anonymous' })).body;
    const ask = { grant_type: 'authorized_client', member_id: t.memberId };
    const member = (await token(t, ask, `${visitor.access_token},${t.key}`)).body;
    const body = { clientId, grantType: 'refresh_token', refreshToken: member.refresh_token };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? token(t, body) : other.call('POST', '/oauth2/token', { body }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const next = new Set(answers.map(({ body }) => (body as { refresh_token: string }).refresh_token));
    expect(next.size).toBe(1);
    const again = { ...body, refreshToken: [...next][0] };
    expect((await other.call('POST', '/oauth2/token', { body: again })).status).toBe(200);
  });
});
