import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import type { Db } from './index.ts';
import { type ConnectionSettings, clientConfig } from './pool.ts';

/** What can change under a cache: a site's record or settings, its apps and keys, a member or session, a collection. */
export type Topic = 'site' | 'app' | 'key' | 'signing-key' | 'session' | 'collection' | 'listeners' | 'outbox';

/** `key` is null after a broken connection: anything may have changed, forget everything. */
type Handler = (key: string | null) => void;

const CHANNEL = 'portico_changes';
const RECONNECT_MS = 500;
const handlers = new Map<Topic, Set<Handler>>();

/** Calls `handler` whenever any server process announces a change of the topic. Returns how to stop. */
export function onChange(topic: Topic, handler: Handler): () => void {
  const set = handlers.get(topic) ?? new Set();
  handlers.set(topic, set.add(handler));
  return () => set.delete(handler);
}

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

  const connect = async (): Promise<void> => {
    client = new pg.Client(clientConfig(settings));
    client.on('notification', ({ payload }) => deliver(payload ?? ''));
    client.on('error', (error) => {
      log.warn({ err: error }, 'lost the connection that listens for changes');
      again();
    });
    client.on('end', again);
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    for (const topic of handlers.keys()) announce(topic, null);
  };
  const again = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(again);
    }, RECONNECT_MS);
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
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
