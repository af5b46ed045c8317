import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNewestMigration } from '../db/migrate.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { createDrain } from './drain.ts';
import { mountHealth, type PagesState } from './health.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const getReady = async () => {
  const { status, body } = await t.call({ method: 'GET', path: '/health/ready' });
  return [status, body.status];
};

describe('the old version in a rolling upgrade', () => {
  it('stays ready on a database with a newer migration that it tolerates', async () => {
    await sql`insert into migrations (number, name, hash) values (9998, 'expand', 'x')`.execute(t.db);
    expect(await getReady()).toEqual([200, 'ready']);
    await sql`update migrations set compatible_from = ${findNewestMigration()} where number = 9998`.execute(t.db);
    expect(await getReady()).toEqual([200, 'ready']);
  });

  it('is not ready once a migration breaks it, even if later ones do not', async () => {
    await sql`insert into migrations (number, name, hash, compatible_from) values (9999, 'contract', 'x', 9998)`.execute(
      t.db,
    );
    expect(await getReady()).toEqual([503, 'too new']);
    await sql`insert into migrations (number, name, hash) values (10000, 'expand', 'x')`.execute(t.db);
    expect(await getReady()).toEqual([503, 'too new']);
    await sql`delete from migrations where number > 9000`.execute(t.db);
    expect(await getReady()).toEqual([200, 'ready']);
  });
});

it('is not ready while migrations are pending', async () => {
  const { rows } =
    await sql`delete from migrations where number = ${findNewestMigration()} returning name, hash`.execute(t.db);
  expect(await getReady()).toEqual([503, 'migrating']);
  const [{ name, hash }] = rows as [{ name: string; hash: string }];
  await sql`insert into migrations (number, name, hash) values (${findNewestMigration()}, ${name}, ${hash})`.execute(
    t.db,
  );
});

it('is ready when its pages are, and reports why they are not', async () => {
  let pages: PagesState = 'building';
  const http = fastify();
  http.decorate('drain', createDrain(http));
  mountHealth(http, t.db, { pagesState: () => pages, roles: ['web'] });
  const checkHealth = async () => {
    const { statusCode, body } = await http.inject('/health/ready');
    return [statusCode, JSON.parse(body)];
  };
  expect(await checkHealth()).toEqual([503, { status: 'pages are not ready', pages: 'building' }]);
  pages = 'failed';
  expect(await checkHealth()).toEqual([503, { status: 'pages are not ready', pages: 'failed' }]);
  pages = 'ready';
  expect(await checkHealth()).toEqual([200, { status: 'ready' }]);
  expect((await http.inject('/health/live')).json()).toEqual({ status: 'live', roles: ['web'] });
  await http.close();
});
