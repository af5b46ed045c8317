import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { signedInMember, token } from '../testing/client.ts';
import { sweepIdentity } from './store.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

it('throws away what can no longer be used, and nothing else', async () => {
  const [ended, live] = [await signedInMember(t), await signedInMember(t)];
  await t.call({ method: 'POST', path: '/oauth2/revoke', body: { token: ended.refreshToken } });
  const sessions = () => t.db.selectFrom('member_sessions').select('member_id').execute();
  const tokens = () => t.db.selectFrom('refresh_tokens').select('session_id').execute();

  await sweepIdentity(t.db, new Date());
  expect((await sessions()).map((row) => row.member_id)).toContain(ended.id);
  expect(await tokens()).toHaveLength(2);

  await sweepIdentity(t.db, new Date(Date.now() + 2 * 86_400_000));
  expect((await sessions()).map((row) => row.member_id)).not.toContain(ended.id);
  expect(await tokens()).toHaveLength(1);
  expect(await t.db.selectFrom('authorization_codes').selectAll().execute()).toEqual([]);
  expect(await t.db.selectFrom('session_tokens').selectAll().execute()).toEqual([]);
  const ask = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: live.refreshToken };
  expect((await token(t, ask)).status).toBe(200);
});
