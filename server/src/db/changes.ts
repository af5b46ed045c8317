import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { DatabaseClient } from './client.ts';
import type { Db } from './handle.ts';
import { type ConnectionSettings, clientConfig } from './pool.ts';

/** What caches can depend on: a site's record or settings, its apps and keys, a member or session, a collection, a form, webhooks. */
export type Topic = 'site' | 'app' | 'key' | 'signing-key' | 'session' | 'collection' | 'form' | 'webhooks' | 'outbox';

/** `key` is null after a broken connection: anything may have changed, so invalidate everything. */
type Handler = (key: string | null) => void;

const CHANNEL = 'portico_changes';
const RECONNECT_MS = 500;
/** Milliseconds between liveness checks, and their timeout. A connection can die silently (a pulled cable, a firewall). */
const HEARTBEAT_MS = 500;
const SILENCE_MS = 1_000;
const CONNECT_MS = 2_000;
const handlers = new Map<Topic, Set<Handler>>();
/** per listening connection: when the last answered check was sent; 0 while it is disconnected */
const heard = new Set<{ at: number }>();

/** Calls `handler` whenever any server process announces a change of the topic. Returns the unsubscribe function. */
export function onChange(topic: Topic, handler: Handler): () => void {
  const set = handlers.get(topic) ?? new Set();
  handlers.set(topic, set.add(handler));
  return () => set.delete(handler);
}

/**
 * True if this process has received all changes announced until `withinMs` ago. Code that must not miss a change uses a
 * cache only then, and reads the database otherwise.
 */
export const hearsChanges = (withinMs: number): boolean =>
  heard.size > 0 && [...heard].every(({ at }) => Date.now() - at < withinMs);

/** Announces a change to every server process, including this one; within a transaction, at its commit. */
export async function notifyChange(db: Db, topic: Topic, key: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify([topic, key])})`.execute(db);
}

/**
 * Listens on a dedicated connection and reconnects after a failure. Messages sent meanwhile are lost, so every
 * reconnection is published as a change of everything.
 */
export async function listenForChanges(settings: ConnectionSettings, log: Log): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const last = { at: 0 };

  const connect = async (): Promise<void> => {
    const made = new DatabaseClient({ ...clientConfig(settings), connectionTimeoutMillis: CONNECT_MS });
    made.on('notification', ({ payload }) => deliver(payload ?? ''));
    const lost = (): void => {
      if (client === made) {
        client = undefined;
        last.at = 0;
      }
      // A late end event of a former connection says nothing about the current one.
      if (!client) again();
    };
    made.on('error', (error) => {
      log.warn({ err: error }, 'lost the connection that listens for changes; reconnecting');
      lost();
    });
    made.on('end', lost);
    await made.connect();
    await made.query(`listen ${CHANNEL}`);
    if (stopped) return void made.end().catch(() => undefined);
    client = made;
    for (const topic of handlers.keys()) announce(topic, null);
    last.at = Date.now();
  };
  const again = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(again);
    }, RECONNECT_MS);
  };

  let asking: pg.Client | undefined;
  const beat = async (): Promise<void> => {
    const asked = client;
    if (!asked || asking === asked) return;
    asking = asked;
    // Ending a client that waits for a reply destroys its socket; the end event then reconnects.
    const silence = setTimeout(() => asked.end().catch(() => undefined), SILENCE_MS);
    const at = Date.now();
    const answered = await asked.query('select 1').catch(() => undefined);
    if (answered && client === asked) last.at = at;
    clearTimeout(silence);
    if (asking === asked) asking = undefined;
  };

  await connect();
  heard.add(last);
  const beating = setInterval(beat, HEARTBEAT_MS);
  return {
    async stop() {
      stopped = true;
      heard.delete(last);
      clearTimeout(timer);
      clearInterval(beating);
      await client?.end().catch(() => undefined);
    },
  };
}

function deliver(payload: string): void {
  const [topic, key] = JSON.parse(payload) as [Topic, string];
  announce(topic, key);
}

function announce(topic: Topic, key: string | null): void {
  for (const handler of handlers.get(topic) ?? []) handler(key);
}
