import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { authorOf, idOf, itemOf } from './data-workloads.ts';
import { fillReferenceForms } from './forms.ts';
import { messageOf } from './message.ts';
import type { Fixture } from './workload.ts';

export interface Reference {
  readonly pid: number;
  readonly origin: string;
  stop(): Promise<void>;
}

const DATABASE = 'portico_bench_reference';
const BATCH = 5_000;

/** Fills a second database on the same PostgreSQL with the same rows, and starts the reference server on it. */
export async function startReference(
  connection: pg.ClientConfig,
  { rows, clientId, members, forms }: Pick<Fixture, 'rows' | 'clientId' | 'members' | 'forms'>,
  submissions: number,
): Promise<Reference> {
  await withClient(connection, async (client) => {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  });
  const ownConnection = { ...connection, database: DATABASE };
  await withClient(ownConnection, (client) => fill(client, rows, clientId, members));
  await fillReferenceForms(ownConnection, submissions, forms);
  const child = fork(fileURLToPath(new URL('reference-server.ts', import.meta.url)), {
    env: { PATH: process.env.PATH, REFERENCE_SETTINGS: JSON.stringify({ connection: ownConnection }) },
  });
  const address = await messageOf<AddressInfo>(child);
  return {
    pid: child.pid as number,
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => stop(child),
  };
}

/** Updates statistics and visibility maps of both databases, so that autovacuum has nothing to do during a round. */
export async function vacuum(connection: pg.ClientConfig): Promise<void> {
  for (const database of [connection.database, DATABASE]) {
    await withClient({ ...connection, database }, (client) => client.query('vacuum analyze'));
  }
  await withClient(connection, (client) => client.query('checkpoint'));
}

async function fill(client: pg.Client, rows: number, clientId: string, members: Fixture['members']): Promise<void> {
  for (const table of ['items', 'writes', 'bulk', 'apps']) {
    await client.query(
      `create table ${table} (id text primary key, created_at timestamptz not null default clock_timestamp(),
         data jsonb not null, owner text, category text, price numeric)`,
    );
    await client.query(`create index on ${table} (created_at desc, id desc)`);
  }
  await client.query('create index on items (category, price desc, id desc)');
  await client.query('create index on items (owner, created_at desc, id desc)');
  const now = new Date().toISOString();
  for (let first = 0; first < rows; first += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, rows - first) }, (_, n) => ({
      _id: idOf(first + n),
      _createdDate: { $date: now },
      _updatedDate: { $date: now },
      _owner: authorOf(members, first + n)?.id ?? clientId,
      ...itemOf(first + n),
    }));
    await client.query(
      `insert into items (id, data, owner, category, price)
         select item->>'_id', item, item->>'_owner', item->>'category', (item->>'price')::numeric
           from jsonb_array_elements($1::jsonb) item`,
      [JSON.stringify(items)],
    );
  }
  await client.query('insert into apps (id, data) values ($1, $2)', [clientId, { clientId, name: 'Bench' }]);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function withClient(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
