/** The vendor's `oauth` module, unmodified: HTTP messages carried inside JSON. */
import { createPublicKey } from 'node:crypto';
import { AppStrategy } from '@wix/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newClient, newMember } from './support/people.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.stop());

const packed = (body: object) => ({ body: Buffer.from(JSON.stringify(body)) });
const unpacked = (answer: unknown) =>
  JSON.parse(Buffer.from((answer as { body: Uint8Array }).body).toString()) as Record<string, unknown>;

it('token: the grant packed into base64, and so the answer', async () => {
  const answer = await newClient(site.t).oauth.token(packed({ clientId: site.t.app.clientId, grantType: 'anonymous' }));
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(unpacked(answer)).toMatchObject({ access_token: expect.any(String), expires_in: 14_400 });
});

it('token: a refusal is packed too', async () => {
  const answer = await newClient(site.t).oauth.token(packed({ clientId: 'unknown', grantType: 'anonymous' }));
  expect(answer).toMatchObject({ statusCode: 401 });
  expect(unpacked(answer)).toMatchObject({ error: 'invalid_client' });
});

it('tokenInfo: whom a token speaks for; nobody for any other text', async () => {
  const { client, id } = await newMember(site.t);
  const { accessToken } = client.auth.getTokens();
  const { oauth } = client;
  expect(await oauth.tokenInfo(packed({ token: accessToken.value }))).toMatchObject({
    active: true,
    subjectType: 'MEMBER',
    subjectId: id,
  });
  expect(await oauth.tokenInfo(packed({ token: 'made up' }))).toEqual({ active: false });
});

it('userInfo: the member of the token', async () => {
  const { client, id, email } = await newMember(site.t, { firstName: 'Ada', lastName: 'King' });
  expect(await client.oauth.userInfo()).toMatchObject({
    sub: id,
    email,
    emailVerified: false,
    givenName: 'Ada',
    familyName: 'King',
  });
});

it('jwks: the keys with which others verify what the site signs, and nothing private', async () => {
  const answer = await newClient(site.t).oauth.jwks();
  const { keys } = unpacked(answer) as { keys: Record<string, unknown>[] };
  for (const key of keys) for (const secret of ['d', 'p', 'q', 'k']) expect(key).not.toHaveProperty(secret);
  const signed = await site.t.ctx.env.keyPairs.sign({ data: 'a webhook' }, 60, new Date());
  const { kid } = JSON.parse(Buffer.from(signed.split('.')[0] as string, 'base64url').toString());
  const key = keys.find((one) => one.kid === kid) as never;
  const publicKey = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
  const strategy = AppStrategy({ appId: site.t.app.clientId, publicKey });
  expect(await strategy.decodeJWT?.(signed)).toEqual({ decoded: { data: 'a webhook' }, valid: true });
  await expect(strategy.decodeJWT?.(`${signed.slice(0, -4)}AAAA`)).rejects.toThrow('signature');
});
