import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { transaction } from '../../db/index.ts';
import { RECOVERY_REQUESTED } from '../../identity/index.ts';
import { newId } from '../../kernel/ids.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { eraseActivity } from '../index.ts';
import { emit } from '../outbox/emit.ts';
import { type Receiver, startReceiver, status } from '../testing/receiver.ts';
import { nudge, sweepDeliveries } from './worker.ts';

let t: TestServer;
let owner: string;
let receiver: Receiver;
beforeAll(async () => {
  t = await testServer();
  owner = await t.userToken('owner');
  receiver = await startReceiver();
});
afterAll(async () => {
  await t.stop();
  await receiver.stop();
});

const MAPPING_SKIPPED = 'wix.forms.v4.submission_submission_contact_mapping_skipped';
const MEMBER = 'wix.members.v1.member_updated';
const payload = { formId: newId(), namespace: 'wix.form_app.form' };
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  t.call({ method, path, body, as: owner });

let pathCount = 0;
/** Creates a webhook with its own path at the receiver, for an event type that no parallel test emits. */
async function createWebhook(eventTypes: string[] = [MAPPING_SKIPPED], more: object = {}) {
  const path = `/${++pathCount}`;
  const settings = { url: receiver.url(path), eventTypes, format: 'STANDARD', ...more };
  const { body } = await call('POST', '/portico/v1/webhooks', { webhook: settings });
  const id: string = body.webhook.webhookId;
  const change = (change: object) => call('PATCH', `/portico/v1/webhooks/${id}`, { webhook: change });
  return {
    path,
    id,
    secret: body.secret as string,
    change,
    remove: () => call('DELETE', `/portico/v1/webhooks/${id}`),
  };
}

const emitEvent = (
  entityId = newId(),
  type: typeof MAPPING_SKIPPED | typeof MEMBER | typeof RECOVERY_REQUESTED = MAPPING_SKIPPED,
) => transaction(t.ctx, (ctx) => emit(ctx, { type, entityId, payload: payload as never }));
const deliveriesOf = async (id: string) =>
  (await call('GET', `/portico/v1/webhook-deliveries?webhookId=${id}`)).body.deliveries;
const getDetails = async (deliveryId: string) =>
  (await call('GET', `/portico/v1/webhook-deliveries/${deliveryId}`)).body.delivery;
