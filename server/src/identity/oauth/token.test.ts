import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { newEmail, requestToken, signInNewMember } from '../testing/client.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const requestAnonymous = () => requestToken(t, { clientId: t.app.clientId, grantType: 'anonymous' });
const getTokenInfo = (accessToken: string) =>
  t.call({ method: 'POST', path: '/oauth2/token-info', body: { token: accessToken } });

describe('responses with status 200', () => {
  it('creates a visitor whose token works', async () => {
    const { status, body } = await requestAnonymous();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 14400,
    });
    expect(`${body.access_token}${body.refresh_token}`).not.toContain(',');
    const known = await getTokenInfo(body.access_token);
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
    ['snake_case form', (id: string) => formRequest(`grant_type=anonymous&client_id=${id}`)],
    ['camelCase form', (id: string) => formRequest(`grantType=anonymous&clientId=${id}`)],
  ])('reads %s', async (_name, request) => {
    const response = await t.call({ method: 'POST', path: '/oauth2/token', ...request(t.app.clientId) });
    expect(response.status).toBe(200);
  });

  it.each(['/_api/oauth2/token', '/oauth/token', '/oauth2/token'])('responds at %s', async (path) => {
    const body = { clientId: t.app.clientId, grantType: 'anonymous' };
    expect((await t.call({ method: 'POST', path, body })).status).toBe(200);
  });

  it('refreshes a visitor, who stays the same, repeatedly and with or without the client id', async () => {
    const first = (await requestAnonymous()).body;
    const visitor = (await getTokenInfo(first.access_token)).body.subjectId;
    for (const clientId of [t.app.clientId, t.app.clientId, undefined]) {
      const { status, body } = await requestToken(t, {
        clientId,
        grantType: 'refresh_token',
        refreshToken: first.refresh_token,
      });
      expect(status).toBe(200);
      expect((await getTokenInfo(body.access_token)).body).toMatchObject({
        subjectType: 'VISITOR',
        subjectId: visitor,
      });
    }
  });

  it('exchanges a code for tokens of the member', async () => {
    const member = await signInNewMember(t);
    expect((await getTokenInfo(member.accessToken)).body).toMatchObject({
      subjectType: 'MEMBER',
      subjectId: member.id,
    });
  });

  it("accepts a member's refresh token repeatedly and in parallel", async () => {
    const member = await signInNewMember(t);
    const request = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    const responses = await Promise.all(Array.from({ length: 10 }, () => requestToken(t, request)));
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
    expect(responses.every((response) => response.body.refresh_token === member.refreshToken)).toBe(true);
    expect((await requestToken(t, { ...request, clientId: undefined })).status).toBe(200);
  });

  it('issues a token to an app for its secret, without a refresh token', async () => {
    const { status, body } = await requestToken(t, {
      grant_type: 'client_credentials',
      client_id: t.app.clientId,
      client_secret: t.app.clientSecret,
      instance_id: t.site.id,
    });
    expect(status).toBe(200);
    expect(body.refresh_token).toBeUndefined();
    expect((await getTokenInfo(body.access_token)).body).toMatchObject({ subjectType: 'APP', instanceId: t.site.id });
  });

  it('issues tokens of a member to an API key that is paired with a visitor token', async () => {
    const member = await signInNewMember(t);
    const visitor = (await requestAnonymous()).body.access_token;
    const request = { grant_type: 'authorized_client', scope: 'offline_access', member_id: member.id };
    const { status, body } = await requestToken(t, request, `${visitor},${t.key}`);
    expect(status).toBe(200);
    expect((await getTokenInfo(body.access_token)).body).toMatchObject({ subjectType: 'MEMBER', subjectId: member.id });
    const again = await requestToken(t, { grantType: 'refresh_token', refreshToken: body.refresh_token });
    expect(again.status).toBe(200);
  });

  it('signs on by key, and accepts the session token once', async () => {
    const visitor = (await requestAnonymous()).body.access_token;
    const email = newEmail();
    const signOnResponse = await t.call({
      method: 'POST',
      path: '/_api/iam/authentication/v2/sign-on',
      body: { loginId: { email }, profile: { firstName: 'Ada' } },
      as: `${visitor},${t.key}`,
    });
    expect(signOnResponse.status).toBe(200);
    const request = {
      grant_type: 'authorized_client',
      member_id: signOnResponse.body.identity.id,
      session_token: signOnResponse.body.sessionToken,
    };
    expect((await requestToken(t, request, `${visitor},${t.key}`)).status).toBe(200);
    expect((await requestToken(t, request, `${visitor},${t.key}`)).body.error).toBe('invalid_grant');
  });

  it('reports a foreign token as inactive', async () => {
    expect((await getTokenInfo('a.b.c')).body).toEqual({ active: false });
    const visitorRefreshToken = (await requestAnonymous()).body.refresh_token;
    expect((await getTokenInfo(visitorRefreshToken)).body).toEqual({ active: false });
  });

  it('revokes the refresh token and the access tokens of its session', async () => {
    const member = await signInNewMember(t);
    const revokeResponse = await t.call({
      method: 'POST',
      path: '/oauth2/revoke',
      body: { token: member.refreshToken },
    });
    expect(revokeResponse).toMatchObject({ status: 200, body: {} });
    const request = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await requestToken(t, request)).body.error).toBe('invalid_grant');
    await expectRejected(member.accessToken);
    expect((await getTokenInfo(member.accessToken)).body).toEqual({ active: false });
    const unknown = await t.call({ method: 'POST', path: '/oauth2/revoke', body: { token: 'unknown' } });
    expect(unknown).toMatchObject({ status: 200, body: {} });
  });
});

