import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { type SmtpFixture, startSmtp } from '../../mail/testing/smtp-server.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { text } from '../testing/sample-forms.ts';
import { type Json, submissionCalls } from '../testing/submission-calls.ts';
import { notifyOfDeferred } from './notify-owner.ts';

let t: TestServer;
let smtp: SmtpFixture;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  smtp = await startSmtp();
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'NONE' as const, user: '' };
  await t.configure({ mail: { smtp: settings } });
  await t.userToken('owner');
  await t.userToken('viewer');
  const rows = await t.db.selectFrom('users').select('email').execute();
  owner = rows.find(({ email }) => email.startsWith('owner-'))?.email ?? '';
});
afterAll(async () => {
  await smtp.stop();
  await t.stop();
});
afterEach(async () => {
  await waitUntilIdle();
  smtp.received.splice(0);
});

const { make, submitted } = submissionCalls(() => t);
async function makeForm(submissionPolicy: object = {}, name: string = newId()): Promise<string> {
  const formFields = [
    text('name', { maxLength: 5_000 }, {}),
    text('email', { format: 'EMAIL' }, { contactMapping: { contactField: 'EMAIL' } }),
    text('other'),
  ];
  return (await make({ name, formFields, submissionPolicy })).id;
}
const submit = async (formId: string, submissions: Json) => (await submitted(formId, submissions)).id;
const waitForMails = (count: number) =>
  vi.waitFor(() => {
    expect(smtp.received.length).toBeGreaterThanOrEqual(count);
    return smtp.received;
  }, 15_000);
/** Waits until all events have been passed to listeners and all mails have been sent. */
const waitUntilIdle = () =>
  vi.waitFor(async () => {
    expect(await t.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await t.db.selectFrom('mails').select('id').where('status', '=', 'QUEUED').execute()).toEqual([]);
  }, 15_000);
const listMails = () => t.db.selectFrom('mails').select(['kind', 'recipient', 'subject']).execute();
const countMails = async (kind: string) => (await listMails()).filter((mail) => mail.kind === kind).length;

describe('a new submission', () => {
  it('is mailed to owners with its values, a link, and the sender as reply address', async () => {
    const formId = await makeForm({}, 'Contact us');
    const id = await submit(formId, { name: 'Ada', email: 'ada@example.org', other: 'First line\nSecond' });
    const [mail] = await waitForMails(1);
    expect(mail).toMatchObject({
      recipients: [owner],
      subject: 'New submission: Contact us',
      replyTo: [{ address: 'ada@example.org' }],
    });
    expect(mail?.html).toContain(`/dashboard/forms/${formId}?open=${id}`);
    expect(mail?.html).toContain('>Ada<');
    expect(mail?.html).toContain('First line<br>Second');
    expect(mail?.text).toContain('name:\nAda');
  });

  it('is mailed only to the addresses of the form if its policy excludes owners', async () => {
    const addresses = ['desk@example.org', 'desk@example.org'];
    await submit(await makeForm({ notify: { owners: false, addresses } }), { name: 'x' });
    const [mail] = await waitForMails(1);
    await waitUntilIdle();
    expect(smtp.received).toHaveLength(1);
    expect(mail?.recipients).toEqual(['desk@example.org']);
  });

  it('is not mailed to owners if the site’s settings exclude them, unless the form’s policy includes them', async () => {
    await t.configure({ forms: { notifyOwners: false } });
    await submit(await makeForm(), { name: 'silent' });
    await submit(await makeForm({ notify: { owners: true } }, 'Loud'), { name: 'x' });
    await waitForMails(1);
    await waitUntilIdle();
    expect(smtp.received.map(({ subject }) => subject)).toEqual(['New submission: Loud']);
    await t.configure({ forms: { notifyOwners: true } });
  });

  it('is mailed once, or in a summary after 30 mails in an hour', async () => {
    const formId = await makeForm({}, 'Busy');
    const before = await countMails('NEW_SUBMISSION');
    for (let index = 0; index < 37; index++) await submit(formId, { name: `Nr ${index}` });
    await waitUntilIdle();
    expect((await countMails('NEW_SUBMISSION')) - before).toBe(30);
    const sweep = notifyOfDeferred(() => t.ctx);
    await sweep(t.db, new Date());
    expect(await countMails('MORE_SUBMISSIONS')).toBe(0);
    // Simulates that an hour has passed.
    await t.db
      .updateTable('untold_submissions')
      .set({ tell_at: new Date(0) })
      .execute();
    await Promise.all([sweep(t.db, new Date()), sweep(t.db, new Date())]);
    const summaries = (await listMails()).filter(({ kind }) => kind === 'MORE_SUBMISSIONS');
    expect(summaries).toEqual([{ kind: 'MORE_SUBMISSIONS', recipient: owner, subject: '7 more submissions: Busy' }]);
  });

  it('is not mailed if it is classified as spam', async () => {
    await t.configure({ forms: { spam: { blockedEmails: ['@spam.example'] } } });
    const formId = await makeForm({}, 'Guarded');
    const before = (await listMails()).length;
    await t.call({
      method: 'PATCH',
      path: `/v4/forms/${formId}`,
      as: t.key,
      body: { form: { revision: '1', spamFilterProtectionLevel: 'ADVANCED' } },
    });
    await submit(formId, { name: 'x', email: 'robot@spam.example' });
    await waitUntilIdle();
    expect((await listMails()).length).toBe(before);
  });
});

describe('attacks', () => {
  it('escapes markup in every text, and does not link URLs', async () => {
    const markup = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="https://evil.example">x</a>';
    await submit(await makeForm({}, markup), { name: markup, other: `"'><b>&amp; https://evil.example/login` });
    const [mail] = await waitForMails(1);
    const html = mail?.html ?? '';
    expect(html).not.toMatch(/<script|<img|<b>|onerror=alert\(1\)>/i);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith(t.origin))).toBe(true);
    expect(`${html}${mail?.text}`).not.toContain('https://evil.example/login');
    expect(html).toContain('&lt;script&gt;');
  });

  it('uses no value as header or recipient', async () => {
    const formId = await makeForm();
    const attacks = [
      'a@example.org\r\nBcc: victim@evil.example',
      'a@example.org, victim@evil.example',
      '"x" <a@example.org>',
      'a@example.org\u2028Bcc: victim@evil.example',
    ];
    for (const [index, email] of attacks.entries()) {
      // Writes the event directly, because the form would reject these values.
      const row = { formId, submissions: { name: `Nr ${index}`, email } };
      const entity = { ...row, id: newId(), namespace: 'wix.form_app.form' };
      await t.db
        .insertInto('outbox')
        .values({
          site_id: t.site.id,
          type: 'wix.forms.v4.submission_created',
          entity_id: entity.id,
          payload: JSON.stringify({ entity }),
          occurred_at: new Date(),
        })
        .execute();
    }
    const received = await waitForMails(attacks.length);
    for (const mail of received) {
      expect(mail.recipients).toEqual([owner]);
      expect(mail.replyTo).toBeUndefined();
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    }
  });

  it('shortens the mail of a huge submission', async () => {
    await submit(await makeForm(), { name: 'x'.repeat(5_000), other: '\n'.repeat(5_000) });
    const [mail] = await waitForMails(1);
    expect(mail?.raw.length).toBeLessThan(60_000);
    expect(mail?.text).toContain('…');
  });
});
