import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { type SmtpFixture, startSmtp } from '../../mail/smtp-server.fixture.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { formsCalls, type Json } from '../testing/calls.fixture.ts';
import { text } from '../testing/forms.fixture.ts';
import { tellOfMore } from './tell-owner.ts';

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
  await settled();
  smtp.received.splice(0);
});

const { make, submitted } = formsCalls(() => t);
async function makeForm(submissionPolicy: object = {}, name: string = newId()): Promise<string> {
  const formFields = [
    text('name', { maxLength: 5_000 }, {}),
    text('email', { format: 'EMAIL' }, { contactMapping: { contactField: 'EMAIL' } }),
    text('other'),
  ];
  return (await make({ name, formFields, submissionPolicy })).id;
}
const submit = async (formId: string, submissions: Json) => (await submitted(formId, submissions)).id;
const arrived = (count: number) =>
  vi.waitFor(() => {
    expect(smtp.received.length).toBeGreaterThanOrEqual(count);
    return smtp.received;
  }, 15_000);
/** every event that was written has been handled, and every mail has left */
const settled = () =>
  vi.waitFor(async () => {
    expect(await t.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await t.db.selectFrom('mails').select('id').where('status', '=', 'QUEUED').execute()).toEqual([]);
  }, 15_000);
const mails = () => t.db.selectFrom('mails').select(['kind', 'recipient', 'subject']).execute();
const mailsNow = async (kind: string) => (await mails()).filter((mail) => mail.kind === kind).length;

describe('a new submission', () => {
  it('is told to the people in charge, with what it says, a link, and the sender to answer to', async () => {
    const formId = await makeForm({}, 'Contact us');
    const id = await submit(formId, { name: 'Ada', email: 'ada@example.org', other: 'First line\nSecond' });
    const [mail] = await arrived(1);
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

  it('also to the addresses of the form, and to those alone where the form says so', async () => {
    const addresses = ['desk@example.org', 'desk@example.org'];
    await submit(await makeForm({ notify: { owners: false, addresses } }), { name: 'x' });
    const [mail] = await arrived(1);
    await settled();
    expect(smtp.received).toHaveLength(1);
    expect(mail?.recipients).toEqual(['desk@example.org']);
  });

  it('to nobody where the site does not want it, unless the form does', async () => {
    await t.configure({ forms: { notifyOwners: false } });
    await submit(await makeForm(), { name: 'silent' });
    await submit(await makeForm({ notify: { owners: true } }, 'Loud'), { name: 'x' });
    await arrived(1);
    await settled();
    expect(smtp.received.map(({ subject }) => subject)).toEqual(['New submission: Loud']);
    await t.configure({ forms: { notifyOwners: true } });
  });

  it('is told once each, and beyond 30 in an hour together', async () => {
    const formId = await makeForm({}, 'Busy');
    const before = await mailsNow('NEW_SUBMISSION');
    for (let index = 0; index < 37; index++) await submit(formId, { name: `Nr ${index}` });
    await settled();
    expect((await mailsNow('NEW_SUBMISSION')) - before).toBe(30);
    const tell = tellOfMore(() => t.ctx);
    await tell(t.db, new Date());
    expect(await mailsNow('MORE_SUBMISSIONS')).toBe(0);
    // as if an hour had passed
    await t.db
      .updateTable('untold_submissions')
      .set({ tell_at: new Date(0) })
      .execute();
    await Promise.all([tell(t.db, new Date()), tell(t.db, new Date())]);
    const told = (await mails()).filter(({ kind }) => kind === 'MORE_SUBMISSIONS');
    expect(told).toEqual([{ kind: 'MORE_SUBMISSIONS', recipient: owner, subject: '7 more submissions: Busy' }]);
  });

  it('judged spam is told to nobody', async () => {
    await t.configure({ forms: { spam: { blockedEmails: ['@spam.example'] } } });
    const formId = await makeForm({}, 'Guarded');
    const before = (await mails()).length;
    await t.call({
      method: 'PATCH',
      path: `/v4/forms/${formId}`,
      as: t.key,
      body: { form: { revision: '1', spamFilterProtectionLevel: 'ADVANCED' } },
    });
    await submit(formId, { name: 'x', email: 'robot@spam.example' });
    await settled();
    expect((await mails()).length).toBe(before);
  });
});

describe('attacks', () => {
  it('markup in every text stays text, addresses are no links', async () => {
    const markup = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="https://evil.example">x</a>';
    await submit(await makeForm({}, markup), { name: markup, other: `"'><b>&amp; https://evil.example/login` });
    const [mail] = await arrived(1);
    const html = mail?.html ?? '';
    expect(html).not.toMatch(/<script|<img|<b>|onerror=alert\(1\)>/i);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith(t.origin))).toBe(true);
    expect(`${html}${mail?.text}`).not.toContain('https://evil.example/login');
    expect(html).toContain('&lt;script&gt;');
  });

  it('no answer to a field becomes a header or a recipient', async () => {
    const formId = await makeForm();
    const attacks = [
      'a@example.org\r\nBcc: victim@evil.example',
      'a@example.org, victim@evil.example',
      '"x" <a@example.org>',
      'a@example.org\u2028Bcc: victim@evil.example',
    ];
    for (const [index, email] of attacks.entries()) {
      // Stored as an app would: the form's own check takes none of these for an address.
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
    const received = await arrived(attacks.length);
    for (const mail of received) {
      expect(mail.recipients).toEqual([owner]);
      expect(mail.replyTo).toBeUndefined();
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    }
  });

  it('a huge submission makes a mail that one can read', async () => {
    await submit(await makeForm(), { name: 'x'.repeat(5_000), other: '\n'.repeat(5_000) });
    const [mail] = await arrived(1);
    expect(mail?.raw.length).toBeLessThan(60_000);
    expect(mail?.text).toContain('…');
  });
});
