import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { authorize, authorizeQuery, createPkce, exchange, newEmail, PASSWORD, register } from '../testing/client.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const getJwks = async (headers: Record<string, string> = {}) =>
  t.call({ method: 'GET', path: '/oauth2/jwks', headers });

/** Verifies an ID token as a third party does, which knows only the URL of the keys, the issuer and its client id. */
const verify = async (idToken: string, clientId = t.app.clientId) =>
  jwtVerify(idToken, createLocalJWKSet((await getJwks()).body), {
    issuer: t.origin,
    audience: clientId,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time', 'nonce'],
  });

async function signIn(changes: Record<string, string | undefined>) {
  const email = newEmail();
  const profile = { firstName: 'Ada', lastName: 'Lovelace' };
  const { body } = await register(t, email, { profile });
  const proof = createPkce();
  const params = authorizeQuery(t, proof, { sessionToken: body.sessionToken, ...changes });
  const code = new URL(String((await authorize(t, params)).headers.location)).searchParams.get('code') ?? '';
  return { email, id: body.identity.id, response: await exchange(t, code, proof.verifier) };
}

describe('responses with status 200', () => {
  it('returns an identity token that a third party can verify', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const { email, id, response } = await signIn({ scope: 'openid email profile', nonce: 'n-0S6' });
    const { payload, protectedHeader } = await verify(response.body.id_token);
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

  it('returns no identity token without the scope openid', async () => {
    for (const scope of [undefined, 'offline_access', 'email profile']) {
      const { response } = await signIn({ scope, nonce: 'n' });
      expect(response.status).toBe(200);
      expect(response.body).not.toHaveProperty('id_token');
    }
  });

  it('contains the time of the sign-in if the browser was signed in before', async () => {
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
    const proof = createPkce();
    const back = await authorize(t, authorizeQuery(t, proof, { scope: 'openid', nonce: 'n' }), { cookie });
    const code = new URL(String(back.headers.location)).searchParams.get('code') ?? '';
    const { payload } = await verify((await exchange(t, code, proof.verifier)).body.id_token);
    expect(payload.auth_time).toBe(Math.floor(hourAgo.getTime() / 1_000));
  });

  it('receives scope and nonce through a redirect session', async () => {
    const { challenge } = createPkce();
    const authRequest = { clientId: t.app.clientId, codeChallenge: challenge, scope: 'openid', nonce: 'n', state: 's' };
    const body = { auth: { authRequest } };
    const created = await t.call({ method: 'POST', path: '/headless/v1/redirect-session', body, as: t.visitor });
    expect(created.body.redirectSession.urlDetails.searchParams).toMatchObject({ scope: 'openid', nonce: 'n' });
  });

  it('publishes only public keys, which may be cached, and stores the private key encrypted', async () => {
    const { body, headers } = await getJwks();
    for (const key of body.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const rows = await t.db.selectFrom('signing_keys').selectAll().where('algorithm', '=', 'RS256').execute();
    expect(rows).toHaveLength(1);
    // An unencrypted PKCS #8 key would begin with a DER sequence and contain the modulus.
    const modulus = Buffer.from(body.keys[0].n, 'base64url');
    expect(rows[0]?.encrypted_secret.includes(modulus.subarray(0, 32))).toBe(false);
  });

  it('creates one key pair at the first use, also for 20 parallel requests', async () => {
    const fresh = await testServer();
    try {
      const none = await fresh.db.selectFrom('signing_keys').select('id').where('algorithm', '=', 'RS256').execute();
      expect(none).toEqual([]);
      const params = Array.from({ length: 20 }, () => fresh.call({ method: 'GET', path: '/oauth2/jwks' }));
      const ids = (await Promise.all(params)).map((response) =>
        response.body.keys.map((key: { kid: string }) => key.kid),
      );
      expect(new Set(ids.map(String)).size).toBe(1);
      expect(ids[0]).toHaveLength(1);
    } finally {
      await fresh.stop();
    }
  });
});

describe('is rejected by a verifier', () => {
  it('for another client, for another nonce, and with a changed claim', async () => {
    const { response } = await signIn({ scope: 'openid', nonce: 'n' });
    const idToken: string = response.body.id_token;
    await expect(verify(idToken, '00000000-0000-4000-8000-000000000000')).rejects.toThrow('aud');
    const [header, body, signature] = idToken.split('.') as [string, string, string];
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'somebody else' };
    const changed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    await expect(verify(changed)).rejects.toThrow('signature');
  });

  it('as an access token', async () => {
    const { response } = await signIn({ scope: 'openid', nonce: 'n' });
    const as = response.body.id_token;
    expect((await t.call({ method: 'GET', path: '/members/v1/members/my', as })).status).toBe(401);
  });
});

describe('the envelope of the vendor’s oauth module', () => {
  const encodeJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const decodeBody = (body: string) => JSON.parse(Buffer.from(body, 'base64').toString());
  const post = (path: string, body: unknown) => t.call({ method: 'POST', path, body });

  it('wraps a token request and its response', async () => {
    const { status, body } = await post('/oauth2/token', {
      body: encodeJson({ clientId: t.app.clientId, grantType: 'anonymous' }),
    });
    expect(status).toBe(200);
    expect(body.statusCode).toBe(200);
    expect(body.headers).toEqual([{ key: 'content-type', value: 'application/json' }]);
    const { access_token } = decodeBody(body.body);
    const info = await post('/oauth2/token-info', { body: encodeJson({ token: access_token }) });
    expect(info.body).toMatchObject({ active: true, subjectType: 'VISITOR' });
  });

  it('wraps a form, and errors', async () => {
    const form = Buffer.from(`grant_type=anonymous&client_id=${t.app.clientId}`).toString('base64');
    expect((await post('/oauth2/token', { body: form })).body.statusCode).toBe(200);
    const rejected = await post('/oauth2/token', { body: encodeJson({ grantType: 'anonymous', clientId: 'x' }) });
    expect(rejected.body.statusCode).toBe(401);
    expect(decodeBody(rejected.body.body)).toMatchObject({ error: 'invalid_client' });
    const broken = await post('/oauth2/token', { body: Buffer.from('{').toString('base64') });
    expect(decodeBody(broken.body.body)).toMatchObject({ error: 'invalid_request' });
  });

  it('wraps the keys if the module requests them', async () => {
    const gatewayHeader =
      'environment=js-sdk,package-name=@wix/auto_sdk_identity_oauth,method-fqn=wix.identity.oauth2.v1.Oauth2Ng.Jwks';
    const { body } = await getJwks({ 'x-wix-bi-gateway': gatewayHeader });
    expect(decodeBody(body.body)).toEqual((await getJwks()).body);
  });

  it('needs a token for token-info', async () => {
    const response = await post('/oauth2/token-info', {});
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations[0].field).toBe('token');
  });
});
