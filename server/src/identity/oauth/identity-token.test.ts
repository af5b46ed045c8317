import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { authorize, authorizeQuery, exchange, newEmail, PASSWORD, pkce, register } from '../testing/client.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const jwks = async (headers: Record<string, string> = {}) => t.call({ method: 'GET', path: '/oauth2/jwks', headers });

/** What a third party does with an identity token: it knows the address of the keys, the issuer and its client id. */
const verify = async (idToken: string, clientId = t.app.clientId) =>
  jwtVerify(idToken, createLocalJWKSet((await jwks()).body), {
    issuer: t.origin,
    audience: clientId,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time', 'nonce'],
  });

async function signIn(changes: Record<string, string | undefined>) {
  const email = newEmail();
  const profile = { firstName: 'Ada', lastName: 'Lovelace' };
  const { body } = await register(t, email, { profile });
  const made = pkce();
  const asked = authorizeQuery(t, made, { sessionToken: body.sessionToken, ...changes });
  const code = new URL(String((await authorize(t, asked)).headers.location)).searchParams.get('code') ?? '';
  return { email, id: body.identity.id, answer: await exchange(t, code, made.verifier) };
}

describe('200', () => {
  it('an identity token says who signed in, and a third party can verify it', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const { email, id, answer } = await signIn({ scope: 'openid email profile', nonce: 'n-0S6' });
    const { payload, protectedHeader } = await verify(answer.body.id_token);
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      iss: t.origin,
      aud: t.app.clientId,
      sub: id,
      nonce: 'n-0S6',
      email,
      email_verified: false,
    });
    expect(payload.name).toMatch(/Ada/);
    expect(payload.auth_time).toBeGreaterThanOrEqual(before);
    expect((payload.exp as number) - (payload.iat as number)).toBe(3_600);
  });

  it('there is none without the scope openid', async () => {
    for (const scope of [undefined, 'offline_access', 'email profile']) {
      const { answer } = await signIn({ scope, nonce: 'n' });
      expect(answer.status).toBe(200);
      expect(answer.body).not.toHaveProperty('id_token');
    }
  });

  it('of a browser that was signed in already it tells when that was', async () => {
    const { email } = await signIn({});
    const signedIn = await t.call({
      method: 'POST',
      path: '/portico/v1/session/sign-in',
      body: { email, password: PASSWORD },
      headers: { origin: t.origin },
    });
    const cookie = [signedIn.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => String(one).split(';')[0])
      .join('; ');
    const hourAgo = new Date(Date.now() - 3_600_000);
    await t.db
      .updateTable('member_sessions')
      .set({ created_at: hourAgo })
      .where('cookie_hash', 'is not', null)
      .execute();
    const made = pkce();
    const back = await authorize(t, authorizeQuery(t, made, { scope: 'openid', nonce: 'n' }), { cookie });
    const code = new URL(String(back.headers.location)).searchParams.get('code') ?? '';
    const { payload } = await verify((await exchange(t, code, made.verifier)).body.id_token);
    expect(payload.auth_time).toBe(Math.floor(hourAgo.getTime() / 1_000));
  });

  it('scope and nonce pass through a redirect session', async () => {
    const { challenge } = pkce();
    const authRequest = { clientId: t.app.clientId, codeChallenge: challenge, scope: 'openid', nonce: 'n', state: 's' };
    const body = { auth: { authRequest } };
    const made = await t.call({ method: 'POST', path: '/headless/v1/redirect-session', body, as: t.visitor });
    expect(made.body.redirectSession.urlDetails.searchParams).toMatchObject({ scope: 'openid', nonce: 'n' });
  });

  it('the keys hold nothing private and may be kept for a while; at rest the private one is encrypted', async () => {
    const { body, headers } = await jwks();
    for (const key of body.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const rows = await t.db.selectFrom('signing_keys').selectAll().where('algorithm', '=', 'RS256').execute();
    expect(rows).toHaveLength(1);
    // A PKCS #8 key would begin with a DER sequence, and hold the modulus.
    const modulus = Buffer.from(body.keys[0].n, 'base64url');
    expect(rows[0]?.encrypted_secret.includes(modulus.subarray(0, 32))).toBe(false);
  });

  it('the first use of all makes one pair, also when 20 ask at once', async () => {
    const fresh = await testServer();
    try {
      const none = await fresh.db.selectFrom('signing_keys').select('id').where('algorithm', '=', 'RS256').execute();
      expect(none).toEqual([]);
      const asked = Array.from({ length: 20 }, () => fresh.call({ method: 'GET', path: '/oauth2/jwks' }));
      const ids = (await Promise.all(asked)).map((answer) => answer.body.keys.map((key: { kid: string }) => key.kid));
      expect(new Set(ids.map(String)).size).toBe(1);
      expect(ids[0]).toHaveLength(1);
    } finally {
      await fresh.stop();
    }
  });
});

