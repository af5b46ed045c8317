/**
 * Runs the code blocks of the documentation for the vendor's packages and for Standard Webhooks, in Node: those that
 * redirect the vendor's hosts make a call to one of them, and those that receive webhooks get a delivery.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSnippets, type Snippet } from '../docs/src/snippets.ts';
import { rowsOf } from '../e2e/snippets/executors.ts';
import { text } from '../e2e/support/form-fields.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../server/src/events/testing/receiver.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';

const run = promisify(execFile);
/** The scripts are written below the installed packages, so that Node finds those. */
const FOLDER = fileURLToPath(new URL(`./node_modules/.cache/docs-snippets-${process.pid}/`, import.meta.url));
const NAMESPACE = 'wix.form_app.form';

const rows = rowsOf(readSnippets(), 'vendor');
const receivesWebhooks = ({ code }: Snippet): boolean => code.includes('export async function POST');
const receivers = rows.filter(([, snippet]) => receivesWebhooks(snippet));

let t: TestServer;
let receiver: Receiver;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  receiver = await startReceiver();
  owner = await t.userToken('owner');
});
afterAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await receiver.stop();
  await t.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
async function post(path: string, body: object, as = t.key): Promise<any> {
  const response = await t.call({ method: 'POST', path, body, as });
  if (response.status !== 200) throw new Error(`POST ${path}: ${response.text}`);
  return response.body;
}

/** Runs a program that imports the code block as `./code.mjs`. */
async function runWith(code: string, program: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
    writeFileSync(join(FOLDER, file), text);
  };
  const preload = await fetch(`${await t.listen()}/wix-register.mjs`);
  write('wix-register.mjs', await preload.text());
  write('code.mjs', code);
  write('program.mjs', program);
  const { stdout } = await run(process.execPath, [join(FOLDER, 'program.mjs')], { env: { ...process.env, ...env } });
  return stdout;
}

it.each(rows.filter((row) => !receivers.includes(row)))('redirects the vendor’s hosts: %s', async (_, { code }) => {
  const body = JSON.stringify({ clientId: t.app.clientId, grantType: 'anonymous' });
  const program = `import './code.mjs';
const headers = { 'content-type': 'application/json' };
const response = await fetch('https://www.wixapis.com/oauth2/token', { method: 'POST', headers, body: '${body}' });
console.log(response.status, await response.text());
`;
  const output = await runWith(code, program);
  expect(output).toMatch(/^200 /);
  expect(output).toContain('access_token');
});

describe('receives a delivery, and rejects a changed one', () => {
  it.each(receivers)('%s', async (path, { code }) => {
    const { delivery, env, entityId } = await deliver(
      `/${path}`,
      code.includes('standardwebhooks') ? 'STANDARD' : 'JWT',
    );
    const program = (body: string): string => `import { POST } from './code.mjs';
const { headers } = ${JSON.stringify(delivery)};
const response = await POST(new Request('https://app.example/', { method: 'POST', headers, body: ${JSON.stringify(body)} }));
console.log('status', response.status);
`;
    const output = await runWith(code, program(delivery.body), env);
    expect(output).toContain('status 200');
    expect(output).toContain(entityId);
    await expect(runWith(code, program(`${delivery.body.slice(0, -9)}${'x'.repeat(9)}`), env)).rejects.toThrow();
  });

  it('finds both kinds of signatures', () => expect(receivers).toHaveLength(2));
});

/** Creates a webhook and a submission. Returns the delivery, and the settings with which a receiver verifies it. */
async function deliver(path: string, format: 'JWT' | 'STANDARD') {
  const eventTypes = ['wix.forms.v4.submission_created'];
  const { webhook, secret } = await post(
    '/portico/v1/webhooks',
    { webhook: { url: receiver.url(path), eventTypes, format } },
    owner,
  );
  const { form } = await post('/v4/forms', {
    form: { name: 'Notes', namespace: NAMESPACE, formFields: [text('TEXT_INPUT', 'note', 'Note')] },
  });
  const { submission } = await post('/v4/submissions', {
    submission: { formId: form.id, submissions: { note: 'Hello' } },
  });
  const [delivery] = await receiver.waitFor(path, 1);
  const env = { PORTICO_WEBHOOK_PUBLIC_KEY: webhook.publicKey ?? '', PORTICO_WEBHOOK_SECRET: secret ?? '' };
  return { delivery: delivery as ReceivedRequest, env, entityId: submission.id as string };
}
