/** The vendor's `oauth` module, unmodified: HTTP messages carried inside JSON. */
import { oauth } from '@wix/identity';
import { createClient, OAuthStrategy } from '@wix/sdk';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { type TestServer, testServer } from '../server/src/testing/index.ts';

let t: TestServer;
let restore: () => void;
beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
});
afterAll(async () => {
  restore();
  await t.stop();
});

const newClient = () => createClient({ modules: { oauth }, auth: OAuthStrategy({ clientId: t.app.clientId }) });
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const opened = (body: unknown) => JSON.parse(new TextDecoder().decode(body as Uint8Array));

it('token: makes a visitor, and tells of a refusal by its status', async () => {
  const client = newClient();
  const made = await client.oauth.token({ body: bytes({ clientId: t.app.clientId, grantType: 'anonymous' }) });
  expect(made.statusCode).toBe(200);
  expect(made.headers).toEqual([{ key: 'content-type', value: 'application/json' }]);
  expect(opened(made.body)).toMatchObject({ access_token: expect.any(String), expires_in: 14_400 });
  const refused = await client.oauth.token({ body: bytes({ clientId: t.app.clientId, grantType: 'refresh_token' }) });
  expect(refused.statusCode).toBe(400);
  expect(opened(refused.body).error).toBe('invalid_request');
});

it('tokenInfo: knows a token of ours and no other', async () => {
  const client = newClient();
  const { accessToken } = await client.auth.generateVisitorTokens();
  const known = await client.oauth.tokenInfo({ body: bytes({ token: accessToken.value }) });
  expect(known).toMatchObject({ active: true, subjectType: 'VISITOR', siteId: t.site.id });
  expect(await client.oauth.tokenInfo({ body: bytes({ token: 'x' }) })).toEqual({ active: false });
});

it('jwks: the keys with which others verify what we sign', async () => {
  const answer = await newClient().oauth.jwks();
  expect(answer.statusCode).toBe(200);
  const signed = await t.ctx.env.keyPairs.sign({ sub: 'x' }, 60, new Date());
  expect((await jwtVerify(signed, createLocalJWKSet(opened(answer.body)))).payload.sub).toBe('x');
});

it('userInfo: the member of the token', async () => {
  const client = createClient({
    modules: { oauth },
    auth: { getAuthHeaders: () => ({ headers: { Authorization: t.member } }) },
  });
  expect(await client.oauth.userInfo()).toMatchObject({ sub: t.memberId, email: 'member@example.org' });
});
