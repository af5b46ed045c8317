/**
 * Tests that a webhook created by one process receives events of every process, and that two workers send each event
 * under one id.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';

let t: TestServer;
let other: SecondProcess;
let receiver: Receiver;
let owner: string;
beforeAll(async () => {
  t = await testServer();
  other = await startSecondProcess(t);
  receiver = await startReceiver();
  owner = await t.userToken('owner');
});
afterAll(async () => {
  await other.stop();
  await t.stop();
  await receiver.stop();
});

const createWebhook = async (path: string) => {
  const webhook = { url: receiver.url(path), eventTypes: ['wix.forms.v4.form_created'], format: 'STANDARD' };
  await t.call({ method: 'POST', path: '/portico/v1/webhooks', body: { webhook }, as: owner });
};
const makeForm = async (name: string) => {
  const form = { name, namespace: 'wix.form_app.form', formFields: [] };
  const { status, body } = await other.call('POST', '/v4/forms', { as: t.key, body: { form } });
  expect([status, body]).toEqual([200, expect.anything()]);
};

it('sends events of a process that had cached that the site has no webhooks', async () => {
  await makeForm('without subscribers');
  await createWebhook('/one');
  // The notice takes a moment to arrive. Until then, the other process does not send its events to the webhook.
  for (let attempt = 0; receiver.requestsTo('/one').length === 0 && attempt < 20; attempt += 1) {
    await makeForm(`attempt ${attempt}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect((await receiver.waitFor('/one', 1)).length).toBeGreaterThan(0);
  expect(receiver.requestsTo('/one').map((one) => JSON.parse(one.body).data.createdEvent.entity.name)).not.toContain(
    'without subscribers',
  );
});

it('sends each event once if no delivery fails', async () => {
  await createWebhook('/two');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (let count = 0; count < 30; count += 1) await makeForm(`form ${count}`);
  await receiver.waitFor('/two', 30);
  const listPending = () =>
    t.db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'PENDING').execute();
  while ((await listPending()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const ids = receiver.requestsTo('/two').map((one) => one.id);
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
});
