import { describe, expect, it } from 'vitest';
import { PorticoError } from '../error.ts';
import { createAdminClient } from './client.ts';

const user = { userId: 'u', email: 'ada@example.com', name: 'Ada' };
const SITE = '6a1f8b52-0000-4000-8000-000000000001';

interface RecordedRequest {
  path: string;
  authorization: string | null;
  site: string | null;
}

/** A fake server that issues token-1, token-2 … and accepts only the newest. */
function fakeServer(options: { session?: boolean; lifetimeSeconds?: number } = {}) {
  const seen: RecordedRequest[] = [];
  let issuedCount = 0;
  let hasSession = options.session ?? true;
  let rejections = 0;
  const json = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { 'x-wix-request-id': 'r1' } });
  const session = () =>
    json(200, { accessToken: `token-${++issuedCount}`, expiresInSeconds: options.lifetimeSeconds ?? 600, user });
  const unauthenticated = () =>
    json(401, { message: '', details: { applicationError: { code: 'UNAUTHENTICATED', description: 'Sign in.' } } });
  const answers: Record<string, () => Response> = {
    '/portico/v1/dashboard/token': () => (hasSession ? session() : unauthenticated()),
    '/portico/v1/dashboard/sign-in': session,
    '/portico/v1/dashboard/sign-out': () => json(200, {}),
    '/portico/v1/setup': () => json(200, { needed: true }),
  };
  const fakeFetch: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    const headers = new Headers(init?.headers);
    const authorization = headers.get('authorization');
    seen.push({ path, authorization, site: headers.get('wix-site-id') });
    expect(init?.credentials).toBe('same-origin');
    await Promise.resolve();
    const own = answers[path];
    if (own) return own();
    if (authorization !== `token-${issuedCount}` || rejections > 0) {
      rejections = Math.max(0, rejections - 1);
      return unauthenticated();
    }
    return json(200, { sites: [] });
  };
  return {
    client: createAdminClient({ url: 'http://portico.test', fetch: fakeFetch }),
    seen,
    renewals: () => seen.filter(({ path }) => path.endsWith('/token')).length,
    endSession: () => {
      hasSession = false;
    },
    refuseNext: (count: number) => {
      rejections = count;
    },
  };
}

describe('createAdminClient', () => {
  it('sends the access token and the chosen site', async () => {
    const { client, seen } = fakeServer();
    expect(await client.signIn({ email: 'ada@example.com', password: 'x' })).toEqual(user);
    client.chooseSite(SITE);
    await client.call('sites.sites.list');
    expect(seen.at(-1)).toEqual({ path: '/portico/v1/sites', authorization: 'token-1', site: SITE });
    expect(seen[0]?.authorization).toBeNull();
  });

  it('downloads with a new token after a 401 and returns an unread response', async () => {
    const { client, seen, refuseNext } = fakeServer();
    await client.call('sites.sites.list');
    refuseNext(1);
    const response = await client.download('forms.submissions.export', { query: { formId: 'f' } });
    expect(response.bodyUsed).toBe(false);
    expect(seen.at(-1)).toMatchObject({
      path: '/portico/v1/forms/f/submissions.csv',
      authorization: 'token-2',
    });
  });

  it('requests one token for concurrent calls', async () => {
    const { client, renewals } = fakeServer();
    await Promise.all(Array.from({ length: 20 }, () => client.call('sites.sites.list')));
    expect(renewals()).toBe(1);
  });

  it('renews a token before it expires', async () => {
    const { client, renewals } = fakeServer({ lifetimeSeconds: 0 });
    await client.call('sites.sites.list');
    await client.call('sites.sites.list');
    expect(renewals()).toBe(2);
  });

  it('repeats a call once with a new token after a 401', async () => {
    const { client, seen, refuseNext, renewals } = fakeServer();
    await client.signIn({ email: 'ada@example.com', password: 'x' });
    refuseNext(1);
    await client.call('sites.sites.list');
    expect(renewals()).toBe(1);
    expect(seen.filter(({ path }) => path === '/portico/v1/sites').map((one) => one.authorization)).toEqual([
      'token-1',
      'token-2',
    ]);
  });

  it('does not repeat a call indefinitely', async () => {
    const { client, seen, refuseNext } = fakeServer();
    await client.signIn({ email: 'ada@example.com', password: 'x' });
    refuseNext(5);
    await expect(client.call('sites.sites.list')).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(seen.filter(({ path }) => path === '/portico/v1/sites')).toHaveLength(2);
  });

  it('notifies listeners once that the session has ended', async () => {
    const { client, endSession, renewals, refuseNext } = fakeServer();
    let notifications = 0;
    const stop = client.onSignedOut(() => notifications++);
    await client.signIn({ email: 'ada@example.com', password: 'x' });
    endSession();
    refuseNext(1);
    await expect(client.call('sites.sites.list')).rejects.toBeInstanceOf(PorticoError);
    expect({ notified: notifications, renewals: renewals() }).toEqual({ notified: 1, renewals: 1 });
    stop();
    await client.signOut();
    expect(notifications).toBe(1);
  });

  it('returns null if nobody is signed in', async () => {
    const { client } = fakeServer({ session: false });
    expect(await client.resume()).toBeNull();
    expect(await client.needsSetup()).toBe(true);
  });

  it('resumes the session of the cookie', async () => {
    const { client, seen, renewals } = fakeServer();
    expect(await client.resume()).toEqual(user);
    await client.call('sites.sites.list');
    expect(renewals()).toBe(1);
    expect(seen.at(-1)?.authorization).toBe('token-1');
  });

  it('sends no token after signing out', async () => {
    const { client, seen } = fakeServer();
    await client.signIn({ email: 'ada@example.com', password: 'x' });
    await client.signOut();
    await client.call('sites.sites.list');
    expect(seen.at(-1)?.authorization).toBe('token-2');
  });
});
