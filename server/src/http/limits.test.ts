import { afterAll, beforeAll, expect, it } from 'vitest';
import { mountNotFound } from '../app.ts';
import { type TestServer, testServer } from '../testing/index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer((app) => mountNotFound(app.http), { limits: true });
});
afterAll(() => t.stop());

const call = () => t.call({ method: 'GET', path: '/portico/v1/sign-in-settings', as: t.visitor });
const requestToken = (body: object) => t.call({ method: 'POST', path: '/oauth2/token', body });

/** Makes `count` calls from one address, 50 at a time, and returns how often each status occurred. */
async function countStatuses(count: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let n = 0; n < count; n += 50) {
    for (const { status } of await Promise.all(Array.from({ length: 50 }, call))) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  return statuses;
}

it('limits one address to 3,000 calls a minute, but never a valid refresh', async () => {
  const { body: visitor } = await requestToken({ clientId: t.app.clientId, grantType: 'anonymous' });
  expect(await countStatuses(3_000)).toEqual({ 200: 3_000 });

  const floodStatuses = await countStatuses(5_000);
  expect(floodStatuses[429]).toBeGreaterThan(0);
  expect(Object.keys(floodStatuses).sort()).toEqual(['200', '429']);
  const rejected = await call();
  expect(rejected.status).toBe(429);
  expect(rejected.body.details.applicationError).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { retryAfterSeconds: expect.any(Number) },
  });

  expect((await t.call({ method: 'GET', path: '/health/ready' })).status).toBe(429);
  expect((await t.call({ method: 'GET', path: '/health/live' })).status).toBe(200);

  for (let n = 0; n < 100; n += 1) {
    const refreshed = await requestToken({ grantType: 'refresh_token', refreshToken: visitor.refresh_token });
    expect(refreshed.status).toBe(200);
  }
}, 60_000);
