import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dropDatabase, withClient } from '../testing/cluster.ts';
import { migrate } from './migrate.ts';
import { assertUsable } from './requirements.ts';

const { settings } = inject('cluster');
const ascii = `portico_ascii_${randomBytes(4).toString('hex')}`;

beforeAll(() =>
  withClient(settings, null, (client) =>
    client.query(
      `create database ${ascii} encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
    ),
  ),
);
afterAll(() => dropDatabase(settings, ascii));

it('accepts the database of the tests', async () => {
  await expect(withClient(settings, null, assertUsable)).resolves.toBeUndefined();
});

it('rejects a database that is not UTF-8, with one sentence', async () => {
  await expect(withClient(settings, ascii, assertUsable)).rejects.toThrow(
    /encoding is UTF8; the one .* has SQL_ASCII\.$/,
  );
});

it('reports the name of a failing migration and rolls it back', async () => {
  await expect(withClient(settings, ascii, (client) => migrate(client))).rejects.toThrow(
    /^Migration 4 \(data\) failed/,
  );
  const { rows } = await withClient(settings, ascii, (client) =>
    client.query(`select to_regclass('portico.collections') as made`),
  );
  expect(rows[0].made).toBeNull();
});
