import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { newEmail, signedInMember, token } from '../testing/client.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const anonymous = () => token(t, { clientId: t.app.clientId, grantType: 'anonymous' });
const info = (accessToken: string) =>
  t.call({ method: 'POST', path: '/oauth2/token-info', body: { token: accessToken } });

describe('200', () => {
  it('makes a visitor whose token works', async () => {
    const { status, body } = await anonymous();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 14400,
    });
    expect(`${body.access_token}${body.refresh_token}`).not.toContain(',');
    const known = await info(body.access_token);
    expect(known.body).toMatchObject({
      active: true,
      subjectType: 'VISITOR',
      clientId: t.app.clientId,
      siteId: t.site.id,
    });
  });

  it.each([
    ['camelCase JSON', (id: string) => ({ body: { clientId: id, grantType: 'anonymous' } })],
    ['snake_case JSON', (id: string) => ({ body: { client_id: id, grant_type: 'anonymous' } })],
    ['snake_case form', (id: string) => form(`grant_type=anonymous&client_id=${id}`)],
    ['camelCase form', (id: string) => form(`grantType=anonymous&clientId=${id}`)],
  ])('reads %s', async (_name, request) => {
    const answer = await t.call({ method: 'POST', path: '/oauth2/token', ...request(t.app.clientId) });
    expect(answer.status).toBe(200);
  });

  it.each(['/_api/oauth2/token', '/oauth/token', '/oauth2/token'])('answers at %s', async (path) => {
    const body = { clientId: t.app.clientId, grantType: 'anonymous' };
    expect((await t.call({ method: 'POST', path, body })).status).toBe(200);
  });

  it('refreshes a visitor, who stays the same one, as often as asked and with or without the client id', async () => {
    const first = (await anonymous()).body;
    const visitor = (await info(first.access_token)).body.subjectId;
    for (const clientId of [t.app.clientId, t.app.clientId, undefined]) {
      const { status, body } = await token(t, {
        clientId,
        grantType: 'refresh_token',
        refreshToken: first.refresh_token,
      });
      expect(status).toBe(200);
      expect((await info(body.access_token)).body).toMatchObject({ subjectType: 'VISITOR', subjectId: visitor });
    }
  });

  it('exchanges a code for tokens of the member', async () => {
    const member = await signedInMember(t);
    expect((await info(member.accessToken)).body).toMatchObject({ subjectType: 'MEMBER', subjectId: member.id });
  });

  it("lets a member's refresh token be used again and again, also at once", async () => {
    const member = await signedInMember(t);
    const ask = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    const answers = await Promise.all(Array.from({ length: 10 }, () => token(t, ask)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(answers.every((answer) => answer.body.refresh_token === member.refreshToken)).toBe(true);
    expect((await token(t, { ...ask, clientId: undefined })).status).toBe(200);
  });

  it('gives an app a token for its secret, without a refresh token', async () => {
    const { status, body } = await token(t, {
      grant_type: 'client_credentials',
      client_id: t.app.clientId,
      client_secret: t.app.clientSecret,
      instance_id: t.site.id,
    });
    expect(status).toBe(200);
    expect(body.refresh_token).toBeUndefined();
    expect((await info(body.access_token)).body).toMatchObject({ subjectType: 'APP', instanceId: t.site.id });
  });

  it('gives tokens of a member to who holds an API key, with a visitor token beside it', async () => {
    const member = await signedInMember(t);
    const visitor = (await anonymous()).body.access_token;
    const ask = { grant_type: 'authorized_client', scope: 'offline_access', member_id: member.id };
    const { status, body } = await token(t, ask, `${visitor},${t.key}`);
    expect(status).toBe(200);
    expect((await info(body.access_token)).body).toMatchObject({ subjectType: 'MEMBER', subjectId: member.id });
    const again = await token(t, { grantType: 'refresh_token', refreshToken: body.refresh_token });
    expect(again.status).toBe(200);
  });

  it('signs on by key, and takes the session token of that once', async () => {
    const visitor = (await anonymous()).body.access_token;
    const email = newEmail();
    const signedOn = await t.call({
      method: 'POST',
      path: '/_api/iam/authentication/v2/sign-on',
      body: { loginId: { email }, profile: { firstName: 'Ada' } },
      as: `${visitor},${t.key}`,
    });
    expect(signedOn.status).toBe(200);
    const ask = {
      grant_type: 'authorized_client',
      member_id: signedOn.body.identity.id,
      session_token: signedOn.body.sessionToken,
    };
    expect((await token(t, ask, `${visitor},${t.key}`)).status).toBe(200);
    expect((await token(t, ask, `${visitor},${t.key}`)).body.error).toBe('invalid_grant');
  });

  it('knows nothing of a token that is not ours', async () => {
    expect((await info('a.b.c')).body).toEqual({ active: false });
    const own = (await anonymous()).body.refresh_token;
    expect((await info(own)).body).toEqual({ active: false });
  });

  it('revokes: the refresh token stops, and the access tokens of the session with it', async () => {
    const member = await signedInMember(t);
    const revoked = await t.call({ method: 'POST', path: '/oauth2/revoke', body: { token: member.refreshToken } });
    expect(revoked).toMatchObject({ status: 200, body: {} });
    const ask = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await token(t, ask)).body.error).toBe('invalid_grant');
    await expectRefused(member.accessToken);
    expect((await info(member.accessToken)).body).toEqual({ active: false });
    const unknown = await t.call({ method: 'POST', path: '/oauth2/revoke', body: { token: 'unknown' } });
    expect(unknown).toMatchObject({ status: 200, body: {} });
  });
});

