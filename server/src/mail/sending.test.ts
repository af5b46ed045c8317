import { type AddressInfo, createServer } from 'node:net';
import { languageCodes, languages } from '@portico/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { transaction } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Resolve } from '../outbound/resolve.ts';
import { freePort } from '../testing/free-port.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { queueMail } from './queue-mail.ts';
import { send } from './smtp.ts';
import { findMail } from './store.ts';
import { type SmtpFixture, startSmtp } from './testing/smtp-server.ts';
import { nudge, startMailWorker, sweepMails } from './worker.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const servers: SmtpFixture[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await t.configure({ mail: { smtp: null } });
  await t.db.deleteFrom('mails').execute();
});

const useServer = (port: number) =>
  t.configure({ mail: { smtp: { host: '127.0.0.1', port, security: 'NONE', user: '' } } });

async function startMailServer(options: Parameters<typeof startSmtp>[0] = {}): Promise<SmtpFixture> {
  const server = await startSmtp(options);
  servers.push(server);
  await useServer(server.port);
  return server;
}

/** Returns a context with the site's current settings. */
const loadCtx = async () => {
  const site = await t.ctx.env.site(t.site.id);
  if (!site) throw new Error('no site');
  return { ...t.ctx, site, now: new Date() };
};

const mailsTo = (to: string) => t.db.selectFrom('mails').selectAll().where('recipient', '=', to).execute();
const mailTo = async (to: string) => (await mailsTo(to))[0];
const waitForStatus = (to: string, status: string) =>
  vi.waitFor(async () => expect((await mailTo(to))?.status).toBe(status), { timeout: 15_000, interval: 20 });
/** Makes every deferred mail due. */
async function makeDue(): Promise<void> {
  await t.db
    .updateTable('mails')
    .set({ next_attempt_at: new Date(0) })
    .where('status', '=', 'QUEUED')
    .execute();
  nudge();
}

describe('a mail that is sent', () => {
  it.each(languageCodes)('arrives in %s, with text and HTML, once, and is wiped', async (language) => {
    const server = await startMailServer();
    const to = `reader-${language}@example.org`;
    await queueMail(await loadCtx(), {
      kind: 'RECOVERY',
      to,
      language,
      link: `${t.origin}/reset-password?token=s3cret`,
    });
    await waitForStatus(to, 'SENT');
    const row = await mailTo(to);
    expect(row).toMatchObject({ sealed_content: null, language, attempts: 1, last_error: null });
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.recipients).toEqual([to]);
    expect(mail?.subject).toBe(row?.subject);
    expect(mail?.messageId).toBe(`<${row?.id}@localhost>`);
    expect(mail?.text).toContain(`${t.origin}/reset-password?token=s3cret`);
    expect(mail?.html).toContain(`href="${t.origin}/reset-password?token=s3cret"`);
    expect(mail?.html).toContain(`<html lang="${language}" dir="${languages[language].rtl ? 'rtl' : 'ltr'}">`);
    expect(mail?.from).toMatchObject({ name: 'Test', address: 'no-reply@localhost' });
  });

  it('uses the sender and the password of the settings', async () => {
    const server = await startSmtp({ options: { authOptional: false } });
    servers.push(server);
    const smtp = { host: '127.0.0.1', port: server.port, security: 'NONE' as const, user: 'sam', password: 'right' };
    await t.configure({
      mail: { fromName: 'Bäckerei Süß', fromAddress: 'hello@example.org', replyTo: 'reply@example.org', smtp },
    });
    await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to: 'password@example.org' });
    await waitForStatus('password@example.org', 'SENT');
    await t.configure({ mail: { fromName: '', fromAddress: '', replyTo: '' } });
    expect(server.passwords).toEqual(['right']);
    expect(server.received[0]).toMatchObject({
      envelopeFrom: 'hello@example.org',
      from: { name: 'Bäckerei Süß', address: 'hello@example.org' },
      replyTo: [{ address: 'reply@example.org' }],
    });
  });

  it('is sent once by two workers that compete for the same 60 mails', async () => {
    const server = await startMailServer();
    const workers = [1, 2].map(() => startMailWorker({ db: t.db, env: t.ctx.env, log: t.ctx.log }));
    const context = await loadCtx();
    const names = Array.from({ length: 60 }, (_, index) => `many-${index}@example.org`);
    await Promise.all(names.map((to) => queueMail(context, { kind: 'ACCOUNT_DELETED', to })));
    await vi.waitFor(() => expect(server.received.length).toBeGreaterThanOrEqual(names.length), { timeout: 30_000 });
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(server.received.map((mail) => mail.recipients[0]).toSorted()).toEqual(names.toSorted());
  });

  it('is sent by another process when the lease of a dead one ends, and not before', async () => {
    const server = await startMailServer();
    await t.configure({ mail: { smtp: null } });
    const to = 'leased@example.org';
    await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to });
    await waitForStatus(to, 'KEPT');
    await useServer(server.port);
    const lease = (leased_until: Date) =>
      t.db
        .updateTable('mails')
        .set({ status: 'QUEUED', lease_id: t.site.id, leased_until, next_attempt_at: new Date(0) })
        .execute();
    await lease(new Date(Date.now() + 60_000));
    nudge();
    await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to: 'another@example.org' });
    await waitForStatus('another@example.org', 'SENT');
    expect((await mailTo(to))?.status).toBe('QUEUED');
    await lease(new Date(Date.now() - 1_000));
    nudge();
    await waitForStatus(to, 'SENT');
    expect(server.received).toHaveLength(2);
  });
});

