/** Kills the server during submissions with files, for which webhooks and mails are sent. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../db/index.ts';
import { fileField } from '../forms/testing/files.ts';
import { text } from '../forms/testing/sample-forms.ts';
import { sweepMedia } from '../media/index.ts';
import { openStorage } from '../storage/index.ts';
import { freePort } from '../testing/free-port.ts';
import { withDatabase } from '../testing/installation-database.ts';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { runs } from '../testing/runs.ts';

const KILLS = runs(20);
const WRITERS = 8;
/** Number of acknowledged submissions after which the server is killed, in the middle of the next ones. */
const BURST = 100;
const OWNER = { email: 'owner@example.org', password: 'a long owner password' };
const SUBMISSION_CREATED = 'wix.forms.v4.submission_created';
const SILENT_LOG = { info() {}, warn() {}, error() {} };

let installation: Installation;
let server: ServerProcess;
let smtp: SMTPServer;
let receiver: Server;
let key: Record<string, string>;
let visitor: Record<string, string>;
/** Ids of webhook deliveries, by submission. */
const deliveryIds = new Map<string, Set<string>>();
/** Message-IDs of mails, by submission. */
const messageIds = new Map<string, Set<string>>();
let mails = 0;

/** Returns the text of a mail; null if the server was killed while it was sending the mail. */
const readMailText = (stream: Readable): Promise<string | null> => textOf(stream).catch(() => null);

beforeAll(async () => {
  const smtpPort = await freePort();
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      const mail = await readMailText(stream);
      if (mail === null) return;
      const { text: body = '', messageId } = await PostalMime.parse(mail);
      const id = /open=([0-9a-f-]{36})/.exec(body)?.[1];
      if (id) messageIds.set(id, (messageIds.get(id) ?? new Set()).add(messageId ?? ''));
      mails += 1;
      done();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve));
  receiver = createServer(async (request, response) => {
    const body = await readMailText(request);
    if (body === null) return;
    const { data } = JSON.parse(body) as { data: { entityId: string } };
    const ids = deliveryIds.get(data.entityId) ?? new Set();
    deliveryIds.set(data.entityId, ids.add(request.headers['webhook-id'] as string));
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));

  installation = await createInstallation({
    PORTICO_SMTP_URL: `smtp://127.0.0.1:${smtpPort}?security=none`,
    PORTICO_MAIL_FROM: 'site@example.org',
    PORTICO_WEBHOOK_ALLOW: '127.0.0.1',
    PORTICO_OWNER_EMAIL: OWNER.email,
    PORTICO_OWNER_PASSWORD: OWNER.password,
  });
  server = await installation.start();
  const [site] = await installation.json(['site', 'list']);
  const createdKey = await installation.json(['key', 'create', '--site', site.siteId, '--name', 'Test']);
  key = { authorization: createdKey.apiKey, 'wix-site-id': createdKey.siteId };
  const { clientId } = await installation.json(['app', 'create', '--site', site.siteId, '--name', 'Test']);
  visitor = { authorization: (await call('/oauth2/token', { clientId, grantType: 'anonymous' })).access_token };
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const owner = await call('/portico/v1/dashboard/sign-in', OWNER, { origin: installation.origin });
  const asOwner = { authorization: owner.accessToken, 'wix-site-id': site.siteId };
  await call(
    '/portico/v1/webhooks',
    { webhook: { url, eventTypes: [SUBMISSION_CREATED], format: 'STANDARD' } },
    asOwner,
  );
}, 120_000);

afterAll(async () => {
  await installation?.remove();
  await new Promise((resolve) => receiver?.close(resolve));
  await new Promise<void>((resolve) => smtp?.close(() => resolve()));
}, 60_000);