describe('400', () => {
  it.each([
    ['no grant type', {}, 'invalid_request'],
    ['an unknown grant type', { grantType: 'password' }, 'unsupported_grant_type'],
    ['a grant type that every object has', { grantType: 'constructor' }, 'unsupported_grant_type'],
    ['no client id', { grantType: 'anonymous' }, 'invalid_request'],
    ['two client ids', { grantType: 'anonymous', clientId: 'a', client_id: 'b' }, 'invalid_request'],
    ['a number for a text', { grantType: 7 }, 'invalid_request'],
    ['no refresh token', { grantType: 'refresh_token' }, 'invalid_request'],
    ['a made-up refresh token', { grantType: 'refresh_token', refreshToken: 'made.up' }, 'invalid_grant'],
    ['a made-up signed refresh token', { grantType: 'refresh_token', refreshToken: 'a.b.c' }, 'invalid_grant'],
    ['a key grant without a key', { grant_type: 'authorized_client', member_id: 'x' }, 'unauthorized_client'],
  ])('refuses %s', async (_name, body, error) => {
    const answer = await token(t, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error, error_description: expect.any(String) });
    expect(answer.headers['x-wix-request-id']).toBeTruthy();
  });

  it('refuses a member who was blocked', async () => {
    const member = await signedInMember(t);
    await t.db.updateTable('members').set({ status: 'BLOCKED' }).where('id', '=', member.id).execute();
    const ask = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await token(t, ask)).body.error).toBe('invalid_grant');
  });
});

describe('401', () => {
  it.each([
    ['an unknown client', { clientId: '00000000-0000-4000-8000-000000000000', grantType: 'anonymous' }],
    ['a client id that is no GUID', { clientId: "x' or '1'='1", grantType: 'anonymous' }],
    ['a wrong secret', { clientSecret: 'wrong', grantType: 'client_credentials' }],
    ['a wrong secret where none is needed', { clientSecret: 'wrong', grantType: 'anonymous' }],
  ])('refuses %s', async (_name, body) => {
    const answer = await token(t, { clientId: t.app.clientId, ...body });
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

/** A change notice ends the access token on every process; it takes a moment to arrive. */
async function expectRefused(accessToken: string): Promise<void> {
  await expect
    .poll(async () => (await t.call({ method: 'GET', path: '/members/v1/members/my', as: accessToken })).status)
    .toBe(401);
}

const form = (body: string) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
