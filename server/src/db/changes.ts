import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../kernel/log.ts';
import { DatabaseClient } from './client.ts';
import type { Db } from './handle.ts';
import { type ConnectionSettings, clientConfigOf } from './pool.ts';

/**
 * Kinds of data that caches depend on. `site` stands for a site's record or settings, `key` for its API keys, `session`
 * for a member or session.
 */
export type Topic = 'site' | 'app' | 'key' | 'signing-key' | 'session' | 'collection' | 'form' | 'webhooks' | 'outbox';

/**
 * Handles one change. `key` names what has changed, such as one collection of a site. It is null after a broken
 * connection, when anything may have changed and everything must be invalidated.
 */
type Handler = (key: string | null) => void;

const CHANNEL = 'portico_changes';
const RECONNECT_MS = 500;
/**
 * Interval and timeout of liveness checks, in milliseconds. The checks are necessary because a connection can die
 * silently (a pulled cable, a firewall).
 */
const HEARTBEAT_MS = 500;
const SILENCE_MS = 1_000;
const CONNECT_MS = 2_000;
const handlers = new Map<Topic, Set<Handler>>();
/** One entry per listening connection, with the time of its last successful check; 0 while it is disconnected. */
const heartbeats = new Set<{ at: number }>();

/** Calls `handler` for every change of the topic in any server process. Returns the unsubscribe function. */
export function onChange(topic: Topic, handler: Handler): () => void {
  const handlersOfTopic = handlers.get(topic) ?? new Set();
  handlers.set(topic, handlersOfTopic.add(handler));
  return () => handlersOfTopic.delete(handler);
}

/**
 * Returns true if this process has received all changes that were published until `withinMs` milliseconds ago. Code
 * that must not miss a change uses a cache only in this case, and otherwise reads the database.
 */
export const isReceivingChanges = (withinMs: number): boolean =>
  heartbeats.size > 0 && [...heartbeats].every(({ at }) => Date.now() - at < withinMs);

/** Publishes a change to every server process, including this one. In a transaction, it is published at the commit. */
export async function notifyChange(db: Db, topic: Topic, key: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify([topic, key])})`.execute(db);
}

/**
 * Listens for changes on a dedicated connection, which reconnects after a failure. Notices that were sent meanwhile are
 * lost, so the handlers of all topics are called with null after a reconnection.
 * @param name the connection's name in pg_stat_activity, at most 63 bytes
 */
export async function listenForChanges(
  settings: ConnectionSettings,
  log: Log,
  name = 'portico',
): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const heartbeat = { at: 0 };

  const connect = async (): Promise<void> => {
    const createdClient = new DatabaseClient({
      ...clientConfigOf(settings),
      application_name: name,
      connectionTimeoutMillis: CONNECT_MS,
    });
    createdClient.on('notification', ({ payload }) => deliver(payload ?? ''));
    const handleLoss = (): void => {
      if (client === createdClient) {
        client = undefined;
        heartbeat.at = 0;
      }
      // The end event of a former connection may arrive late, when the current connection works.
      if (!client) scheduleReconnect();
    };
    createdClient.on('error', (error) => {
      log.warn({ err: error }, 'lost the connection that listens for changes; reconnecting');
      handleLoss();
    });
    createdClient.on('end', handleLoss);
    try {
      await createdClient.connect();
      await createdClient.query(`listen ${CHANNEL}`);
    } catch (error) {
      void createdClient.end().catch(() => undefined);
      throw error;
    }
    if (stopped) return void createdClient.end().catch(() => undefined);
    client = createdClient;
    for (const topic of handlers.keys()) callHandlers(topic, null);
    heartbeat.at = Date.now();
  };
  const scheduleReconnect = (): void => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(scheduleReconnect);
    }, RECONNECT_MS);
  };

  let pendingCheck: pg.Client | undefined;
  const checkConnection = async (): Promise<void> => {
    const checkedClient = client;
    if (!checkedClient || pendingCheck === checkedClient) return;
    pendingCheck = checkedClient;
    // Ending a client that waits for a reply destroys its socket; the end event then reconnects.
    const replyTimer = setTimeout(() => checkedClient.end().catch(() => undefined), SILENCE_MS);
    const at = Date.now();
    const reply = await checkedClient.query('select 1').catch(() => undefined);
    if (reply && client === checkedClient) heartbeat.at = at;
    clearTimeout(replyTimer);
    if (pendingCheck === checkedClient) pendingCheck = undefined;
  };

  await connect();
  heartbeats.add(heartbeat);
  const checkTimer = setInterval(checkConnection, HEARTBEAT_MS);
  return {
    async stop() {
      stopped = true;
      heartbeats.delete(heartbeat);
      clearTimeout(timer);
      clearInterval(checkTimer);
      await client?.end().catch(() => undefined);
    },
  };
}

function deliver(payload: string): void {
  const [topic, key] = JSON.parse(payload) as [Topic, string];
  callHandlers(topic, key);
}

function callHandlers(topic: Topic, key: string | null): void {
  for (const handler of handlers.get(topic) ?? []) handler(key);
}
