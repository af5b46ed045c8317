/** Every kind of caller, and shortcuts for calls of the members API, for the tests of this slice. */
import { expect } from 'vitest';
import type { TestServer } from '../../testing/index.ts';
import { requestToken } from './client.ts';

export const CALLERS = [
  'visitor',
  'member',
  'other member',
  'viewer',
  'editor',
  'admin',
  'owner',
  'key',
  'reading key',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** A well-formed id that no member has. */
export const MISSING_ID = '00000000-0000-4000-8000-000000000000';

/**
 * Returns an access token or API key for every kind of caller. `member` and `other` are access tokens of two members.
 */
export async function authorizationsByCaller(
  t: TestServer,
  member: string,
  other: string,
): Promise<Record<CallerName, string>> {
  return {
    visitor: t.visitor,
    member,
    'other member': other,
    viewer: await t.userToken('viewer'),
    editor: await t.userToken('editor'),
    admin: await t.userToken('admin'),
    owner: await t.userToken('owner'),
    key: t.key,
    'reading key': await t.keyWith(['members:read']),
  };
}

export const callsOf = (t: TestServer) => {
  const pathOf = (rest: string) => `/members/v1/members${rest}`;
  return {
    get: (rest: string, as?: string) => t.call({ method: 'GET', path: pathOf(rest), as }),
    post: (rest: string, body: unknown = {}, as: string = t.key) =>
      t.call({ method: 'POST', path: pathOf(rest), body, as }),
    patch: (id: string, member: unknown, as: string = t.key) =>
      t.call({ method: 'PATCH', path: pathOf(`/${id}`), body: { member }, as }),
    remove: (rest: string, as: string = t.key) => t.call({ method: 'DELETE', path: pathOf(rest), as }),
    row: (id: string) => t.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    audited: (target: string) =>
      t.db.selectFrom('audit_log').selectAll().where('target', '=', target).orderBy('at').execute(),
    mailsTo: async (recipient: string) =>
      (await t.db.selectFrom('mails').select('kind').where('recipient', '=', recipient).execute()).map(
        ({ kind }) => kind,
      ),
  };
};

/**
 * Expects that every session of the member has ended, so that neither the access token nor the refresh token is
 * accepted.
 */
export async function expectNoSession(
  t: TestServer,
  { accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string },
): Promise<void> {
  const { get } = callsOf(t);
  await expect.poll(async () => (await get('/my', accessToken)).status, { timeout: 2_000 }).toBe(401);
  const refresh = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken };
  expect((await requestToken(t, refresh)).status).toBe(400);
}
