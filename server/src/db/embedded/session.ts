import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import type { Place } from './data-folder.ts';
import { EmbeddedDatabaseError, outputError, SecondServerError } from './errors.ts';
import { DatabaseLeaving, type Guard, openGuard, ServerPresent } from './guard.ts';
import {
  findPostmaster,
  type LockFile,
  removeStaleLock,
  type Spawned,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { readServerFile } from './server-file.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface Setup {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly exclusive: boolean;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/** A postmaster that accepts connections, and the guard connection that marks our use of it. */
export interface Session {
  readonly connection: Connection;
  readonly adopted: boolean;
  readonly guard: Guard;
}

/** Recovery after a crash replays up to about a gigabyte of log; every other phase takes a moment. */
const STARTING_PATIENCE_MS = 600_000;
const ENDING_PATIENCE_MS = 70_000;
const SILENT_PATIENCE_MS = 15_000;
const NOTE_EVERY_MS = 10_000;

/**
 * Finds or starts the cluster's postmaster, and resolves once it accepts connections and the guard holds its locks.
 * @throws EmbeddedDatabaseError with a sentence for the operator; SecondServerError if another server holds the folder
 */
export async function openSession(setup: Setup, signal?: AbortSignal): Promise<Session> {
  const { place, binaries } = setup;
  const clock = phaseClock(setup);
  let spawned: Spawned | undefined;
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (spawned?.failure !== undefined) {
        if (!isPassing(spawned.failure)) throw outputError('postgres', place.dataDir, spawned.failure);
        spawned = undefined;
        await sleep(100);
      }
      const found = findPostmaster(place.cluster);
      clock.enter(found.state);
      if (found.state === 'running') {
        const connection = connectionOf(found.lock);
        // The socket is unknown until PostgreSQL has written its path, and the driver would read "" as TCP.
        const guard = connection.host ? await tryGuard(connection, setup) : undefined;
        if (guard) return { connection, adopted: found.lock.pid !== spawned?.pid, guard };
        if (clock.elapsed() > SILENT_PATIENCE_MS && found.lock.status === 'ready')
          await replaceSilent(setup, found.lock);
      } else if (found.state === 'stale') {
        removeStaleLock(place.cluster, found.lock);
      } else if (found.state === 'absent') {
        spawned ??= spawnPostmaster(place, binaries, makeSocketFolder(place));
      }
      await sleep(15);
    }
  } catch (error) {
    // Stops a PostgreSQL that we started and cannot use.
    if (spawned?.pid && spawned.failure === undefined) await stopPostmaster(place.cluster, spawned.pid);
    if (spawned) removeSocketFolder(makeSocketFolder(place));
    throw error;
  }
}

/** The port number is only part of the socket's file name. */
function connectionOf(lock: LockFile): Connection {
  return { host: lock.socketDir, port: 5432, user: 'portico', database: 'portico' };
}

/** Returns the guard, or undefined if PostgreSQL is not ready for it. */
async function tryGuard(connection: Connection, { exclusive, place }: Setup): Promise<Guard | undefined> {
  try {
    return await openGuard(connection, exclusive);
  } catch (error) {
    if (error instanceof ServerPresent) throw secondServer(place.dataDir);
    if ((error as pg.DatabaseError).code === '3D000') return createDatabase(connection);
    if (error instanceof DatabaseLeaving || isNotReady(error)) return undefined;
    throw error;
  }
}

/** Creates the database `portico`; two processes may do this at once. */
async function createDatabase(connection: Connection): Promise<undefined> {
  const client = new pg.Client({ ...connection, database: 'postgres', query_timeout: 60_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('create database portico');
  } catch (error) {
    const code = (error as pg.DatabaseError).code ?? '';
    // It exists, or another process is creating it or uses its template for that.
    if (!['42P04', '23505', '55006'].includes(code) && !isNotReady(error)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** True for errors of a PostgreSQL that is starting, stopping, out of connections, or stopped during the call. */
function isNotReady(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const passing = ['57P01', '57P02', '57P03', '53300', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
  return passing.includes(code) || /terminated|timeout|not queryable|closed/i.test(message);
}

/**
 * True for transient failures: another process started PostgreSQL just before, children of a killed one still hold its
 * memory for a moment, or another process stopped the last one and removed the socket's folder.
 */
function isPassing(failure: string): boolean {
  return /lock file .* already exists|pre-existing shared memory block|\.lock": No such file/.test(failure);
}

/** Restarts a postmaster that runs but does not accept connections, for example because a cleaner removed its socket from /tmp. */
async function replaceSilent({ place, log }: Setup, lock: LockFile): Promise<void> {
  log.warn(`PostgreSQL (process ${lock.pid}) runs on ${place.dataDir} but accepts no connections: restarting it.`);
  await stopPostmaster(place.cluster, lock.pid);
}

function secondServer(dataDir: string): SecondServerError {
  const pid = readServerFile(dataDir)?.pid;
  const which = pid ? ` (process ${pid})` : '';
  return new SecondServerError(
    `Another Portico server${which} already runs on the data folder ${dataDir}: stop it first, or give this one another PORTICO_DATA_DIR.`,
  );
}

/** Bounds each phase of a start, and logs phases that take long. */
function phaseClock({ place, log }: Setup): { enter(state: string): void; elapsed(): number } {
  let phase = '';
  let since = Date.now();
  let noteAt = NOTE_EVERY_MS;
  const elapsed = (): number => Date.now() - since;
  return {
    elapsed,
    enter(state) {
      if (state !== phase) {
        phase = state;
        since = Date.now();
        noteAt = NOTE_EVERY_MS;
      }
      if (elapsed() > (state === 'ending' ? ENDING_PATIENCE_MS : STARTING_PATIENCE_MS)) {
        throw new EmbeddedDatabaseError(
          `PostgreSQL on the data folder ${place.dataDir} does not come up (${state} for ${Math.round(elapsed() / 1000)} s): see ${place.dataDir}/postgres.log.`,
        );
      }
      if (elapsed() < noteAt) return;
      noteAt += NOTE_EVERY_MS;
      log.info(
        state === 'ending'
          ? 'Waiting for the previous PostgreSQL to stop.'
          : 'Waiting for PostgreSQL to start; it may be recovering.',
      );
    },
  };
}