describe('a mail that is not sent', () => {
  it('stays in the outbox while no server is configured', async () => {
    await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to: 'kept@example.org' });
    await waitForStatus('kept@example.org', 'KEPT');
  });

  it('never leaves when its transaction is rolled back', async () => {
    const server = await startMailServer();
    const failing = transaction(await loadCtx(), async (inner) => {
      await queueMail(inner, { kind: 'ACCOUNT_DELETED', to: 'rolled-back@example.org' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to: 'next@example.org' });
    await waitForStatus('next@example.org', 'SENT');
    expect(server.received.map((mail) => mail.recipients)).toEqual([['next@example.org']]);
    expect(await mailsTo('rolled-back@example.org')).toEqual([]);
  });

  it('waits for an unreachable server with growing delays, and arrives when the server is back: 8 of 8', async () => {
    const port = await freePort();
    await useServer(port);
    const context = await loadCtx();
    const names = Array.from({ length: 8 }, (_, index) => `patient-${index}@example.org`);
    for (const to of names) await queueMail(context, { kind: 'ACCOUNT_DELETED', to });
    for (const attempts of [1, 2, 3]) {
      await vi.waitFor(async () => {
        const row = await mailTo('patient-0@example.org');
        expect(row).toMatchObject({ status: 'QUEUED', attempts, lease_id: null });
        expect(row?.last_error).toContain('No server listens');
        expect(row?.sealed_content).not.toBeNull();
      }, 15_000);
      // The site's other mails are deferred, so that they do not all try the unreachable server.
      await vi.waitFor(async () => {
        const rows = await t.db.selectFrom('mails').select(['next_attempt_at', 'lease_id']).execute();
        expect(rows.filter((row) => row.lease_id || row.next_attempt_at <= new Date())).toEqual([]);
      }, 15_000);
      if (attempts < 3) await makeDue();
    }
    const server = await startSmtp({ port });
    servers.push(server);
    // No mail is due yet. The next mail that succeeds makes the others due.
    await queueMail(context, { kind: 'ACCOUNT_DELETED', to: 'next@example.org' });
    await vi.waitFor(() => expect(server.received).toHaveLength(names.length + 1), { timeout: 20_000 });
    const recipients = server.received.map((mail) => mail.recipients[0]);
    expect(recipients[0]).toBe('next@example.org');
    expect(recipients.slice(1).toSorted()).toEqual(names.toSorted());
  });

  it('fails when the server reports an unknown recipient, and waits after a temporary error', async () => {
    const server = await startMailServer({
      statusFor: (to) => (to.startsWith('nobody') ? 550 : to.startsWith('busy') ? 450 : undefined),
    });
    const context = await loadCtx();
    for (const name of ['nobody', 'busy', 'somebody']) {
      await queueMail(context, { kind: 'ACCOUNT_DELETED', to: `${name}@example.org` });
    }
    await waitForStatus('nobody@example.org', 'FAILED');
    await waitForStatus('somebody@example.org', 'SENT');
    expect((await mailTo('nobody@example.org'))?.last_error).toBe('The mail server rejected the recipient (550).');
    await vi.waitFor(async () => {
      expect(await mailTo('busy@example.org')).toMatchObject({ status: 'QUEUED', attempts: 1, lease_id: null });
    });
    expect((await mailTo('busy@example.org'))?.last_error).toContain('450');
    expect(server.received).toHaveLength(1);
  });

  it('fails after three days of attempts', async () => {
    await useServer(await freePort());
    const past = new Date(Date.now() - 3 * 86_400_000);
    await queueMail({ ...(await loadCtx()), now: past }, { kind: 'ACCOUNT_DELETED', to: 'old@example.org' });
    await waitForStatus('old@example.org', 'FAILED');
    expect((await mailTo('old@example.org'))?.last_error).toContain('No server listens');
  });

  it('is deleted after 30 days', async () => {
    const now = Date.now();
    for (const days of [29, 31]) {
      const at = new Date(now - days * 86_400_000);
      await queueMail({ ...(await loadCtx()), now: at }, { kind: 'ACCOUNT_DELETED', to: `days-${days}@example.org` });
    }
    await sweepMails(t.db, new Date(now));
    expect(await mailsTo('days-31@example.org')).toEqual([]);
    expect(await mailsTo('days-29@example.org')).toHaveLength(1);
  });
});

