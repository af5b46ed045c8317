/** Sweeps of submissions, spam reports, files and forms at simulated times. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { filesForm, fileValueOf, upload } from '../testing/files.ts';
import { waitForListeners } from '../testing/outbox.ts';
import { type Json, submissionCalls, valid } from '../testing/submission-calls.ts';
import { sweepForms } from './sweep-sites.ts';

let t: TestServer;
const received: string[] = [];
const unlisten = listen(
  (['updated', 'deleted', 'status_updated', 'removed_submission_from_trash'] as const).map(
    (name) => `wix.forms.v4.submission_${name}` as const,
  ),
  async (_db, event) => {
    received.push(`${event.type.slice('wix.forms.v4.submission_'.length)} ${event.entityId}`);
  },
);
beforeAll(async () => {
  t = await testServer();
});
afterAll(async () => {
  unlisten();
  await t.stop();
});

const { call, post, make, submit, submitted } = submissionCalls(() => t);
const DAY = 86_400_000;
const sweepIn = (days: number) => sweepForms(() => t.ctx)(t.db, new Date(Date.now() + days * DAY));
const stateOf = async (id: string): Promise<string> => {
  const alive = await call('GET', `submissions/${id}`);
  if (alive.status === 200) return alive.body.submission.status;
  return (await call('GET', `submissions/trash-bin/${id}`)).status === 200 ? 'trash' : 'deleted';
};
async function eventNamesOf(id: string): Promise<string[]> {
  await waitForListeners(t, id);
  return received.filter((event) => event.endsWith(id)).map((event) => event.split(' ')[0] as string);
}

describe('submissions', () => {
  it('are moved to the trash after thirty days as PENDING, and deleted after thirty more', async () => {
    const { id } = await make({ name: 'Pending' });
    const pending = await submitted(id, valid, { status: 'PENDING' }, t.key);
    const confirmed = await submitted(id);
    await sweepIn(29);
    expect(await stateOf(pending.id)).toBe('PENDING');
    await sweepIn(31);
    expect(await stateOf(pending.id)).toBe('trash');
    expect(await stateOf(confirmed.id)).toBe('CONFIRMED');
    await sweepIn(60);
    expect(await stateOf(pending.id)).toBe('trash');
    await sweepIn(62);
    expect(await stateOf(pending.id)).toBe('deleted');
    expect(await eventNamesOf(pending.id)).toEqual(['deleted', 'removed_submission_from_trash']);
  });

  it('are moved and deleted after the days in the settings', async () => {
    await t.configure({ forms: { pendingDays: 2, trashDays: { submissions: 3, forms: 90 } } } as never);
    const { id } = await make({ name: 'Two days' });
    const site = await t.ctx.env.site(t.site.id);
    const pending = await submitted(id, valid, { status: 'PENDING' }, t.key);
    expect(site?.settings.forms.pendingDays).toBe(2);
    await sweepIn(2.1);
    expect(await stateOf(pending.id)).toBe('trash');
    await sweepIn(5.2);
    expect(await stateOf(pending.id)).toBe('deleted');
    await t.configure({ forms: { pendingDays: 30, trashDays: { submissions: 30, forms: 90 } } } as never);
  });

  it('are cancelled after a day without payment, with an event', async () => {
    const { id } = await make({ name: 'Unpaid' });
    const one = await submitted(id);
    await sql`update submissions set status = 'PAYMENT_WAITING' where id = ${one.id}`.execute(t.db);
    await sweepIn(23 / 24);
    expect(await stateOf(one.id)).toBe('PAYMENT_WAITING');
    await sweepIn(25 / 24);
    expect(await stateOf(one.id)).toBe('PAYMENT_CANCELED');
    expect(await eventNamesOf(one.id)).toEqual(['updated', 'status_updated']);
  });

  it('have their full time again after they were restored', async () => {
    const { id } = await make({ name: 'Restored' });
    const pending = await submitted(id, valid, { status: 'PENDING' }, t.key);
    await sql`update submissions set status_since = time_plus(status_since, -interval '40 days') where id = ${pending.id}`.execute(
      t.db,
    );
    await sweepIn(0);
    expect(await stateOf(pending.id)).toBe('trash');
    await post(`submissions/trash-bin/${pending.id}/restore`, {});
    await sweepIn(1);
    expect(await stateOf(pending.id)).toBe('PENDING');
  });

  it('are deleted after the days in their form, in several batches and in the trash, too', async () => {
    const { id } = await make({ name: 'Five days', submissionPolicy: { deleteAfterDays: 5 } });
    const other = await submitted((await make({ name: 'For ever' })).id);
    const [one, trashed] = [await submitted(id), await submitted(id)];
    await call('DELETE', `submissions/${trashed.id}`);
    await sql`
      insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since)
      select site_id, gen_random_uuid(), form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since
      from submissions, generate_series(1, 450) where id = ${one.id}`.execute(t.db);
    const countRemaining = async () =>
      (await sql`select from submissions where form_id = ${id}`.execute(t.db)).rows.length;
    await sweepIn(4);
    expect(await countRemaining()).toBe(452);
    await sweepIn(6);
    expect(await countRemaining()).toBe(0);
    expect(await stateOf(other.id)).toBe('CONFIRMED');
    expect(await eventNamesOf(one.id)).toEqual(['deleted']);
    expect(await eventNamesOf(trashed.id)).toEqual(['deleted', 'removed_submission_from_trash']);
  });
});

const read = async (file: string): Promise<number> =>
  (await t.call({ method: 'GET', path: `/portico/v1/files/${file}`, as: t.key })).status;

describe('spam reports', () => {
  it('are deleted with their files after the days in their form', async () => {
    const submitSpam = async (more: Json) => {
      const { id: formId } = await make(filesForm(more));
      const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'buy this' })).body;
      const { id } = await submitted(formId, { files: [fileValueOf(file)] });
      await post(`submissions/${id}/report-spam-submission`, {});
      return { id, file: file.id };
    };
    const short = await submitSpam({ name: 'Spam for five days', submissionPolicy: { deleteAfterDays: 5 } });
    const long = await submitSpam({ name: 'Spam for ninety days' });
    const readStates = async () =>
      Promise.all(
        [short, long].map(async ({ id, file }) => [
          (await call('GET', `form-spam-submission-reports/${id}`)).status,
          await read(file),
        ]),
      );
    await sweepIn(4);
    expect(await readStates()).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await sweepIn(6);
    expect(await readStates()).toEqual([
      [404, 404],
      [200, 200],
    ]);
  });
});

describe('files', () => {
  it('are deleted with their submission or form, unless they are to be preserved', async () => {
    const { id } = await make(filesForm({ name: 'Files' }));
    const submitFile = async () => {
      const { file } = (await upload(t, id, { name: 'a.txt', bytes: 'a letter' })).body;
      return { file: file.id, id: (await submitted(id, { files: [fileValueOf(file)] })).id };
    };
    const deleted = await submitFile();
    const preserved = await submitFile();
    const replaced = await submitFile();
    const ofDeletedForm = await submitFile();
    await call('DELETE', `submissions/${deleted.id}`);
    await call('DELETE', `submissions/${preserved.id}?preserveFiles=true`);
    expect([await read(deleted.file), await read(preserved.file)]).toEqual([200, 200]);
    await sweepIn(31);
    expect([await stateOf(deleted.id), await stateOf(preserved.id)]).toEqual(['deleted', 'deleted']);
    expect([await read(deleted.file), await read(preserved.file)]).toEqual([404, 200]);

    const { file } = (await upload(t, id, { name: 'b.txt', bytes: 'another letter' })).body;
    const change = { formId: id, revision: '1', submissions: { files: [fileValueOf(file)] } };
    const changed = await call('PATCH', `submissions/${replaced.id}`, { submission: change });
    expect(changed.body.submission.submissions.files).toMatchObject([{ fileId: file.id, displayName: 'b.txt' }]);
    expect([await read(replaced.file), await read(file.id)]).toEqual([404, 200]);

    await call('DELETE', `forms/${id}?permanent=true`);
    expect([await read(ofDeletedForm.file), await read(file.id), await read(preserved.file)]).toEqual([404, 404, 200]);
    expect(await eventNamesOf(ofDeletedForm.id)).toEqual(['deleted']);
  });
});

describe('forms', () => {
  it('are deleted with their submissions after ninety days in the trash', async () => {
    const { id } = await make({ name: 'Old' });
    const one = await submitted(id);
    await call('DELETE', `forms/${id}`);
    await sweepIn(89);
    expect((await call('GET', `forms/trash-bin/${id}`)).status).toBe(200);
    expect(await stateOf(one.id)).toBe('CONFIRMED');
    await sweepIn(91);
    expect((await call('GET', `forms/trash-bin/${id}`)).status).toBe(404);
    expect(await stateOf(one.id)).toBe('deleted');
  });
});

describe('idempotency keys', () => {
  it('are deleted after a day', async () => {
    const { id } = await make({ name: 'Keys' });
    const send = async () => (await submit(id, valid, {}, t.visitor, { 'idempotency-key': 'k' })).body.submission.id;
    const first = await send();
    await sweepIn(23 / 24);
    expect(await send()).toBe(first);
    await sweepIn(25 / 24);
    expect(await send()).not.toBe(first);
  });
});