describe('refused by who verifies', () => {
  it('at another client, with another nonce asked for, and with one claim changed', async () => {
    const { answer } = await signIn({ scope: 'openid', nonce: 'n' });
    const idToken: string = answer.body.id_token;
    await expect(verify(idToken, '00000000-0000-4000-8000-000000000000')).rejects.toThrow('aud');
    const [header, body, signature] = idToken.split('.') as [string, string, string];
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'somebody else' };
    const changed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    await expect(verify(changed)).rejects.toThrow('signature');
  });

  it('as an access token', async () => {
    const { answer } = await signIn({ scope: 'openid', nonce: 'n' });
    const as = answer.body.id_token;
    expect((await t.call({ method: 'GET', path: '/members/v1/members/my', as })).status).toBe(401);
  });
});

describe('the envelope of the vendor’s oauth module', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const opened = (body: string) => JSON.parse(Buffer.from(body, 'base64').toString());
  const post = (path: string, body: unknown) => t.call({ method: 'POST', path, body });

  it('carries a token call and its answer', async () => {
    const { status, body } = await post('/oauth2/token', {
      body: base64({ clientId: t.app.clientId, grantType: 'anonymous' }),
    });
    expect(status).toBe(200);
    expect(body.statusCode).toBe(200);
    expect(body.headers).toEqual([{ key: 'content-type', value: 'application/json' }]);
    const { access_token } = opened(body.body);
    const info = await post('/oauth2/token-info', { body: base64({ token: access_token }) });
    expect(info.body).toMatchObject({ active: true, subjectType: 'VISITOR' });
  });

  it('carries a form, and refusals', async () => {
    const form = Buffer.from(`grant_type=anonymous&client_id=${t.app.clientId}`).toString('base64');
    expect((await post('/oauth2/token', { body: form })).body.statusCode).toBe(200);
    const refused = await post('/oauth2/token', { body: base64({ grantType: 'anonymous', clientId: 'x' }) });
    expect(refused.body.statusCode).toBe(401);
    expect(opened(refused.body.body)).toMatchObject({ error: 'invalid_client' });
    const broken = await post('/oauth2/token', { body: Buffer.from('{').toString('base64') });
    expect(opened(broken.body.body)).toMatchObject({ error: 'invalid_request' });
  });

  it('carries the keys where the module asks for them', async () => {
    const gateway =
      'environment=js-sdk,package-name=@wix/auto_sdk_identity_oauth,method-fqn=wix.identity.oauth2.v1.Oauth2Ng.Jwks';
    const { body } = await jwks({ 'x-wix-bi-gateway': gateway });
    expect(opened(body.body)).toEqual((await jwks()).body);
  });

  it('needs a token for token-info', async () => {
    const answer = await post('/oauth2/token-info', {});
    expect(answer.status).toBe(400);
    expect(answer.body.details.validationError.fieldViolations[0].field).toBe('token');
  });
});