describe('attacks', () => {
  it('a copy of the database shows neither code nor link of a waiting mail', async () => {
    const context = await loadCtx();
    await queueMail(context, { kind: 'VERIFY_EMAIL', to: 'a@example.org', values: { code: '864209' } });
    await queueMail(context, {
      kind: 'RECOVERY',
      to: 'a@example.org',
      link: `${t.origin}/reset-password?token=s3cret`,
    });
    await waitForStatus('a@example.org', 'KEPT');
    const stored = JSON.stringify(await mailsTo('a@example.org'));
    expect(stored).not.toContain('864209');
    expect(stored).not.toContain('s3cret');
  });

  it('a link to another host than the site’s or the dashboard’s is rejected: 8 of 8', async () => {
    const context = await loadCtx();
    const links = [
      'https://evil.example/reset-password?token=x',
      `${t.origin}.evil.example/reset`,
      `${t.origin}@evil.example/`,
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example/x',
      '/reset-password',
      '',
    ];
    for (const link of links) {
      await expect(queueMail(context, { kind: 'RECOVERY', to: 'a@example.org', link })).rejects.toThrow('may not link');
    }
    expect(await mailsTo('a@example.org')).toEqual([]);
  });

  it('a site’s mail server at a private address is not connected to: 9 of 9', async () => {
    const server = await startSmtp();
    servers.push(server);
    let connections = 0;
    server.onConnection(() => {
      connections += 1;
    });
    const env = { ...t.ctx.env, smtpAllow: [] };
    const rebindingAddresses = [['127.0.0.1'], ['10.0.0.1', '127.0.0.1'], ['::ffff:127.0.0.1']];
    const hosts = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '10.0.0.1', 'localhost'];
    const connectTo = (host: string, resolve?: Resolve) =>
      send(
        { host, port: server.port, security: 'NONE', user: '', password: '', setBy: 'SITE' },
        { site: t.site, env, ...(resolve ? { resolve } : {}) },
        { id: newId(), to: 'a@example.org', content: { subject: '', text: '', html: '' } },
      );
    for (const host of hosts) await expect(connectTo(host), host).rejects.toThrow(/may not reach|ENOTFOUND|ENODATA/);
    for (const addresses of rebindingAddresses) {
      let lookups = 0;
      // The first lookup returns addresses that are not allowed, and any later one a public address (DNS rebinding).
      const resolve = async () => (lookups++ === 0 ? addresses : ['93.184.215.14']);
      await expect(connectTo('rebinding.example', resolve)).rejects.toThrow('may not reach');
    }
    expect(connections).toBe(0);
  });

  it('the operator allows addresses of sites’ mail servers with a setting, and may use any address itself', async () => {
    const server = await startSmtp();
    servers.push(server);
    const smtp = { host: '127.0.0.1', port: server.port, security: 'NONE', user: '', password: '' } as const;
    const mail = { id: newId(), to: 'a@example.org', content: { subject: 'x', text: 'x', html: '' } };
    const env = { ...t.ctx.env, webhookAllow: ['127.0.0.1'], smtpAllow: [] as string[] };
    await expect(send({ ...smtp, setBy: 'SITE' }, { site: t.site, env }, mail)).rejects.toThrow('PORTICO_SMTP_ALLOW');
    await send({ ...smtp, setBy: 'SITE' }, { site: t.site, env: { ...env, smtpAllow: ['127.0.0.0/8'] } }, mail);
    await send({ ...smtp, setBy: 'OPERATOR' }, { site: t.site, env }, mail);
    expect(server.received).toHaveLength(2);
  });

  it('the response of a service that is not a mail server is not shown to the owner', async () => {
    const sshServer = createServer((socket) => void socket.end('SSH-2.0-SecretBanner_1.2\r\n'));
    await new Promise<void>((resolve) => sshServer.listen(0, '127.0.0.1', resolve));
    await useServer((sshServer.address() as AddressInfo).port);
    await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to: 'banner@example.org' });
    await vi.waitFor(
      async () => expect((await mailTo('banner@example.org'))?.last_error).toContain('mail server'),
      15_000,
    );
    const body = { to: 'a@example.org' };
    const response = await t.call({
      method: 'POST',
      path: '/portico/v1/mail/test',
      body,
      as: await t.userToken('owner'),
    });
    expect(response.status).toBe(424);
    expect(`${response.text} ${(await mailTo('banner@example.org'))?.last_error}`).not.toMatch(/SSH|Banner/);
    sshServer.close();
  });

  it('a mail cannot be read through another site', async () => {
    await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to: 'mine@example.org' });
    const { site } = await t.secondSite();
    const row = await mailTo('mine@example.org');
    expect(await findMail(t.db, site.id, row?.id ?? '')).toBeUndefined();
  });

  it('a server without STARTTLS, or with an untrusted certificate, receives neither password nor mail', async () => {
    const withoutStartTls = await startSmtp({ options: { authOptional: false } });
    const selfSigned = await startSmtp({ options: { disabledCommands: [], authOptional: false } });
    const tls = await startSmtp({ options: { secure: true, authOptional: false } });
    servers.push(withoutStartTls, selfSigned, tls);
    for (const [security, server] of [
      ['STARTTLS', withoutStartTls],
      ['STARTTLS', selfSigned],
      ['TLS', tls],
    ] as const) {
      await t.configure({
        mail: { smtp: { host: '127.0.0.1', port: server.port, security, user: 'sam', password: 'right' } },
      });
      const to = `${security}-${server.port}@example.org`.toLowerCase();
      await queueMail(await loadCtx(), { kind: 'ACCOUNT_DELETED', to });
      await vi.waitFor(async () => expect((await mailTo(to))?.last_error).toMatch(/STARTTLS|certificate/), 15_000);
      expect(server.passwords).toEqual([]);
      expect(server.received).toEqual([]);
    }
  });
});
