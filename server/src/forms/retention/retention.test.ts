/** What moves on by itself as time goes by: the clock is an argument. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../events/index.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, type Json, valid } from '../testing/calls.fixture.ts';
import { filesForm, named, upload } from '../testing/files.fixture.ts';
import { allTold } from '../testing/told.fixture.ts';
import { sweepForms } from './sweep-sites.ts';

let t: TestServer;
const heard: string[] = [];
const unlisten = listen(
  (['updated', 'deleted', 'status_updated', 'removed_submission_from_trash'] as const).map(
    (name) => `wix.forms.v4.submission_${name}` as const,
  ),
  async (_db, event) => {
    heard.push(`${event.type.slice('wix.forms.v4.submission_'.length)} ${event.entityId}`);
  },
);
beforeAll(async () => {
  t = await testServer();
});
afterAll(async () => {
  unlisten();
  await t.stop();
});

const { call, post, make, submit, submitted } = formsCalls(() => t);
const DAY = 86_400_000;
const sweepIn = (days: number) => sweepForms(() => t.ctx)(t.db, new Date(Date.now() + days * DAY));
const where = async (id: string): Promise<string> => {
  const alive = await call('GET', `submissions/${id}`);
  if (alive.status === 200) return alive.body.submission.status;
  return (await call('GET', `submissions/trash-bin/${id}`)).status === 200 ? 'trash' : 'gone';
};
async function told(id: string): Promise<string[]> {
  await allTold(t, id);
  return heard.filter((event) => event.endsWith(id)).map((event) => event.split(' ')[0] as string);
}

describe('submissions', () => {
  it('pending for thirty days: into the trash, and from there away', async () => {
    const { id } = await make({ name: 'Pending' });
    const pending = await submitted(id, valid, { status: 'PENDING' }, t.key);
    const confirmed = await submitted(id);
    await sweepIn(29);
    expect(await where(pending.id)).toBe('PENDING');
    await sweepIn(31);
    expect(await where(pending.id)).toBe('trash');
    expect(await where(confirmed.id)).toBe('CONFIRMED');
    await sweepIn(60);
    expect(await where(pending.id)).toBe('trash');
    await sweepIn(62);
    expect(await where(pending.id)).toBe('gone');
    expect(await told(pending.id)).toEqual(['deleted', 'removed_submission_from_trash']);
  });

  it('as many days as the owner says', async () => {
    await t.configure({ forms: { pendingDays: 2, trashDays: { submissions: 3, forms: 90 } } } as never);
    const { id } = await make({ name: 'Two days' });
    const site = await t.ctx.env.site(t.site.id);
    const pending = await submitted(id, valid, { status: 'PENDING' }, t.key);
    expect(site?.settings.forms.pendingDays).toBe(2);
    await sweepIn(2.1);
    expect(await where(pending.id)).toBe('trash');
    await sweepIn(5.2);
    expect(await where(pending.id)).toBe('gone');
    await t.configure({ forms: { pendingDays: 30, trashDays: { submissions: 30, forms: 90 } } } as never);
  });

  it('unpaid for a day: given up, and told so', async () => {
    const { id } = await make({ name: 'Unpaid' });
    const one = await submitted(id);
    await sql`update submissions set status = 'PAYMENT_WAITING' where id = ${one.id}`.execute(t.db);
    await sweepIn(23 / 24);
    expect(await where(one.id)).toBe('PAYMENT_WAITING');
    await sweepIn(25 / 24);
    expect(await where(one.id)).toBe('PAYMENT_CANCELED');
    expect(await told(one.id)).toEqual(['updated', 'status_updated']);
  });

  it('restored from the trash they have their time anew', async () => {
    const { id } = await make({ name: 'Restored' });
    const pending = await submitted(id, valid, { status: 'PENDING' }, t.key);
    await sql`update submissions set status_since = status_since - interval '40 days' where id = ${pending.id}`.execute(
      t.db,
    );
    await sweepIn(0);
    expect(await where(pending.id)).toBe('trash');
    await post(`submissions/trash-bin/${pending.id}/restore`, {});
    await sweepIn(1);
    expect(await where(pending.id)).toBe('PENDING');
  });

  it('of a form that keeps them for some days, more than one batch, the trash too', async () => {
    const { id } = await make({ name: 'Five days', submissionPolicy: { deleteAfterDays: 5 } });
    const other = await submitted((await make({ name: 'For ever' })).id);
    const [one, trashed] = [await submitted(id), await submitted(id)];
    await call('DELETE', `submissions/${trashed.id}`);
    await sql`
      insert into submissions (site_id, id, form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since)
      select site_id, gen_random_uuid(), form_id, namespace, status, submitter_kind, submitter_id, answers, created_at, updated_at, status_since
      from submissions, generate_series(1, 450) where id = ${one.id}`.execute(t.db);
    const left = async () => (await sql`select from submissions where form_id = ${id}`.execute(t.db)).rows.length;
    await sweepIn(4);
    expect(await left()).toBe(452);
    await sweepIn(6);
    expect(await left()).toBe(0);
    expect(await where(other.id)).toBe('CONFIRMED');
    expect(await told(one.id)).toEqual(['deleted']);
    expect(await told(trashed.id)).toEqual(['deleted', 'removed_submission_from_trash']);
  });
});

const read = async (file: string): Promise<number> =>
  (await t.call({ method: 'GET', path: `/portico/v1/files/${file}`, as: t.key })).status;

describe('spam reports', () => {
  it('of a form that keeps what was sent for some days go after as many, with their files', async () => {
    const reported = async (more: Json) => {
      const { id: formId } = await make(filesForm(more));
      const { file } = (await upload(t, formId, { name: 'a.txt', bytes: 'buy this' })).body;
      const { id } = await submitted(formId, { files: [named(file)] });
      await post(`submissions/${id}/report-spam-submission`, {});
      return { id, file: file.id };
    };
    const short = await reported({ name: 'Spam for five days', submissionPolicy: { deleteAfterDays: 5 } });
    const long = await reported({ name: 'Spam for ninety days' });
    const states = async () =>
      Promise.all(
        [short, long].map(async ({ id, file }) => [
          (await call('GET', `form-spam-submission-reports/${id}`)).status,
          await read(file),
        ]),
      );
    await sweepIn(4);
    expect(await states()).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await sweepIn(6);
    expect(await states()).toEqual([
      [404, 404],
      [200, 200],
    ]);
  });
});

describe('files', () => {
  it('go with what leaves the trash and with their form, unless they were to be preserved', async () => {
    const { id } = await make(filesForm({ name: 'Files' }));
    const sent = async () => {
      const { file } = (await upload(t, id, { name: 'a.txt', bytes: 'a letter' })).body;
      return { file: file.id, id: (await submitted(id, { files: [named(file)] })).id };
    };
    const [gone, kept, replaced, form] = [await sent(), await sent(), await sent(), await sent()];
    await call('DELETE', `submissions/${gone.id}`);
    await call('DELETE', `submissions/${kept.id}?preserveFiles=true`);
    expect([await read(gone.file), await read(kept.file)]).toEqual([200, 200]);
    await sweepIn(31);
    expect([await where(gone.id), await where(kept.id)]).toEqual(['gone', 'gone']);
    expect([await read(gone.file), await read(kept.file)]).toEqual([404, 200]);

    const { file } = (await upload(t, id, { name: 'b.txt', bytes: 'another letter' })).body;
    const change = { formId: id, revision: '1', submissions: { files: [named(file)] } };
    const changed = await call('PATCH', `submissions/${replaced.id}`, { submission: change });
    expect(changed.body.submission.submissions.files).toMatchObject([{ fileId: file.id, displayName: 'b.txt' }]);
    expect([await read(replaced.file), await read(file.id)]).toEqual([404, 200]);

    await call('DELETE', `forms/${id}?permanent=true`);
    expect([await read(form.file), await read(file.id), await read(kept.file)]).toEqual([404, 404, 200]);
    expect(await told(form.id)).toEqual(['deleted']);
  });
});

describe('forms', () => {
  it('in the trash for ninety days go, and their submissions with them', async () => {
    const { id } = await make({ name: 'Old' });
    const one = await submitted(id);
    await call('DELETE', `forms/${id}`);
    await sweepIn(89);
    expect((await call('GET', `forms/trash-bin/${id}`)).status).toBe(200);
    expect(await where(one.id)).toBe('CONFIRMED');
    await sweepIn(91);
    expect((await call('GET', `forms/trash-bin/${id}`)).status).toBe(404);
    expect(await where(one.id)).toBe('gone');
  });
});

describe('repeated requests', () => {
  it('are known for a day', async () => {
    const { id } = await make({ name: 'Keys' });
    const send = async () => (await submit(id, valid, {}, t.visitor, { 'idempotency-key': 'k' })).body.submission.id;
    const first = await send();
    await sweepIn(23 / 24);
    expect(await send()).toBe(first);
    await sweepIn(25 / 24);
    expect(await send()).not.toBe(first);
  });
});