const pollUntil = async <V>(read: () => Promise<V>, isDone: (value: V) => boolean): Promise<V> => {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const value = await read();
    if (isDone(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`still ${JSON.stringify(await read())}`);
};
const waitForDelivery = (id: string, fits: (delivery: { status: string; attempts: number }) => boolean) =>
  pollUntil(
    () => deliveriesOf(id),
    (found) => found.length === 1 && fits(found[0]),
  ).then(([one]) => one);
/** Makes a deferred delivery due. */
async function makeDue(id: string): Promise<void> {
  const next_attempt_at = new Date();
  await t.db.updateTable('webhook_deliveries').set({ next_attempt_at }).where('webhook_id', '=', id).execute();
  nudge();
}

describe('an event', () => {
  it('is delivered, signed, to each webhook that subscribes to it or to all, and to no other', async () => {
    const named = await createWebhook();
    const all = await createWebhook(['*']);
    const other = await createWebhook([MEMBER]);
    const disabledWebhook = await createWebhook([MAPPING_SKIPPED], { enabled: false });
    const entityId = newId();
    await emitEvent(entityId);
    const [one] = await receiver.waitFor(named.path, 1);
    await receiver.waitFor(all.path, 1);
    const event = new StandardWebhook(named.secret).verify(one?.body ?? '', one?.headers ?? {});
    expect(event).toEqual({
      type: MAPPING_SKIPPED,
      timestamp: expect.any(String),
      data: {
        id: one?.id,
        siteId: t.site.id,
        identity: { identityType: 'WIX_USER', wixUserId: expect.any(String) },
        entityFqdn: 'wix.forms.v4.submission',
        slug: 'submission_contact_mapping_skipped',
        entityId,
        eventTime: expect.any(String),
        triggeredByAnonymizeRequest: false,
        originatedFrom: '',
        entityEventSequence: expect.stringMatching(/^\d+$/),
        actionEvent: { body: payload },
      },
    });
    expect(() => new StandardWebhook(all.secret).verify(one?.body ?? '', one?.headers ?? {})).toThrow();
    await waitForDelivery(named.id, ({ status }) => status === 'DELIVERED');
    expect([...receiver.requestsTo(other.path), ...receiver.requestsTo(disabledWebhook.path)]).toEqual([]);
    for (const item of [named, all, other, disabledWebhook]) await item.remove();
  });

  it('is not written, without any statement, if no webhook subscribes to it', async () => {
    const { remove } = await createWebhook([MEMBER]);
    // Without a database, any statement throws, so `emit` must decide from the cache. The test retries, because
    // a late notice may invalidate the cache, and a busy process may not trust it.
    const ctx = { ...t.ctx, db: {} as never };
    await vi.waitFor(async () => {
      await emitEvent();
      await emit(ctx, { type: MAPPING_SKIPPED, entityId: newId(), payload });
    }, 10_000);
    const waiting = await t.db.selectFrom('outbox').select('id').where('type', '=', MAPPING_SKIPPED).execute();
    expect(waiting).toEqual([]);
    await remove();
  });

  it('of a change that is rolled back is not delivered', async () => {
    const { id, remove } = await createWebhook();
    const failing = transaction(t.ctx, async (ctx) => {
      await emit(ctx, { type: MAPPING_SKIPPED, entityId: newId(), payload });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await emitEvent();
    expect(await waitForDelivery(id, ({ status }) => status === 'DELIVERED')).toBeDefined();
    await remove();
  });

  it('internal to the server is never delivered, not even to subscribers of all events', async () => {
    const { path, id, remove } = await createWebhook(['*']);
    await emitEvent(newId(), RECOVERY_REQUESTED);
    await emitEvent();
    await receiver.waitFor(path, 1);
    const types = (await deliveriesOf(id)).map((one: { eventType: string }) => one.eventType);
    expect(types).toEqual([MAPPING_SKIPPED]);
    await remove();
  });
});

describe('a receiver that rejects a delivery', () => {
  it('gets it again under the same id, with growing delays, and the log shows each try', async () => {
    const { path, id, secret, remove } = await createWebhook();
    receiver.respondWith(path, status(500, 'not today'));
    await emitEvent();
    let one = await waitForDelivery(id, ({ attempts, status }) => attempts === 1 && status === 'PENDING');
    await pollUntil(
      () => getDetails(one.deliveryId),
      ({ attemptLog }) => attemptLog.length === 1,
    );
    const waits: number[] = [];
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      const { nextAttemptDate, attemptLog } = await getDetails(one.deliveryId);
      waits.push(Date.parse(nextAttemptDate) - Date.parse(attemptLog.at(-1).date));
      await makeDue(id);
      const shown = await pollUntil(
        () => getDetails(one.deliveryId),
        (shown) => shown.attemptLog.length === attempt,
      );
      expect(shown.attempts).toBe(attempt);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(21);
    expect(hours).toBeLessThan(27);
    one = await getDetails(one.deliveryId);
    expect(one).toMatchObject({
      status: 'FAILED',
      attempts: 8,
      nextAttemptDate: null,
      finishedDate: expect.any(String),
    });
    expect(one.attemptLog[7]).toEqual({
      date: expect.any(String),
      durationMs: expect.any(Number),
      httpStatus: 500,
      answer: 'not today',
      error: 'The receiver responded with status 500.',
    });
    const receivedRequests = receiver.requestsTo(path);
    expect(receivedRequests).toHaveLength(8);
    expect(new Set(receivedRequests.map((each) => each.id))).toEqual(new Set([one.deliveryId]));
    for (const each of receivedRequests) new StandardWebhook(secret).verify(each.body, each.headers);
    expect((await call('GET', `/portico/v1/webhooks/${id}`)).body.webhook).toMatchObject({
      enabled: true,
      failingSince: expect.any(String),
    });

    receiver.respondWith(path, status(200));
    const again = await call('POST', `/portico/v1/webhook-deliveries/${one.deliveryId}/redeliver`, {});
    expect(again.body.delivery).toMatchObject({ deliveryId: one.deliveryId, status: 'PENDING', attempts: 0 });
    await waitForDelivery(id, ({ status }) => status === 'DELIVERED');
    expect(receiver.requestsTo(path).at(-1)?.id).toBe(one.deliveryId);
    const readFailingSince = () =>
      call('GET', `/portico/v1/webhooks/${id}`).then(({ body }) => body.webhook.failingSince);
    expect(await pollUntil(readFailingSince, (since) => since === null)).toBeNull();
    await remove();
  });

  it.each([
    ['cuts the connection', (response: { destroy(): void }) => response.destroy(), /closed the connection/],
    ['redirects', status(302, '', { location: 'https://example.org' }), /302: redirects/],
    ['rejects it', status(403, 'who are you'), /403/],
  ])('because it %s', async (_name, behaviour, error) => {
    const { path, id, remove } = await createWebhook();
    receiver.respondWith(path, behaviour as never);
    await emitEvent();
    const one = await waitForDelivery(id, ({ attempts }) => attempts === 1);
    const { attemptLog } = await pollUntil(
      () => getDetails(one.deliveryId),
      (shown) => shown.attemptLog.length === 1,
    );
    expect(attemptLog[0].error).toMatch(error);
    receiver.respondWith(path, status(204));
    await makeDue(id);
    await waitForDelivery(id, ({ status }) => status === 'DELIVERED');
    await remove();
  });

  it('is disabled if it is gone (410), and the owners get one mail', async () => {
    const { path, id, remove } = await createWebhook();
    receiver.respondWith(path, status(410));
    await Promise.all([emitEvent(), emitEvent(), emitEvent()]);
    const read = () => call('GET', `/portico/v1/webhooks/${id}`).then(({ body }) => body.webhook);
    expect(await pollUntil(read, ({ enabled }) => !enabled)).toMatchObject({ disabledReason: 'GONE' });
    await pollUntil(
      () => deliveriesOf(id),
      (all) => all.every((one: { status: string }) => one.status === 'FAILED'),
    );
    const { mails } = (await call('GET', '/portico/v1/mail/outbox')).body;
    const notices = mails.filter((mail: { kind: string }) => mail.kind === 'WEBHOOK_DISABLED');
    expect(notices).toHaveLength(1);
    await emitEvent();
    expect(await deliveriesOf(id)).toHaveLength(3);
    await remove();
  });

  it('is disabled after days, once a delivery has used up its attempts', async () => {
    const { path, id, remove } = await createWebhook();
    receiver.respondWith(path, status(500));
    await emitEvent();
    const one = await waitForDelivery(id, ({ attempts }) => attempts === 1);
    await pollUntil(
      () => getDetails(one.deliveryId),
      (shown) => shown.attemptLog.length === 1,
    );
    const failing_since = new Date(Date.now() - 4 * 86_400_000);
    await t.db.updateTable('webhooks').set({ failing_since }).where('id', '=', id).execute();
    await t.db.updateTable('webhook_deliveries').set({ attempts: 7 }).where('webhook_id', '=', id).execute();
    await makeDue(id);
    const read = () => call('GET', `/portico/v1/webhooks/${id}`).then(({ body }) => body.webhook);
    expect(await pollUntil(read, ({ enabled }) => !enabled)).toMatchObject({ disabledReason: 'FAILING' });
    await remove();
  });

  it('that responds slowly does not delay others', async () => {
    const slowWebhook = await createWebhook([MAPPING_SKIPPED]);
    const quickWebhook = await createWebhook([MEMBER]);
    const held: (() => void)[] = [];
    receiver.respondWith(slowWebhook.path, (response) => held.push(() => response.writeHead(200).end()));
    for (let count = 0; count < 20; count += 1) await emitEvent();
    await receiver.waitFor(slowWebhook.path, 4);
    await emitEvent(newId(), MEMBER);
    await receiver.waitFor(quickWebhook.path, 1);
    expect(receiver.requestsTo(slowWebhook.path)).toHaveLength(4);
    receiver.respondWith(slowWebhook.path, status(200));
    for (const release of held) release();
    await receiver.waitFor(slowWebhook.path, 20);
    expect(new Set(receiver.requestsTo(slowWebhook.path).map((one) => one.id)).size).toBe(20);
    await Promise.all([slowWebhook.remove(), quickWebhook.remove()]);
  });
});

describe('a rotation', () => {
  it('of a shared secret signs with the old one beside the new one', async () => {
    const { path, id, secret, remove } = await createWebhook();
    const fresh = (await call('POST', `/portico/v1/webhooks/${id}/rotate-secret`, {})).body.secret;
    await emitEvent();
    const [one] = await receiver.waitFor(path, 1);
    for (const each of [secret, fresh]) new StandardWebhook(each).verify(one?.body ?? '', one?.headers ?? {});
    const former_secret_until = new Date(Date.now() - 1);
    await t.db.updateTable('webhooks').set({ former_secret_until }).where('id', '=', id).execute();
    await emitEvent();
    const [, secondRequest] = await receiver.waitFor(path, 2);
    expect(() => new StandardWebhook(secret).verify(secondRequest?.body ?? '', secondRequest?.headers ?? {})).toThrow();
    new StandardWebhook(fresh).verify(secondRequest?.body ?? '', secondRequest?.headers ?? {});
    await remove();
  });
});

describe('the delivery log', () => {
  it('pages from the newest to the oldest, by webhook and by state', async () => {
    const { path, id, remove } = await createWebhook();
    for (let count = 0; count < 5; count += 1) await emitEvent();
    await receiver.waitFor(path, 5);
    await pollUntil(
      () => deliveriesOf(id),
      (all) => all.every((one: { status: string }) => one.status === 'DELIVERED'),
    );
    const all = (await deliveriesOf(id)).map((one: { deliveryId: string }) => one.deliveryId);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const query = `webhookId=${id}&status=DELIVERED&limit=2${cursor ? `&cursor=${cursor}` : ''}`;
      const { body } = await call('GET', `/portico/v1/webhook-deliveries?${query}`);
      expect(body.deliveries.length).toBeLessThanOrEqual(2);
      paged.push(...body.deliveries.map((one: { deliveryId: string }) => one.deliveryId));
      cursor = body.nextCursor;
    } while (cursor);
    expect(paged).toEqual(all);
    expect((await call('GET', `/portico/v1/webhook-deliveries?webhookId=${id}&status=FAILED`)).body).toEqual({
      deliveries: [],
      nextCursor: null,
    });
    await remove();
  });

  it('shows what was sent, without the signature', async () => {
    const { path, id, remove } = await createWebhook();
    await call('POST', `/portico/v1/webhooks/${id}/test`, {});
    const [one] = await receiver.waitFor(path, 1);
    const { request } = await getDetails(one?.id ?? '');
    expect(request).toMatchObject({ url: receiver.url(path), body: one?.body });
    expect(JSON.parse(request.body)).toMatchObject({ type: 'portico.v1.webhook_tested', data: { slug: 'tested' } });
    expect(request.headers).toMatchObject({ 'webhook-id': one?.id, 'content-type': 'application/json' });
    expect(Object.keys(request.headers)).not.toContain('webhook-signature');
    await remove();
  });

  it('erases the person whom a delivery was about, and then does not send it again', async () => {
    const { path, id, remove } = await createWebhook();
    const entityId = newId();
    await emitEvent(entityId);
    await receiver.waitFor(path, 1);
    const one = await waitForDelivery(id, ({ status }) => status === 'DELIVERED');
    await eraseActivity(t.ctx, entityId);
    expect(await getDetails(one.deliveryId)).toMatchObject({ request: null, attemptLog: [] });
    const { status: code } = await call('POST', `/portico/v1/webhook-deliveries/${one.deliveryId}/redeliver`, {});
    expect(code).toBe(409);
    await remove();
  });

  it('is deleted after 30 days', async () => {
    const { path, id, remove } = await createWebhook();
    await emitEvent();
    await emitEvent();
    await receiver.waitFor(path, 2);
    const [first] = await deliveriesOf(id);
    const created_at = new Date(Date.now() - 31 * 86_400_000);
    await t.db.updateTable('webhook_deliveries').set({ created_at }).where('id', '=', first.deliveryId).execute();
    await sweepDeliveries(t.db, new Date());
    expect(await deliveriesOf(id)).toHaveLength(1);
    await remove();
  });
});

it('another process sends the delivery of a dead process under the same id', async () => {
  const { path, id, remove } = await createWebhook();
  await emitEvent();
  const [one] = await receiver.waitFor(path, 1);
  await waitForDelivery(id, ({ status }) => status === 'DELIVERED');
  // This is the state that a dead process leaves: the delivery is leased, and its acceptance was not recorded.
  await t.db
    .updateTable('webhook_deliveries')
    .set({ status: 'PENDING', lease_id: newId(), finished_at: null, next_attempt_at: new Date(), attempts: 9 })
    .where('webhook_id', '=', id)
    .execute();
  const [, again] = await receiver.waitFor(path, 2);
  expect(again?.id).toBe(one?.id);
  await waitForDelivery(id, ({ status }) => status === 'DELIVERED');
  await remove();
});

it('rejects a private address at the time of sending', async () => {
  const { id, remove } = await createWebhook();
  const url = receiver.url('/').replace('127.0.0.1', '127.0.0.2');
  await t.db.updateTable('webhooks').set({ url }).where('id', '=', id).execute();
  await emitEvent();
  const one = await waitForDelivery(id, ({ attempts }) => attempts === 1);
  const { attemptLog } = await pollUntil(
    () => getDetails(one.deliveryId),
    (shown) => shown.attemptLog.length === 1,
  );
  expect(attemptLog[0]).toMatchObject({ httpStatus: null, error: expect.stringContaining('https only') });
  await remove();
});
