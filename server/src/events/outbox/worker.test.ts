import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { transaction } from '../../db/index.ts';
import { newId } from '../../kernel/ids.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { emit } from './emit.ts';
import { listen, type SiteEvent } from './listeners.ts';
import { startOutboxWorker } from './worker.ts';

declare module './payloads.ts' {
  interface InternalPayloads {
    'test.happened': object;
    'test.unheard': object;
    'test.rolled-back': object;
    'test.fails-once': object;
    'test.other': object;
  }
}

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const countOutbox = async (): Promise<number> =>
  Number(
    (
      await t.db
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

describe('the outbox worker', () => {
  it('passes each event to its listeners once, in order, even with two workers', async () => {
    const seen: string[] = [];
    stops.push(
      listen(['test.happened'], async (_db, event) => {
        seen.push(event.entityId);
      }),
    );
    const second = startOutboxWorker(t.db, t.ctx.log);
    const names = Array.from({ length: 250 }, (_, index) => String(index));
    for (const name of names) await emit(t.ctx, { type: 'test.happened', entityId: name, payload: {} });
    await vi.waitFor(async () => expect(await countOutbox()).toBe(0), { timeout: 10_000 });
    await second.stop();
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(names);
  });

  it('finds nothing for events without subscribers or of a rolled-back change', async () => {
    await emit(t.ctx, { type: 'test.unheard', entityId: 'x', payload: {} });
    expect(await countOutbox()).toBe(0);
    const listener = vi.fn(async () => undefined);
    stops.push(listen(['test.rolled-back'], listener));
    const failing = transaction(t.ctx, async (ctx) => {
      await emit(ctx, { type: 'test.rolled-back', entityId: 'x', payload: {} });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(listener).not.toHaveBeenCalled();
  });

  it('rolls back the writes of a failing listener, retries, and does not delay other events', async () => {
    const entityId = newId();
    let failures = 0;
    const others: string[] = [];
    stops.push(
      listen(['test.fails-once'], async (db, event) => {
        await note(db, event);
        if (failures++ < 2) throw new Error('not yet');
      }),
      listen(['test.other'], async (_db, event) => {
        others.push(event.entityId);
      }),
    );
    await emit(t.ctx, { type: 'test.fails-once', entityId, payload: {} });
    await emit(t.ctx, { type: 'test.other', entityId: 'fine', payload: {} });
    await vi.waitFor(async () => expect(await countOutbox()).toBe(0), { timeout: 20_000 });
    expect(others).toEqual(['fine']);
    const notes = await t.db.selectFrom('activity').select('id').where('entity_id', '=', entityId).execute();
    expect(notes).toHaveLength(1);
  });
});

async function note(db: TestServer['db'], event: SiteEvent): Promise<void> {
  const row = { site_id: event.siteId, id: newId(), type: event.type, entity_id: event.entityId, summary: '{}' };
  await db
    .insertInto('activity')
    .values({ ...row, occurred_at: event.occurredAt })
    .execute();
}

it('counts activity per day, including days without events', async () => {
  await emit(t.ctx, {
    type: 'wix.forms.v4.submission_created',
    entityId: newId(),
    payload: { entity: { formId: 'f', submissions: { email: 'secret@example.org' } } as never },
  });
  const owner = await t.userToken('viewer');
  await vi.waitFor(async () => {
    const { body } = await t.call({ method: 'GET', path: '/portico/v1/activity?days=7', as: owner });
    expect(body.days).toHaveLength(7);
    expect(body.days.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), submissions: 1, members: 2 });
    expect(body.recent.map((event: { type: string }) => event.type)).toContain('wix.forms.v4.submission_created');
  }, 10_000);
  const { text } = await t.call({ method: 'GET', path: '/portico/v1/activity', as: owner });
  expect(text).not.toContain('secret@example.org');
  expect((await t.call({ method: 'GET', path: '/portico/v1/activity', as: t.visitor })).status).toBe(403);
});
