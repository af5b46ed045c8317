import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { limitSite } from './limits.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

/** Runs the command on the database of the test server. */
function run(values: Record<string, string>) {
  const { host, port, user, database } = t.settings as { host: string; port: number; user: string; database: string };
  const config = readConfig({
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    PORTICO_SECRET: 'test secret of more than thirty-two characters',
    PORTICO_SITE_LIMITS: 'mails-per-day=500',
  });
  return limitSite({ config, values: { site: t.site.id, ...values }, positionals: [] });
}

it('shows, changes and resets the limits of a site', async () => {
  expect((await run({})).json).toEqual({ items: null, storageMb: null, requestsPerMinute: null, mailsPerDay: 500 });
  expect((await run({ items: '1000', 'mails-per-day': 'none' })).json).toMatchObject({
    items: 1_000,
    mailsPerDay: null,
  });
  const { text } = await run({ 'mails-per-day': 'default' });
  expect(text).toMatch(/^items +1000 +of this site$/m);
  expect(text).toMatch(/^mails-per-day +500 +of the installation$/m);
  await expect.poll(async () => (await t.ctx.env.site(t.site.id))?.limits).toEqual({ items: 1_000 });
});

it('rejects what is no limit', () => {
  expect(() => run({ items: 'many' })).toThrow('--items must be a number from 0 to 1000000000, or none, not "many".');
});