describe('responses with status 400', () => {
  it.each([
    ['no grant type', {}, 'invalid_request'],
    ['an unknown grant type', { grantType: 'password' }, 'unsupported_grant_type'],
    ['a property of Object.prototype as grant type', { grantType: 'constructor' }, 'unsupported_grant_type'],
    ['no client id', { grantType: 'anonymous' }, 'invalid_request'],
    ['two client ids', { grantType: 'anonymous', clientId: 'a', client_id: 'b' }, 'invalid_request'],
    ['a number instead of a text', { grantType: 7 }, 'invalid_request'],
    ['no refresh token', { grantType: 'refresh_token' }, 'invalid_request'],
    ['a made-up refresh token', { grantType: 'refresh_token', refreshToken: 'made.up' }, 'invalid_grant'],
    ['a made-up signed refresh token', { grantType: 'refresh_token', refreshToken: 'a.b.c' }, 'invalid_grant'],
    ['a key grant without a key', { grant_type: 'authorized_client', member_id: 'x' }, 'unauthorized_client'],
  ])('rejects %s', async (_name, body, error) => {
    const response = await requestToken(t, body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error, error_description: expect.any(String) });
    expect(response.headers['x-wix-request-id']).toBeTruthy();
  });

  it('rejects a member who was blocked', async () => {
    const member = await signInNewMember(t);
    await t.db.updateTable('members').set({ status: 'BLOCKED' }).where('id', '=', member.id).execute();
    const request = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await requestToken(t, request)).body.error).toBe('invalid_grant');
  });
});

describe('responses with status 401', () => {
  it.each([
    ['an unknown client', { clientId: '00000000-0000-4000-8000-000000000000', grantType: 'anonymous' }],
    ['a client id that is not a GUID', { clientId: "x' or '1'='1", grantType: 'anonymous' }],
    ['a wrong secret', { clientSecret: 'wrong', grantType: 'client_credentials' }],
    ['a wrong secret where none is needed', { clientSecret: 'wrong', grantType: 'anonymous' }],
  ])('rejects %s', async (_name, body) => {
    const response = await requestToken(t, { clientId: t.app.clientId, ...body });
    expect(response).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

/** A change notice invalidates the access token in every process, but takes a moment to arrive. */
async function expectRejected(accessToken: string): Promise<void> {
  await expect
    .poll(async () => (await t.call({ method: 'GET', path: '/members/v1/members/my', as: accessToken })).status)
    .toBe(401);
}

const formRequest = (body: string) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
