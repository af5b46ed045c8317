/** Tests the vendor's unmodified `oauth` module, which sends HTTP messages inside JSON. */
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

const encodeMessage = (body: object) => ({ body: Buffer.from(JSON.stringify(body)) });
const decodeResponse = (response: unknown) =>
  JSON.parse(Buffer.from((response as { body: Uint8Array }).body).toString()) as Record<string, unknown>;

it('token sends the grant and receives the response in Base64', async () => {
  const response = await newClient(site.t).oauth.token(
    encodeMessage({ clientId: site.t.app.clientId, grantType: 'anonymous' }),
  );
  expect(response).toMatchObject({ statusCode: 200 });
  expect(decodeResponse(response)).toMatchObject({ access_token: expect.any(String), expires_in: 14_400 });
});

it('token receives errors in Base64, too', async () => {
  const response = await newClient(site.t).oauth.token(encodeMessage({ clientId: 'unknown', grantType: 'anonymous' }));
  expect(response).toMatchObject({ statusCode: 401 });
  expect(decodeResponse(response)).toMatchObject({ error: 'invalid_client' });
});

it('tokenInfo returns the subject of a token, and inactive for any other text', async () => {
  const { client, id } = await newMember(site.t);
  const { accessToken } = client.auth.getTokens();
  const { oauth } = client;
  expect(await oauth.tokenInfo(encodeMessage({ token: accessToken.value }))).toMatchObject({
    active: true,
    subjectType: 'MEMBER',
    subjectId: id,
  });
  expect(await oauth.tokenInfo(encodeMessage({ token: 'made up' }))).toEqual({ active: false });
});

it('userInfo returns the member of the token', async () => {
  const { client, id, email } = await newMember(site.t, { firstName: 'Ada', lastName: 'King' });
  expect(await client.oauth.userInfo()).toMatchObject({
    sub: id,
    email,
    emailVerified: false,
    givenName: 'Ada',
    familyName: 'King',
  });
});

it('jwks returns the public keys that verify the site’s signatures, and no private ones', async () => {
  const response = await newClient(site.t).oauth.jwks();
  const { keys } = decodeResponse(response) as { keys: Record<string, unknown>[] };
  for (const key of keys) for (const secret of ['d', 'p', 'q', 'k']) expect(key).not.toHaveProperty(secret);
  const signed = await site.t.ctx.env.keyPairs.sign({ data: 'a webhook' }, 60, new Date());
  const { kid } = JSON.parse(Buffer.from(signed.split('.')[0] as string, 'base64url').toString());
  const key = keys.find((one) => one.kid === kid) as never;
  const publicKey = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
  const strategy = AppStrategy({ appId: site.t.app.clientId, publicKey });
  expect(await strategy.decodeJWT?.(signed)).toEqual({ decoded: { data: 'a webhook' }, valid: true });
  await expect(strategy.decodeJWT?.(`${signed.slice(0, -4)}AAAA`)).rejects.toThrow('signature');
});
