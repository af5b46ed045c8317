/** Requests that are repeated with an Idempotency-Key: in parallel, later, after a failure, and with other values. */
import { spamSignals } from '@portico/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../db/index.ts';
import { listen } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { lockForm } from '../forms/store.ts';
import { text } from '../testing/sample-forms.ts';
import { type Json, NAMESPACE, submissionCalls, valid } from '../testing/submission-calls.ts';

let t: TestServer;
let form: { id: string };
const received: string[] = [];
const unlisten = listen(['wix.forms.v4.submission_created'], async (_db, { entityId }) => void received.push(entityId));
beforeAll(async () => {
  t = await testServer();
  form = await make();
});
afterAll(async () => {
  unlisten();
  await t.stop();
});

const { call, post, make, submit, query } = submissionCalls(() => t);
const send = (key: string, submissions: Json = valid, as = t.visitor, formId = form.id) =>
  submit(formId, submissions, {}, as, { 'idempotency-key': key });
const createFilteredForm = (more: Json = {}) =>
  make({
    formFields: [text('email', { format: 'EMAIL' }), text('message')],
    spamFilterProtectionLevel: 'ADVANCED',
    ...more,
  });
const LETTER = 'Hello, is the terrace open on Friday evening?';
const countStored = async (formId: string): Promise<number> => (await query({ formId })).body.submissions.length;
const countReported = async (formId: string): Promise<number> => {
  const body = { query: { filter: { namespace: NAMESPACE, formId } } };
  return (await post('form-spam-submission-reports/namespace/query', body)).body.formSpamSubmissionReports.length;
};
/** Returns how often the spam filter has counted an e-mail address. */
const countEmail = async (email: string): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    select taken from attempt_windows where subject = ${`form-email ${email}`}`.execute(t.db);
  return rows[0]?.taken ?? 0;
};

describe('a repeated request', () => {
  it('returns the same submission to 32 parallel calls', async () => {
    const responses = await Promise.all(Array.from({ length: 32 }, () => send('once')));
    expect([...new Set(responses.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(responses.map(({ body }) => body.submission.id)).size).toBe(1);
    const id: string = responses[0]?.body.submission.id;
    expect((await send('once')).body.submission.id).toBe(id);
    expect(await countStored(form.id)).toBe(1);
    await expect.poll(() => received.length, { timeout: 8_000 }).toBeGreaterThan(0);
    expect(received).toEqual([id]);
  });

  it('is classified once and does not count as a repeated text', async () => {
    const { id } = await createFilteredForm();
    const letter = { email: 'once@x.example', message: LETTER };
    await Promise.all(Array.from({ length: 12 }, () => send('letter', letter, t.visitor, id)));
    expect([await countStored(id), await countReported(id), await countEmail('once@x.example')]).toEqual([1, 0, 1]);
    for (const key of ['second', 'third', 'fourth']) await send(key, letter, t.visitor, id);
    expect([await countStored(id), await countReported(id)]).toEqual([3, 1]);
  });

  it('creates a submission for another submitter, and is rejected with other values', async () => {
    const first = (await send('mine')).body.submission.id;
    expect((await send('mine', valid, t.member)).body.submission.id).not.toBe(first);
    const other = await send('mine', { ...valid, name: 'Grace' });
    expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('may have other values if the first request was rejected', async () => {
    expect((await send('again', { ...valid, age: -1 })).status).toBe(400);
    expect((await send('again', valid)).status).toBe(200);
  });

  it('returns SUBMISSION_NOT_FOUND after the submission was deleted', async () => {
    const { id } = (await send('gone')).body.submission;
    await call('DELETE', `submissions/${id}?permanent=true`);
    expect(codeOf(await send('gone'))).toBe('SUBMISSION_NOT_FOUND');
  });

  it('is rejected with a key of more than 255 characters', async () => {
    expect(codeOf(await send('x'.repeat(256)))).toBe('INVALID_IDEMPOTENCY_KEY');
  });
});

describe('submissions with a common rate window', () => {
  it('do not wait until another one is stored', async () => {
    const [limited, open] = [
      await createFilteredForm({ limitationRule: { maxAllowedSubmissions: 9 } }),
      await createFilteredForm({ name: 'Open' }),
    ];
    const values = { email: 'busy@x.example' };
    let held: Promise<unknown> = Promise.resolve();
    await transaction(t.ctx, async (ctx) => {
      await lockForm(ctx.db, ctx.site.id, limited.id);
      held = send('held', values, t.visitor, limited.id).then(({ status }) => expect(status).toBe(200));
      while ((await countEmail('busy@x.example')) === 0 && !(await isWaiting())) await new Promise(setImmediate);
      const others = await Promise.all(
        Array.from({ length: 8 }, (_, n) => send(`other ${n}`, values, t.visitor, open.id)),
      );
      expect(others.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(await countStored(limited.id)).toBe(0);
    });
    await held;
    expect([await countStored(limited.id), await countStored(open.id), await countEmail('busy@x.example')]).toEqual([
      1, 8, 9,
    ]);
  });
});

/** Returns true if a statement waits for a lock of another transaction. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return rows.length > 0;
}

describe('a request that fails after it was classified', () => {
  /** Runs `work` while every insert into the table fails. */
  async function withBrokenTable<Result>(
    table: 'submissions' | 'spam_reports',
    work: () => Promise<Result>,
  ): Promise<Result> {
    const name = sql.table(`portico.${table}`);
    await sql`alter table ${name} add constraint broken check (false) not valid`.execute(t.db);
    try {
      return await work();
    } finally {
      await sql`alter table ${name} drop constraint broken`.execute(t.db);
    }
  }

  it('stays counted, and the next request with the key stores the submission without classifying it again', async () => {
    const { id } = await createFilteredForm();
    const values = { email: 'broken@x.example', message: LETTER };
    const ticket = await t.ctx.env.tokenSigner.sign(
      'form-ticket',
      {
        site: t.site.id,
        kind: 'visitor',
        subject: id,
        session: crypto.randomUUID(),
        extra: { shown: Date.now() - 30_000 },
      },
      3_600,
      new Date(),
    );
    const sendWithTicket = () =>
      post(
        'submissions',
        { submission: { formId: id, submissions: values }, additionalMetadata: { [spamSignals.ticket]: [ticket] } },
        t.visitor,
        { 'idempotency-key': 'ticket' },
      );
    expect((await withBrokenTable('submissions', sendWithTicket)).status).toBe(500);
    expect([await countEmail('broken@x.example'), await countStored(id)]).toEqual([1, 0]);
    const responses = await Promise.all(Array.from({ length: 8 }, sendWithTicket));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect([await countStored(id), await countReported(id), await countEmail('broken@x.example')]).toEqual([1, 0, 1]);
  });

  it('retains its verdict', async () => {
    const { id } = await createFilteredForm();
    const values = { email: 'x@mailinator.com' };
    const sendSpam = () => send('spam', values, t.visitor, id);
    expect((await withBrokenTable('spam_reports', sendSpam)).status).toBe(500);
    expect((await sendSpam()).status).toBe(200);
    expect([await countStored(id), await countReported(id)]).toEqual([0, 1]);
    const { rows } = await sql`select from submission_keys where verdict is not null`.execute(t.db);
    expect(rows).toEqual([]);
  });

  it('lets the key be used with other values', async () => {
    expect((await withBrokenTable('submissions', () => send('free'))).status).toBe(500);
    const other = { ...valid, name: 'Grace' };
    expect((await send('free', other)).body.submission.submissions.name).toBe('Grace');
    expect(codeOf(await send('free'))).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});
