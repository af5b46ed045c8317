import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { EmbeddedDatabaseError, SecondServerError, toOutputError } from './errors.ts';
import { DatabaseStoppingError, type Guard, openGuard, ServerPresentError } from './guard.ts';
import {
  findPostmaster,
  type LockFile,
  removeStaleLock,
  type SpawnedPostmaster,
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

export interface SessionSetup {
  readonly folder: DataFolder;
  readonly binaries: Binaries;
  readonly isExclusive: boolean;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/** A postmaster that accepts connections, and the guard connection that marks it as used by this process. */
export interface Session {
  readonly connection: Connection;
  readonly wasAdopted: boolean;
  readonly guard: Guard;
}

/**
 * Timeout of a start in milliseconds. Recovery after a crash replays up to about a gigabyte of log; every other phase
 * is short.
 */
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 70_000;
const UNRESPONSIVE_TIMEOUT_MS = 15_000;
const LOG_INTERVAL_MS = 10_000;

/**
 * Finds or starts the cluster's postmaster, and resolves once it accepts connections and the guard holds its locks.
 * @throws EmbeddedDatabaseError with a sentence for the operator; SecondServerError if another server holds the folder
 */
export async function openSession(setup: SessionSetup, signal?: AbortSignal): Promise<Session> {
  const { folder, binaries } = setup;
  const clock = createPhaseClock(setup);
  let spawned: SpawnedPostmaster | undefined;
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (spawned?.failure !== undefined) {
        if (!isTransient(spawned.failure)) throw toOutputError('postgres', folder.dataDir, spawned.failure);
        spawned = undefined;
        await sleep(100);
      }
      const foundPostmaster = findPostmaster(folder.cluster);
      clock.enter(foundPostmaster.state);
      if (foundPostmaster.state === 'running') {
        const connection = connectionOf(foundPostmaster.lock);
        // Until PostgreSQL has written the socket's path, the host is empty, and the driver would connect through TCP.
        const guard = connection.host ? await tryGuard(connection, setup) : undefined;
        if (guard) return { connection, wasAdopted: foundPostmaster.lock.pid !== spawned?.pid, guard };
        if (clock.elapsed() > UNRESPONSIVE_TIMEOUT_MS && foundPostmaster.lock.status === 'ready')
          await restartUnresponsive(setup, foundPostmaster.lock);
      } else if (foundPostmaster.state === 'stale') {
        removeStaleLock(folder.cluster, foundPostmaster.lock);
      } else if (foundPostmaster.state === 'absent') {
        spawned ??= spawnPostmaster(folder, binaries, makeSocketFolder(folder));
      }
      await sleep(15);
    }
  } catch (error) {
    // Stops a PostgreSQL that this process started and cannot use.
    if (spawned?.pid && spawned.failure === undefined) await stopPostmaster(folder.cluster, spawned.pid);
    if (spawned) removeSocketFolder(makeSocketFolder(folder));
    throw error;
  }
}

/** Returns the settings for a connection. The port is only part of the name of the socket's file. */
function connectionOf(lock: LockFile): Connection {
  return { host: lock.socketDir, port: 5432, user: 'portico', database: 'portico' };
}

/** Returns the guard, or undefined if PostgreSQL is not ready for it. */
async function tryGuard(connection: Connection, { isExclusive, folder }: SessionSetup): Promise<Guard | undefined> {
  try {
    return await openGuard(connection, isExclusive);
  } catch (error) {
    if (error instanceof ServerPresentError) throw secondServerError(folder.dataDir);
    if ((error as pg.DatabaseError).code === '3D000') return createDatabase(connection);
    if (error instanceof DatabaseStoppingError || isNotReady(error)) return undefined;
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
    // The database exists already, or another process is creating it or uses the template of new databases.
    if (!['42P04', '23505', '55006'].includes(code) && !isNotReady(error)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** True for errors of a PostgreSQL that is starting, stopping, out of connections, or stopped during the call. */
function isNotReady(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const transientCodes = ['57P01', '57P02', '57P03', '53300', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
  return transientCodes.includes(code) || /terminated|timeout|not queryable|closed/i.test(message);
}

/**
 * Returns true for transient failures. Examples are that another process has just started PostgreSQL, that child
 * processes of a killed PostgreSQL still hold its memory, or that another process has stopped PostgreSQL and removed
 * the folder of its socket.
 */
function isTransient(failure: string): boolean {
  return /lock file .* already exists|pre-existing shared memory block|\.lock": No such file/.test(failure);
}

/**
 * Restarts a postmaster that runs but does not accept connections, for example because its socket was removed from
 * /tmp.
 */
async function restartUnresponsive({ folder, log }: SessionSetup, lock: LockFile): Promise<void> {
  log.warn(`PostgreSQL (process ${lock.pid}) runs on ${folder.dataDir} but accepts no connections: restarting it.`);
  await stopPostmaster(folder.cluster, lock.pid);
}

function secondServerError(dataDir: string): SecondServerError {
  const pid = readServerFile(dataDir)?.pid;
  const description = pid ? ` (process ${pid})` : '';
  return new SecondServerError(
    `Another Portico server${description} already runs on the data folder ${dataDir}: stop it first, or give this one another PORTICO_DATA_DIR.`,
  );
}

/** Measures how long each phase of a start takes. It logs long phases, and fails if a phase takes too long. */
function createPhaseClock({ folder, log }: SessionSetup): { enter(state: string): void; elapsed(): number } {
  let phase = '';
  let since = Date.now();
  let nextLogMs = LOG_INTERVAL_MS;
  const elapsedMs = (): number => Date.now() - since;
  return {
    elapsed: elapsedMs,
    enter(state) {
      if (state !== phase) {
        phase = state;
        since = Date.now();
        nextLogMs = LOG_INTERVAL_MS;
      }
      if (elapsedMs() > (state === 'ending' ? STOP_TIMEOUT_MS : START_TIMEOUT_MS)) {
        throw new EmbeddedDatabaseError(
          `PostgreSQL on the data folder ${folder.dataDir} is not ready (${state} for ${Math.round(elapsedMs() / 1000)} s): see ${folder.dataDir}/postgres.log.`,
        );
      }
      if (elapsedMs() < nextLogMs) return;
      nextLogMs += LOG_INTERVAL_MS;
      log.info(
        state === 'ending'
          ? 'Waiting for the previous PostgreSQL to stop.'
          : 'Waiting for PostgreSQL to start; it may be recovering.',
      );
    },
  };
}