async function call(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(installation.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  const received = (await response.json()) as any;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(received)}`);
  return received;
}

/** Uploads a file and sends a submission that names it, as a visitor's browser does. */
async function submit(formId: string, n: string): Promise<string> {
  const file = { formId, filename: `${n}.txt`, mimeType: 'text/plain' };
  const { uploadUrl } = await call('/v4/submissions/media-upload-url', file, visitor);
  const put = await fetch(uploadUrl, { method: 'PUT', body: `The file of ${n}.` });
  if (!put.ok) throw new Error(`upload: ${put.status}`);
  const { file: stored } = (await put.json()) as { file: { id: string; url: string; fileType: string } };
  const files = [{ fileId: stored.id, displayName: `${n}.txt`, fileType: stored.fileType, url: stored.url }];
  const submission = { formId, submissions: { name: n, files } };
  return (await call('/v4/submissions', { submission }, visitor)).submission.id;
}

it(
  'loses nothing acknowledged; sends one webhook id and one mail per submission; removes files without a submission',
  async () => {
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const form = {
        name: `Burst ${kill}`,
        formFields: [text('name'), fileField('files')],
        spamFilterProtectionLevel: 'NONE',
        submissionPolicy: { notify: { owners: false, addresses: ['owner@example.org'] } },
      };
      const { id } = (await call('/v4/forms', { form }, key)).form;
      const before = acknowledged.length;
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; ; n += 1) {
          const stored = await submit(id, `${kill}-${writer}-${n}`).catch(() => undefined);
          if (!stored) return;
          acknowledged.push(stored);
        }
      });
      await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + BURST);
      await sleep(Math.random() * 50);
      server.kill('SIGKILL');
      await Promise.all([server.ended, ...writers]);
      server = await installation.start();
    }

    const stored = await queryColumn<string>('select id::text as value from portico.submissions');
    const lost = acknowledged.filter((id) => !stored.includes(id));
    expect(lost).toEqual([]);
    // After the lease has expired, the next server sends the mails and deliveries that the killed one had leased.
    await withDatabase(installation, (client) =>
      client.query(`update portico.webhook_deliveries set next_attempt_at = now() where status = 'PENDING';
        update portico.mails set next_attempt_at = now() where status = 'QUEUED'`),
    );
    await expect.poll(() => stored.filter((id) => !deliveryIds.has(id)), { timeout: 120_000 }).toEqual([]);
    expect([...deliveryIds].filter(([, ids]) => ids.size > 1)).toEqual([]);
    expect([...deliveryIds.keys()].filter((id) => !stored.includes(id))).toEqual([]);

    // At most thirty mails are sent per form and hour; further submissions are counted for one later mail.
    const waiting = 'select count(*)::int as value from portico.mails where status = $$QUEUED$$';
    await expect.poll(() => queryColumn<number>(waiting), { timeout: 60_000 }).toEqual([0]);
    const [unmailedCount = 0] = await queryColumn<number>(
      'select coalesce(sum(untold), 0)::int as value from portico.untold_submissions',
    );
    expect(messageIds.size + unmailedCount).toBe(stored.length);

    // If a server is killed after the mail server has accepted a mail, but before the acceptance is recorded, the mail
    // is sent again with the same Message-ID. Mailboxes show it once.
    const doubled = [...messageIds.values()].filter((ids) => ids.size > 1).length;
    const { swept, retained } = await sweepFiles();
    console.log(
      `${KILLS} kills in bursts of submissions: ${acknowledged.length} acknowledged, ${stored.length} stored, ${lost.length} lost; ` +
        `${deliveryIds.size} delivered by webhook, each under one id; ${messageIds.size} mailed, ${doubled} of them twice, ${mails - messageIds.size} sent again as the same message, ${unmailedCount} left for a summary mail; ` +
        `${swept} files without a submission swept, ${retained} retained`,
    );
    expect(doubled).toBe(0);
    expect(retained).toBe(stored.length);
  },
  180_000 + KILLS * 60_000,
);

/** Runs the sweep as it would run a day later. Returns how many stored files it removed, and how many remain. */
async function sweepFiles(): Promise<{ swept: number; retained: number }> {
  const settings = {
    host: installation.postmaster()?.socketDir as string,
    port: 5432,
    user: 'portico',
    database: 'portico',
  };
  const database = openDatabase(settings, SILENT_LOG, 2);
  const storage = openStorage({ dataDir: installation.settledDir(), s3: null });
  const listNamedFiles = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of storage.list()) names.push(name);
    return names;
  };
  try {
    const before = (await listNamedFiles()).length;
    const sweep = sweepMedia({ storage });
    await sweep(database.db, new Date(Date.now() + 25 * 3_600_000));
    const left = await listNamedFiles();
    const rows = await queryColumn<string>(
      `select site_id || '/' || id as value from portico.files where status = 'CLAIMED'`,
    );
    expect(left.toSorted()).toEqual(rows.toSorted());
    return { swept: before - left.length, retained: left.length };
  } finally {
    await database.close();
  }
}

const queryColumn = async <Value>(query: string): Promise<Value[]> =>
  withDatabase(installation, async (client) => (await client.query(query)).rows.map(({ value }) => value));
