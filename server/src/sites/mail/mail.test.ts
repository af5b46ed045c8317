import { languageCodes, mailKindNames } from '@portico/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { queueMail } from '../../mail/index.ts';
import { type SmtpFixture, startSmtp } from '../../mail/testing/smtp-server.ts';
import { freePort } from '../../testing/free-port.ts';
import { type Call, type TestServer, testServer } from '../../testing/index.ts';

let t: TestServer;
let server: SmtpFixture;
let users: Record<'owner' | 'admin' | 'editor' | 'viewer', string>;
beforeAll(async () => {
  t = await testServer();
  server = await startSmtp({ statusFor: (to) => (to.startsWith('nobody') ? 550 : undefined) });
  users = {
    owner: await t.userToken('owner'),
    admin: await t.userToken('admin'),
    editor: await t.userToken('editor'),
    viewer: await t.userToken('viewer'),
  };
});
afterAll(async () => {
  await server.stop();
  await t.stop();
});
beforeEach(async () => {
  await t.configure({ mail: { smtp: null } });
  await t.db.deleteFrom('mails').execute();
  await t.db.deleteFrom('mail_templates').execute();
});

const PATH = '/portico/v1/mail';
const get = (path: string, as = users.owner) => t.call({ method: 'GET', path: `${PATH}${path}`, as });
const send = (method: Call['method'], path: string, body: unknown = {}, as = users.owner) =>
  t.call({ method, path: `${PATH}${path}`, body, as });
const useServer = (port = server.port) =>
  t.configure({ mail: { smtp: { host: '127.0.0.1', port, security: 'NONE', user: '' } } });

/** Returns a mail that stays in the mail outbox because no server is configured. */
async function queueTestMail(to = `${newId()}@example.org`): Promise<string> {
  await queueMail({ ...t.ctx, now: new Date() }, { kind: 'VERIFY_EMAIL', to, values: { code: '864209' } });
  return vi.waitFor(async () => {
    const row = await t.db.selectFrom('mails').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow();
    expect(row.status).toBe('KEPT');
    return row.id;
  }, 10_000);
}

const waitForStatus = (mailId: string, status: string) =>
  vi.waitFor(async () => expect((await get(`/outbox/${mailId}`)).body.mail.status).toBe(status), 10_000);

const customTexts = {
  subject: 'Code {code}',
  heading: 'Hi',
  text: 'Your code:\n\n{code}\n\nFrom {siteName}',
  button: '',
};

