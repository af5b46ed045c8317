/**
 * Access tokens are verified without the database, so every server process must receive notices of the changes that
 * invalidate them. Each case changes something in one process and measures how long another process still accepts the
 * token, which must be at most 2,000 ms.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../sites/apps/apps.ts';
import { createKey } from '../../sites/keys/keys.ts';
import { createSigningKeyRing } from '../../sites/signing-keys/signing-keys.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { endSessionsOfMember } from '../sessions/sessions.ts';
import { requestToken, signInNewMember } from '../testing/client.ts';

const MAX_DELAY_MS = 2_000;

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

/** A request that succeeds with every valid token of the site. */
const open = async (as: string) =>
  (await other.call('POST', '/v1/redirect-session', { as, body: { login: {} } })).status;

/** Expects that the other process accepts the token before `act` runs, and rejects it soon afterwards. */
async function expectRejectedAfter(act: () => Promise<unknown>, status: () => Promise<number>): Promise<void> {
  expect(await status()).toBe(200);
  await act();
  const startedAt = performance.now();
  await expect.poll(status, { interval: 5, timeout: MAX_DELAY_MS }).toBe(401);
  console.log(`rejected by the other process after ${Math.round(performance.now() - startedAt)} ms`);
}

describe('the other process rejects within 2 seconds', () => {
  it('a member whose sessions were all ended', async () => {
    const member = await signInNewMember(t);
    await expectRejectedAfter(
      () => endSessionsOfMember(t.ctx, t.site, member.id),
      () => statusOf(member.accessToken),
    );
  });

  it('a member who was blocked through the members API', async () => {
    const member = await signInNewMember(t);
    const blocked = { method: 'POST', path: `/members/v1/members/${member.id}/block`, body: {}, as: t.key } as const;
    await expectRejectedAfter(
      async () => expect((await t.call(blocked)).status).toBe(200),
      () => statusOf(member.accessToken),
    );
    const request = { grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await other.call('POST', '/oauth2/token', { body: request })).status).toBe(400);
  });

  it('a session that logged out', async () => {
    const member = await signInNewMember(t);
    await expectRejectedAfter(
      async () => {
        const body = { logout: { clientId: t.app.clientId } };
        const created = await t.call({ method: 'POST', path: '/v1/redirect-session', body, as: member.accessToken });
        const url = new URL(created.body.redirectSession.fullUrl);
        expect((await t.call({ method: 'GET', path: url.pathname + url.search })).status).toBe(302);
      },
      () => statusOf(member.accessToken),
    );
  });

  it('an API key that was revoked', async () => {
    const { key, apiKey } = await createKey(t.ctx, { body: { key: { name: 'Soon gone' } } });
    await expectRejectedAfter(
      () => t.call({ method: 'DELETE', path: `/portico/v1/keys/${key.keyId}`, as: owner }),
      () => statusOf(apiKey, `/members/v1/members/${t.memberId}`),
    );
  });

  it('the tokens of an app that was deleted: a visitor’s, a member’s and its own', async () => {
    const app = { name: 'Soon gone', redirectUris: [REDIRECT_URI] };
    const { app: createdApp, clientSecret } = await createApp(t.ctx, { body: { app } });
    const { clientId } = createdApp;
    const visitor = (await requestToken(t, { clientId, grantType: 'anonymous' })).body;
    const appTokens = (await requestToken(t, { clientId, clientSecret, grantType: 'client_credentials' })).body;
    const request = { grant_type: 'authorized_client', member_id: t.memberId };
    const member = (await requestToken(t, request, `${visitor.access_token},${t.key}`)).body;
    expect(await statusOf(member.access_token)).toBe(200);
    expect(await open(appTokens.access_token)).toBe(200);
    await expectRejectedAfter(
      () => t.call({ method: 'DELETE', path: `/portico/v1/apps/${clientId}`, as: owner }),
      () => open(visitor.access_token),
    );
    expect(await statusOf(member.access_token)).toBe(401);
    expect(await open(appTokens.access_token)).toBe(401);
    for (const { refresh_token } of [visitor, member]) {
      const body = { grantType: 'refresh_token', refreshToken: refresh_token };
      expect((await other.call('POST', '/oauth2/token', { body })).status).toBe(400);
    }
    const anonymous = { clientId, grantType: 'anonymous' };
    expect((await other.call('POST', '/oauth2/token', { body: anonymous })).status).toBe(401);
  });

  it('tokens of a retired signing key, and accepts those of the next key at once', async () => {
    const { access_token } = (await requestToken(t, { clientId: t.app.clientId, grantType: 'anonymous' })).body;
    const { kid } = JSON.parse(Buffer.from(access_token.split('.')[0], 'base64url').toString());
    // Retires the key from another process, as the command line does.
    const ring = await createSigningKeyRing(t.db, 'test secret of more than thirty-two characters');
    await expectRejectedAfter(
      () => ring.retire(kid),
      () => open(access_token),
    );
    const next = await ring.tokenSigner.sign(
      'access',
      { site: t.site.id, kind: 'visitor', subject: 'v' },
      60,
      new Date(),
    );
    expect(await open(next)).toBe(200);
    ring.stop();
  });
});

describe('refresh tokens that rotate, with two processes', () => {
  it('40 parallel refreshes, half of them in each process, return one token that works in both', async () => {
    const app = { name: 'Rotating', rotateRefreshTokens: true };
    const { clientId } = (await createApp(t.ctx, { body: { app } })).app;
    const visitor = (await requestToken(t, { clientId, grantType: 'anonymous' })).body;
    const request = { grant_type: 'authorized_client', member_id: t.memberId };
    const member = (await requestToken(t, request, `${visitor.access_token},${t.key}`)).body;
    const body = { clientId, grantType: 'refresh_token', refreshToken: member.refresh_token };
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? requestToken(t, body) : other.call('POST', '/oauth2/token', { body }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const next = new Set(responses.map(({ body }) => (body as { refresh_token: string }).refresh_token));
    expect(next.size).toBe(1);
    const again = { ...body, refreshToken: [...next][0] };
    expect((await other.call('POST', '/oauth2/token', { body: again })).status).toBe(200);
  });
});
