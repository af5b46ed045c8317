/** Creates two forms for submissions and one with a full inbox, on both sides. */
import pg from 'pg';
import type { Installation } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { answersOf, makeBenchForm } from './forms-workloads.ts';
import type { FormsFixture } from './workload.ts';

const BATCH = 10_000;

/**
 * Creates the forms and fills the inbox of one with `rows` submissions. Inserts them into the table directly, because
 * each call creates only one submission.
 */
export async function prepareForms(
  installation: Installation,
  connection: pg.ClientConfig,
  { rows, apiKeyHeaders, visitorId }: { rows: number; apiKeyHeaders: FormsFixture['apiKeyHeaders']; visitorId: string },
): Promise<FormsFixture> {
  const createdForms = await Promise.all(
    [makeBenchForm('Bench, written'), makeBenchForm('Bench, open', 'NONE'), makeBenchForm('Bench, read')].map((form) =>
      call(installation, '/v4/forms', form, apiKeyHeaders),
    ),
  );
  const [writeId, openId, readId] = createdForms.map(({ form }) => form.id as string) as [string, string, string];
  await insertInBatches(connection, rows, (client, submissions) =>
    client.query(
      `insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, seen,
           created_at, updated_at, status_since)
         select $1, (sent->>'id')::uuid, $2, 'wix.form_app.form', 'CONFIRMED', 'visitor', $3, sent->'answers',
           (sent->>'seen')::boolean, at, at, at
         from jsonb_array_elements($4::jsonb) sent, lateral (select (sent->>'at')::timestamptz as at) moment`,
      [apiKeyHeaders['wix-site-id'], readId, visitorId, submissions],
    ),
  );
  return { writeId, openId, readId, apiKeyHeaders };
}

/**
 * Inserts the same submissions for the reference server, with equivalent indexes and the words of PostgreSQL's own
 * parser.
 */
export async function fillReferenceForms(connection: pg.ClientConfig, rows: number, { readId, writeId }: FormsFixture) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `create table submissions (id uuid primary key, form_id uuid not null, seen boolean not null default false,
       created_at timestamptz not null default clock_timestamp(), data jsonb not null, words tsvector)`,
  );
  await client.query('create index on submissions (form_id, created_at desc, id desc)');
  await client.query('create index on submissions (form_id, seen)');
  await client.query('create index on submissions using gin (words)');
  await client.query('insert into apps (id, data) values ($1, $2)', [writeId, makeBenchForm('Bench')]);
  await client.end();
  await insertInBatches(connection, rows, (client, submissions) =>
    client.query(
      `insert into submissions (id, form_id, seen, created_at, data, words)
         select (sent->>'id')::uuid, $1, (sent->>'seen')::boolean, (sent->>'at')::timestamptz,
           jsonb_build_object('id', sent->'id', 'submissions', sent->'answers'),
           jsonb_to_tsvector('simple', sent->'answers', '["string"]')
         from jsonb_array_elements($2::jsonb) sent`,
      [readId, submissions],
    ),
  );
}

async function insertInBatches(
  connection: pg.ClientConfig,
  rows: number,
  insert: (client: pg.Client, submissions: string) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const start = Date.now() - rows * 1_000;
    for (let first = 0; first < rows; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, rows - first) }, (_, i) => {
        const n = first + i;
        return { id: idOf(n), at: new Date(start + n * 1_000), seen: n % 100 !== 0, answers: answersOf(n) };
      });
      await insert(client, JSON.stringify(batch));
    }
  } finally {
    await client.end();
  }
}

const idOf = (n: number): string =>
  `00000000-0000-4000-9000-${n.toString(16).padStart(12, '0').split('').reverse().join('')}`;