describe('the outbox and the texts of mails', () => {
  it('lists the outbox by status, newest first, in pages, without codes', async () => {
    const ids = [await queueTestMail(), await queueTestMail(), await queueTestMail()];
    await t.db
      .updateTable('mails')
      .set({ status: 'FAILED', last_error: 'no' })
      .where('id', '=', ids[0] ?? '')
      .execute();
    const all = await get('/outbox?paging.limit=2', users.viewer);
    expect(all.body).toMatchObject({ total: 3, delivery: 'NONE' });
    expect(all.body.mails.map((mail: { mailId: string }) => mail.mailId)).toEqual([ids[2], ids[1]]);
    expect(all.text).not.toContain('864209');
    const rest = await get('/outbox?paging.limit=2&paging.offset=2');
    expect(rest.body.mails.map((mail: { mailId: string }) => mail.mailId)).toEqual([ids[0]]);
    const failed = await get('/outbox?status=FAILED');
    expect(failed.body).toMatchObject({ total: 1, mails: [{ mailId: ids[0], status: 'FAILED', lastError: 'no' }] });
  });

  it('shows the content of a mail, and records who read it', async () => {
    const mailId = await queueTestMail('reader@example.org');
    const { status, body } = await get(`/outbox/${mailId}`, users.admin);
    expect(status).toBe(200);
    expect(body.mail).toMatchObject({ mailId, kind: 'VERIFY_EMAIL', recipient: 'reader@example.org', status: 'KEPT' });
    expect(body.content.subject).toBe('864209 is your code for Test');
    expect(body.content.text).toContain('864209');
    expect(body.content.html).toContain('864209');
    const { body: log } = await t.call({ method: 'GET', path: '/portico/v1/audit', as: users.owner });
    expect(log.entries[0]).toMatchObject({ action: 'sites.mail.read', target: mailId });
    expect(JSON.stringify(log.entries[0])).not.toContain('864209');
  });

  it('sends a stored mail once a server is configured, and then deletes its content', async () => {
    const mailId = await queueTestMail('later@example.org');
    await useServer();
    const { body } = await send('POST', `/outbox/${mailId}/retry`);
    expect(body.mail.status).toBe('QUEUED');
    await waitForStatus(mailId, 'SENT');
    expect(server.received.at(-1)?.recipients).toEqual(['later@example.org']);
    expect((await get(`/outbox/${mailId}`)).body.content).toBeNull();
  });

  it('deletes a mail', async () => {
    const mailId = await queueTestMail();
    expect(await send('DELETE', `/outbox/${mailId}`)).toMatchObject({ status: 200, body: {} });
    expect((await get('/outbox')).body.total).toBe(0);
  });

  it('sends a test mail at once, with the settings just saved, and does not show the server’s response', async () => {
    await useServer();
    const { status, body } = await send('POST', '/test', { to: 'owner@example.org' });
    expect({ status, body }).toEqual({ status: 200, body: { delivery: 'SITE' } });
    expect(server.received.at(-1)).toMatchObject({ recipients: ['owner@example.org'], subject: 'Test mail from Test' });
  });

  it('lists the texts of every kind in every language', async () => {
    const { body } = await get('/templates', users.viewer);
    expect(body.templates).toHaveLength(mailKindNames.length * languageCodes.length);
    expect(body.templates[0]).toMatchObject({
      kind: 'VERIFY_EMAIL',
      language: 'en',
      placeholders: ['siteName', 'code'],
      hasLink: false,
      own: null,
    });
  });

  it('uses the owner’s text, in its language only, until it is deleted', async () => {
    expect((await send('PUT', '/templates/VERIFY_EMAIL/en', { template: customTexts })).body).toEqual({
      template: customTexts,
    });
    await send('PUT', '/templates/VERIFY_EMAIL/en', { template: { ...customTexts, heading: 'Hello' } });
    const { body } = await get(`/outbox/${await queueTestMail()}`);
    expect(body.content.subject).toBe('Code 864209');
    expect(body.content.text).toContain('Hello\n\nYour code:\n\n864209\n\nFrom Test');
    const german = await send('POST', '/preview', { kind: 'VERIFY_EMAIL', language: 'de' });
    expect(german.body.subject).toBe('123456 ist Ihr Code für Test');
    const { body: back } = await send('DELETE', '/templates/VERIFY_EMAIL/en');
    expect(back.template.heading).toBe('Confirm your e-mail address');
    expect((await get(`/outbox/${await queueTestMail()}`)).body.content.subject).toBe('864209 is your code for Test');
  });

  it('previews an unsaved text', async () => {
    const template = { subject: 'New: {memberEmail}', heading: '', text: '{memberEmail}', button: 'Look' };
    const { body } = await send('POST', '/preview', { kind: 'APPROVAL_WAITING', language: 'he', template });
    expect(body.subject).toBe('New: sam@example.org');
    expect(body.html).toContain(`href="${t.origin}/example"`);
    expect(body.html).toContain('dir="rtl"');
  });
});

