import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { requestToken, signInNewMember } from '../testing/client.ts';
import { sweepIdentity } from './store.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

it('deletes sessions and tokens a day after they ended or expired, and no live ones', async () => {
  const [ended, live] = [await signInNewMember(t), await signInNewMember(t)];
  await t.call({ method: 'POST', path: '/oauth2/revoke', body: { token: ended.refreshToken } });
  const listSessions = () => t.db.selectFrom('member_sessions').select('member_id').execute();
  const listTokens = () => t.db.selectFrom('refresh_tokens').select('session_id').execute();

  await sweepIdentity(t.db, new Date());
  expect((await listSessions()).map((row) => row.member_id)).toContain(ended.id);
  expect(await listTokens()).toHaveLength(2);

  await sweepIdentity(t.db, new Date(Date.now() + 2 * 86_400_000));
  expect((await listSessions()).map((row) => row.member_id)).not.toContain(ended.id);
  expect(await listTokens()).toHaveLength(1);
  expect(await t.db.selectFrom('authorization_codes').selectAll().execute()).toEqual([]);
  expect(await t.db.selectFrom('session_tokens').selectAll().execute()).toEqual([]);
  const refresh = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: live.refreshToken };
  expect((await requestToken(t, refresh)).status).toBe(200);
});
