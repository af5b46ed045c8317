/** Tests against a real server that the client stores refresh tokens that the OAuth app rotates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../../../server/src/testing/index.ts';
import { createClient, memoryStorage, type Tokens } from '../index.ts';

let t: TestServer;
let url: string;
let clientId: string;
beforeAll(async () => {
  t = await testServer();
  url = await t.listen();
  const app = { name: 'Rotating', rotateRefreshTokens: true };
  const as = await t.userToken('owner');
  const created = await t.call({ method: 'POST', path: '/portico/v1/apps', body: { app }, as });
  clientId = created.body.app.clientId;
});
afterAll(() => t.stop());

/** Returns tokens of a member whose access token has expired. */
async function expiredTokens(): Promise<Tokens> {
  const visitor = await createClient({ url, clientId }).auth.tokens();
  const { body } = await t.call({
    method: 'POST',
    path: '/oauth2/token',
    body: { grant_type: 'authorized_client', member_id: t.memberId },
    headers: { authorization: `${visitor.accessToken.value},${t.key}` },
  });
  return {
    accessToken: { value: body.access_token, expiresAt: 0 },
    refreshToken: { value: body.refresh_token, role: 'member' },
  };
}

const backdateRotations = () =>
  t.db
    .updateTable('refresh_tokens')
    .set({ rotated_at: new Date(Date.now() - 60_000) })
    .where('rotated_at', 'is not', null)
    .execute();

describe('a rotated refresh token', () => {
  it('is stored after each refresh and the member stays signed in', async () => {
    const storage = memoryStorage(await expiredTokens());
    const seen = new Set<string>();
    for (let n = 0; n < 4; n += 1) {
      const client = createClient({ url, clientId, storage });
      const tokens = await client.auth.tokens();
      expect(tokens.refreshToken.role).toBe('member');
      expect((await client.members.getCurrentMember())?.id).toBe(t.memberId);
      seen.add(tokens.refreshToken.value);
      await storage.save({ ...tokens, accessToken: { ...tokens.accessToken, expiresAt: 0 } });
      await backdateRotations();
    }
    expect(seen.size).toBe(4);
  });

  it('keeps both of two concurrent tabs signed in', async () => {
    const tokens = await expiredTokens();
    const storage = memoryStorage(tokens);
    const tabs = [createClient({ url, clientId, storage }), createClient({ url, clientId, storage })];
    const refreshedTokens = await Promise.all(tabs.map((tab) => tab.auth.tokens()));
    expect(new Set(refreshedTokens.map(({ refreshToken }) => refreshToken.value)).size).toBe(1);
    for (const tab of tabs) expect(await tab.auth.isLoggedIn()).toBe(true);
  });
});

describe('tokens set during a refresh', () => {
  const delayedFetch = (answered: Promise<void>) => async (input: string | URL | Request, init?: RequestInit) => {
    const response = await fetch(input, init);
    await answered;
    return response;
  };

  it.each([
    [
      'signing in',
      async () => {
        const { refreshToken, accessToken } = await expiredTokens();
        return { refreshToken, accessToken: { ...accessToken, expiresAt: Date.now() + 3_600_000 } };
      },
    ],
    ['signing out', async () => null],
  ])('are not overwritten by its response: %s', async (_name, next) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const before = await expiredTokens();
    const storage = memoryStorage(before);
    const client = createClient({ url, clientId, storage, fetch: delayedFetch(released) });
    const pendingTokens = client.auth.tokens();
    const newTokens = await next();
    await client.auth.setTokens(newTokens);
    release();
    const after = await pendingTokens;
    expect(after.refreshToken.role).toBe(newTokens ? 'member' : 'visitor');
    expect(await storage.load()).toEqual(after);
    if (newTokens) expect(after).toEqual(newTokens);
  });
});
