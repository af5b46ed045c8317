/** Requests that are repeated under an Idempotency-Key: at once, later, after something broke off, and for other values. */
import { spamSignals } from '@portico/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../db/index.ts';
import { listen } from '../../events/index.ts';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { lockForm } from '../forms/store.ts';
import { formsCalls, type Json, NAMESPACE, valid } from '../testing/calls.fixture.ts';
import { text } from '../testing/forms.fixture.ts';

let t: TestServer;
let form: { id: string };
const heard: string[] = [];
const unlisten = listen(['wix.forms.v4.submission_created'], async (_db, { entityId }) => void heard.push(entityId));
beforeAll(async () => {
  t = await testServer();
  form = await make();
});
afterAll(async () => {
  unlisten();
  await t.stop();
});

const { call, post, make, submit, query } = formsCalls(() => t);
const send = (key: string, submissions: Json = valid, as = t.visitor, formId = form.id) =>
  submit(formId, submissions, {}, as, { 'idempotency-key': key });
const judgedForm = (more: Json = {}) =>
  make({
    formFields: [text('email', { format: 'EMAIL' }), text('message')],
    spamFilterProtectionLevel: 'ADVANCED',
    ...more,
  });
const LETTER = 'Hello, is the terrace open on Friday evening?';
const stored = async (formId: string): Promise<number> => (await query({ formId })).body.submissions.length;
const reported = async (formId: string): Promise<number> => {
  const body = { query: { filter: { namespace: NAMESPACE, formId } } };
  return (await post('form-spam-submission-reports/namespace/query', body)).body.formSpamSubmissionReports.length;
};
/** How often an address was counted. */
const counted = async (email: string): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    select taken from attempt_windows where subject = ${`form-email ${email}`}`.execute(t.db);
  return rows[0]?.taken ?? 0;
};

describe('a request that is repeated', () => {
  it('32 at once make one submission, and all are answered with it', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => send('once')));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(answers.map(({ body }) => body.submission.id)).size).toBe(1);
    const id: string = answers[0]?.body.submission.id;
    expect((await send('once')).body.submission.id).toBe(id);
    expect(await stored(form.id)).toBe(1);
    await expect.poll(() => heard.length, { timeout: 8_000 }).toBeGreaterThan(0);
    expect(heard).toEqual([id]);
  });

  it('is judged once, however often it comes: it is no repetition of itself', async () => {
    const { id } = await judgedForm();
    const letter = { email: 'once@x.example', message: LETTER };
    await Promise.all(Array.from({ length: 12 }, () => send('letter', letter, t.visitor, id)));
    expect([await stored(id), await reported(id), await counted('once@x.example')]).toEqual([1, 0, 1]);
    for (const key of ['second', 'third', 'fourth']) await send(key, letter, t.visitor, id);
    expect([await stored(id), await reported(id)]).toEqual([3, 1]);
  });

  it('is another one for another submitter, and refused for other values', async () => {
    const first = (await send('mine')).body.submission.id;
    expect((await send('mine', valid, t.member)).body.submission.id).not.toBe(first);
    const other = await send('mine', { ...valid, name: 'Grace' });
    expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('a refused submission takes no key', async () => {
    expect((await send('again', { ...valid, age: -1 })).status).toBe(400);
    expect((await send('again', valid)).status).toBe(200);
  });

  it('after it was deleted there is nothing to answer with', async () => {
    const { id } = (await send('gone')).body.submission;
    await call('DELETE', `submissions/${id}?permanent=true`);
    expect(codeOf(await send('gone'))).toBe('SUBMISSION_NOT_FOUND');
  });

  it('a key is 1 to 255 characters', async () => {
    expect(codeOf(await send('x'.repeat(256)))).toBe('INVALID_IDEMPOTENCY_KEY');
  });
});

describe('who is counted together', () => {
  it('nobody waits for another’s submission to be stored', async () => {
    const [limited, open] = [
      await judgedForm({ limitationRule: { maxAllowedSubmissions: 9 } }),
      await judgedForm({ name: 'Open' }),
    ];
    const values = { email: 'busy@x.example' };
    let held: Promise<unknown> = Promise.resolve();
    await transaction(t.ctx, async (ctx) => {
      await lockForm(ctx.db, ctx.site.id, limited.id);
      held = send('held', values, t.visitor, limited.id).then(({ status }) => expect(status).toBe(200));
      while ((await counted('busy@x.example')) === 0 && !(await isWaiting())) await new Promise(setImmediate);
      const others = await Promise.all(
        Array.from({ length: 8 }, (_, n) => send(`other ${n}`, values, t.visitor, open.id)),
      );
      expect(others.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(await stored(limited.id)).toBe(0);
    });
    await held;
    expect([await stored(limited.id), await stored(open.id), await counted('busy@x.example')]).toEqual([1, 8, 9]);
  });
});

/** Whether a statement waits for a row that another transaction holds. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return rows.length > 0;
}

describe('what broke off after it was judged', () => {
  /** Nothing can be stored in the table while `work` runs. */
  async function broken<Result>(table: 'submissions' | 'spam_reports', work: () => Promise<Result>): Promise<Result> {
    const name = sql.table(`portico.${table}`);
    await sql`alter table ${name} add constraint broken check (false) not valid`.execute(t.db);
    try {
      return await work();
    } finally {
      await sql`alter table ${name} drop constraint broken`.execute(t.db);
    }
  }

  it('stays counted, and is gone on with by the next request under the key, not judged again', async () => {
    const { id } = await judgedForm();
    const values = { email: 'broken@x.example', message: LETTER };
    const ticket = await t.ctx.env.tokens.sign(
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
    const ticketed = () =>
      post(
        'submissions',
        { submission: { formId: id, submissions: values }, additionalMetadata: { [spamSignals.ticket]: [ticket] } },
        t.visitor,
        { 'idempotency-key': 'ticket' },
      );
    expect((await broken('submissions', ticketed)).status).toBe(500);
    expect([await counted('broken@x.example'), await stored(id)]).toEqual([1, 0]);
    const answers = await Promise.all(Array.from({ length: 8 }, ticketed));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect([await stored(id), await reported(id), await counted('broken@x.example')]).toEqual([1, 0, 1]);
  });

  it('keeps its verdict', async () => {
    const { id } = await judgedForm();
    const values = { email: 'x@mailinator.com' };
    const spam = () => send('spam', values, t.visitor, id);
    expect((await broken('spam_reports', spam)).status).toBe(500);
    expect((await spam()).status).toBe(200);
    expect([await stored(id), await reported(id)]).toEqual([0, 1]);
    const { rows } = await sql`select from submission_keys where verdict is not null`.execute(t.db);
    expect(rows).toEqual([]);
  });

  it('leaves the key free for other values', async () => {
    expect((await broken('submissions', () => send('free'))).status).toBe(500);
    const other = { ...valid, name: 'Grace' };
    expect((await send('free', other)).body.submission.submissions.name).toBe('Grace');
    expect(codeOf(await send('free'))).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});
