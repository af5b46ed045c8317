/** Tests responses to failures outside of the server, and how they are logged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../kernel/app-error.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { openRawConnection } from '../testing/raw-connection.ts';
import { codeOf } from '../testing/responses.ts';

interface LogLine {
  readonly level: string;
  readonly message: string;
}

let t: TestServer;
let logged: readonly LogLine[];
beforeAll(async () => {
  const lines: LogLine[] = [];
  logged = lines;
  t = await testServer((app) => {
    app.http.addHook('onRequest', (request, _reply, done) => {
      for (const level of ['info', 'warn', 'error'] as const)
        request.log[level] = (_fields: unknown, message?: string) => void lines.push({ level, message: message ?? '' });
      done();
    });
    app.http.get('/overloaded', () => {
      throw new AppError('SERVER_BUSY');
    });
    app.http.get('/without-database', () => {
      throw Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
    });
  });
});
afterAll(() => t.stop());

it.each([
  ['a call', '/v2/items'],
  ['a bulk call', '/v2/bulk/items/insert'],
])('logs a client that hangs up in the middle of the body of %s at the level info', async (_, path) => {
  const before = logged.length;
  const connection = openRawConnection(await t.listen());
  const head = `host: localhost\r\nauthorization: ${t.key}\r\ncontent-type: application/json\r\ncontent-length: 900000`;
  connection.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{"dataItem": `);
  await sleep(100);
  connection.close();
  await expect
    .poll(() => logged.slice(before))
    .toEqual([{ level: 'info', message: 'client closed the connection early' }]);
});

it.each([
  ['/overloaded', 'SERVER_BUSY', 'warn', 'request rejected'],
  ['/without-database', 'DATABASE_UNAVAILABLE', 'error', 'request failed'],
])('GET %s returns 503 %s, logged as %s', async (path, code, level, message) => {
  const before = logged.length;
  const response = await t.call({ method: 'GET', path });
  expect([response.status, codeOf(response)]).toEqual([503, code]);
  expect(response.headers).toMatchObject({
    'retry-after': '2',
    'access-control-expose-headers': expect.stringContaining('retry-after'),
  });
  expect(response.body.message).toMatch(/ Try again in 2 seconds\.$/);
  expect(response.body.details.applicationError.data).toEqual({ retryAfterSeconds: 2 });
  expect(logged.slice(before)).toEqual([{ level, message }]);
});

it('tells in the header when to repeat a token request, because the body of an OAuth error has no data', async () => {
  await sql`create function disconnect() returns trigger language plpgsql as
    $$ begin raise exception 'connection failure' using errcode = '08006'; end $$`.execute(t.db);
  await sql`create trigger disconnected before insert on refresh_tokens for each row execute function disconnect()`.execute(
    t.db,
  );
  const body = { grant_type: 'authorized_client', scope: 'offline_access', member_id: t.memberId };
  const { status, headers, ...response } = await t.call({
    method: 'POST',
    path: '/oauth2/token',
    body,
    as: `${t.visitor},${t.key}`,
  });
  expect([status, headers['retry-after'], response.body.error]).toEqual([503, '2', 'server_error']);
});

it('returns 507 STORAGE_FULL when the database has no disk space left', async () => {
  await sql`create function reject() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    t.db,
  );
  await sql`create trigger full_disk before insert on apps for each row execute function reject()`.execute(t.db);
  const body = { app: { name: 'Another', redirectUris: [], redirectDomains: [] } };
  const response = await t.call({ method: 'POST', path: '/portico/v1/apps', body, as: await t.userToken('owner') });
  expect([response.status, codeOf(response)]).toEqual([507, 'STORAGE_FULL']);
});
