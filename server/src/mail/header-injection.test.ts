import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notifyChange } from '../db/changes.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { queueMail } from './queue-mail.ts';
import { type SmtpFixture, startSmtp } from './testing/smtp-server.ts';

let t: TestServer;
let server: SmtpFixture;
beforeAll(async () => {
  t = await testServer();
  server = await startSmtp();
  await t.configure({ mail: { smtp: { host: '127.0.0.1', port: server.port, security: 'NONE', user: '' } } });
});
afterAll(async () => {
  await server.stop();
  await t.stop();
});

const LINE_BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\v', '\f', '\0'];
const SMUGGLED_HEADERS = [
  'Bcc: victim@evil.example',
  'Content-Type: text/html\r\n\r\n<b>x</b>',
  '.\r\nMAIL FROM:<x@evil.example>',
];
const attacks = LINE_BREAKS.flatMap((line) => SMUGGLED_HEADERS.map((smuggled) => `Nice name${line}${smuggled}`));
/** PostgreSQL cannot store U+0000, so the attacks that contain it are left out. */
const storable = attacks.filter((attack) => !attack.includes('\0'));

async function loadSite() {
  const site = await t.ctx.env.site(t.site.id);
  if (!site) throw new Error('no site');
  return site;
}

const withoutBody = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n'));

/** Expects that the mail has exactly our recipient and our headers. */
function expectClean(to: string): void {
  const mails = server.received.filter((mail) => mail.recipients.includes(to));
  expect(mails).toHaveLength(1);
  for (const mail of mails) {
    expect(mail.recipients).toEqual([to]);
    expect(mail.envelopeFrom).toBe('no-reply@localhost');
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    expect(withoutBody(mail.raw)).not.toMatch(/^(bcc|\.)/im);
  }
}

describe('header injection', () => {
  it(`is prevented in the name of the site: 0 headers from ${storable.length} attempts`, async () => {
    for (const [index, name] of storable.entries()) {
      const to = `site-${index}@example.org`;
      await t.db.updateTable('sites').set({ name }).where('id', '=', t.site.id).execute();
      await notifyChange(t.db, 'site', t.site.id);
      await vi.waitFor(async () => expect((await loadSite()).name).toBe(name), 10_000);
      await queueMail({ ...t.ctx, site: await loadSite() }, { kind: 'RECOVERY', to, link: `${t.origin}/x` });
      await vi.waitFor(() => expect(server.received.some((mail) => mail.recipients.includes(to))).toBe(true), 10_000);
      expectClean(to);
    }
  });

  it(`is prevented in names of members and an owner's subject: 0 headers from ${attacks.length} attempts`, async () => {
    const site = await loadSite();
    await t.db
      .insertInto('mail_templates')
      .values({
        site_id: site.id,
        kind: 'APPROVAL_WAITING',
        language: 'en',
        subject: 'New: {memberEmail}\r\nBcc: victim@evil.example',
        heading: '{memberEmail}',
        text: '{memberEmail}',
        button: 'Look',
      })
      .execute();
    for (const [index, memberEmail] of attacks.entries()) {
      const to = `nickname-${index}@example.org`;
      const mail = { kind: 'APPROVAL_WAITING', to, values: { memberEmail }, link: `${t.origin}/x` } as const;
      await queueMail({ ...t.ctx, site }, mail);
      await vi.waitFor(() => expect(server.received.some((mail) => mail.recipients.includes(to))).toBe(true), 10_000);
      expectClean(to);
    }
  });

  it('is prevented in the recipient: line breaks, lists and commands send no mail', async () => {
    const site = await loadSite();
    const before = server.received.length;
    const addresses = [
      ...LINE_BREAKS.filter((line) => line !== '\0').flatMap((line) => [
        `a@example.org${line}Bcc: victim@evil.example`,
        `a${line}@example.org`,
        `a@example.org>${line}RCPT TO:<victim@evil.example`,
      ]),
      'a@example.org, victim@evil.example',
      'a@example.org;victim@evil.example',
      'team: a@example.org, victim@evil.example;',
      'Sam <victim@evil.example>',
      '"a@example.org" <victim@evil.example>',
      'a@example.org victim@evil.example',
      'a@b@evil.example',
      'victim',
      '',
    ];
    for (const to of addresses) await queueMail({ ...t.ctx, site }, { kind: 'ACCOUNT_DELETED', to });
    await vi.waitFor(async () => {
      const rows = await t.db.selectFrom('mails').select('recipient').where('status', '=', 'FAILED').execute();
      expect(rows.map((row) => row.recipient).toSorted()).toEqual(addresses.toSorted());
    }, 15_000);
    expect(server.received).toHaveLength(before);
  });

  it('is prevented in the sender: the settings reject line breaks', async () => {
    const owner = await t.userToken('owner');
    for (const mail of [
      { fromName: 'Nice\r\nBcc: victim@evil.example' },
      { fromAddress: 'a@example.org\r\nBcc: victim@evil.example' },
      { replyTo: 'a@example.org\nBcc: victim@evil.example' },
    ]) {
      const { status } = await t.call({
        method: 'PATCH',
        path: '/portico/v1/settings',
        as: owner,
        body: { settings: { mail } },
      });
      expect(status).toBe(400);
    }
  });
});
