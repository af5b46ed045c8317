import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { DatabaseClient } from './client.ts';
import type { Db } from './handle.ts';
import { type ConnectionSettings, clientConfig } from './pool.ts';

/** What can change under a cache: a site's record or settings, its apps and keys, a member or session, a collection, a form, webhooks. */
export type Topic = 'site' | 'app' | 'key' | 'signing-key' | 'session' | 'collection' | 'form' | 'webhooks' | 'outbox';

/** `key` is null after a broken connection: anything may have changed, forget everything. */
type Handler = (key: string | null) => void;

const CHANNEL = 'portico_changes';
const RECONNECT_MS = 500;
/** a connection can die without a word (a pulled cable, a firewall that forgets): asked so often, given up after so long */
const HEARTBEAT_MS = 500;
const SILENCE_MS = 1_000;
const CONNECT_MS = 2_000;
const handlers = new Map<Topic, Set<Handler>>();
/** of each connection that listens: when it was asked what it then answered, 0 while there is none */
const heard = new Set<{ at: number }>();

/** Calls `handler` whenever any server process announces a change of the topic. Returns how to stop. */
export function onChange(topic: Topic, handler: Handler): () => void {
  const set = handlers.get(topic) ?? new Set();
  handlers.set(topic, set.add(handler));
  return () => set.delete(handler);
}

/**
 * True when all that was announced until `withinMs` ago has been heard here. Who must not miss a change goes by what is
 * remembered only then, and asks the database otherwise.
 */
export const hearsChanges = (withinMs: number): boolean =>
  heard.size > 0 && [...heard].every(({ at }) => Date.now() - at < withinMs);

/** Announces a change to every server process, this one too; in a transaction, when it commits. */
export async function notifyChange(db: Db, topic: Topic, key: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify([topic, key])})`.execute(db);
}

/**
 * Listens on a connection of its own and comes back after a break. A message sent meanwhile is lost, so every
 * reconnection counts as a change of everything.
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
      // The late end of a former connection says nothing about the present one.
      if (!client) again();
    };
    made.on('error', (error) => {
      log.warn({ err: error }, 'lost the connection that listens for changes');
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
    // Ending a client that waits for an answer cuts its connection; its end makes a new one.
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