describe('400 is returned for', () => {
  it.each([
    ['an unknown placeholder', { text: '{code} {password}' }, 'template.text', 'unknown placeholder {password}'],
    ['one of another kind', { subject: '{memberEmail}' }, 'template.subject', 'unknown placeholder {memberEmail}'],
    ['no code', { text: 'Hello' }, 'template.text', 'must contain {code}'],
  ])('a text with %s', async (_name, change, field, description) => {
    const put = await send('PUT', '/templates/VERIFY_EMAIL/en', { template: { ...customTexts, ...change } });
    expect(put.status).toBe(400);
    expect(put.body.details.validationError.fieldViolations).toEqual([
      { field, description, violatedRule: 'NOT_ALLOWED_VALUE', data: {} },
    ]);
    const template = { ...customTexts, ...change };
    expect((await send('POST', '/preview', { kind: 'VERIFY_EMAIL', language: 'en', template })).status).toBe(400);
  });

  it('a link without a label, a line break in a subject, an unknown kind or language', async () => {
    const link = await send('PUT', '/templates/RECOVERY/en', { template: { ...customTexts, subject: 'x', text: 'x' } });
    expect(link.body.details.validationError.fieldViolations).toMatchObject([{ field: 'template.button' }]);
    const broken = { ...customTexts, subject: 'Code {code}\r\nBcc: victim@evil.example' };
    expect((await send('PUT', '/templates/VERIFY_EMAIL/en', { template: broken })).status).toBe(400);
    expect((await send('PUT', '/templates/NEWSLETTER/en', { template: customTexts })).status).toBe(400);
    expect((await send('PUT', '/templates/VERIFY_EMAIL/fr', { template: customTexts })).status).toBe(400);
  });

  it('a test to an invalid address', async () => {
    await useServer();
    const before = server.received.length;
    for (const to of ['owner', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org']) {
      expect((await send('POST', '/test', { to })).status).toBe(400);
    }
    expect(server.received).toHaveLength(before);
  });
});

describe('401 and 403 are returned', () => {
  it('unless the caller manages the site (for mails) or belongs to its staff (for lists and texts)', async () => {
    const mailId = await queueTestMail();
    const template = { template: customTexts };
    const calls: [Call['method'], string, unknown, boolean][] = [
      ['GET', '/outbox', undefined, true],
      ['GET', '/templates', undefined, true],
      ['GET', `/outbox/${mailId}`, undefined, false],
      ['POST', `/outbox/${mailId}/retry`, {}, false],
      ['POST', '/test', { to: 'a@example.org' }, false],
      ['PUT', '/templates/VERIFY_EMAIL/en', template, false],
      ['DELETE', '/templates/VERIFY_EMAIL/en', {}, false],
      ['POST', '/preview', { kind: 'VERIFY_EMAIL', language: 'en' }, false],
      ['DELETE', `/outbox/${mailId}`, {}, false],
    ];
    for (const [method, path, body, staff] of calls) {
      expect((await t.call({ method, path: `${PATH}${path}`, body })).status, path).toBe(401);
      for (const as of [t.visitor, t.member, t.key])
        expect((await send(method, path, body, as)).status, path).toBe(403);
      for (const as of [users.editor, users.viewer]) {
        expect((await send(method, path, body, as)).status, path).toBe(staff ? 200 : 403);
      }
    }
  });
});

describe('404 is returned', () => {
  it('for a mail that does not exist, or is another site’s', async () => {
    const mailId = await queueTestMail();
    await t.db.updateTable('mails').set({ site_id: newId() }).where('id', '=', mailId).execute();
    await useServer();
    for (const id of [mailId, newId()]) {
      for (const [method, path] of [
        ['GET', `/outbox/${id}`],
        ['POST', `/outbox/${id}/retry`],
        ['DELETE', `/outbox/${id}`],
      ] as const) {
        const { status, body } = await send(method, path, method === 'GET' ? undefined : {});
        expect([status, body.details.applicationError.code]).toEqual([404, 'MAIL_NOT_FOUND']);
      }
    }
  });
});

describe('409 is returned', () => {
  it('with SMTP_NOT_SET while there is no server', async () => {
    const mailId = await queueTestMail();
    const responses = [
      await send('POST', `/outbox/${mailId}/retry`),
      await send('POST', '/test', { to: 'a@example.org' }),
    ];
    for (const { status, body } of responses) {
      expect([status, body.details.applicationError.code]).toEqual([409, 'SMTP_NOT_SET']);
    }
  });

  it('with MAIL_ALREADY_SENT for a sent mail', async () => {
    const mailId = await queueTestMail();
    await useServer();
    await send('POST', `/outbox/${mailId}/retry`);
    await waitForStatus(mailId, 'SENT');
    const { status, body } = await send('POST', `/outbox/${mailId}/retry`);
    expect([status, body.details.applicationError.code]).toEqual([409, 'MAIL_ALREADY_SENT']);
  });
});

describe('424 is returned', () => {
  it('with MAIL_NOT_SENT and the reason: an unreachable server, a wrong password, a rejected recipient', async () => {
    const strict = await startSmtp({ options: { authOptional: false } });
    const smtp = { host: '127.0.0.1', security: 'NONE' as const, user: 'sam', password: 'wrong' };
    const cases: [object, string, RegExp][] = [
      [{ ...smtp, port: await freePort() }, 'a@example.org', /No server listens/],
      [{ ...smtp, port: strict.port }, 'a@example.org', /did not accept the user and password \(535\)\.$/],
      [{ ...smtp, port: server.port, password: 'right' }, 'nobody@example.org', /rejected the recipient \(550\)\.$/],
    ];
    for (const [settings, to, reason] of cases) {
      await t.configure({ mail: { smtp: settings as typeof smtp & { port: number } } });
      const { status, body, text } = await send('POST', '/test', { to });
      expect([status, body.details.applicationError.code]).toEqual([424, 'MAIL_NOT_SENT']);
      expect(body.details.applicationError.data.reason).toMatch(reason);
      expect(text).not.toContain('"wrong"');
    }
    await strict.stop();
  });
});
