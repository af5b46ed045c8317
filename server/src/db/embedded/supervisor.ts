import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError, SecondServerError } from './errors.ts';
import { openGuard } from './guard.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { openSession, type Session, type Setup } from './session.ts';
import { removeSocketFolder } from './socket-folder.ts';

const LOOK_EVERY_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const REPEAT_COMPLAINT_MS = 60_000;

interface Options {
  readonly supervise: boolean;
  readonly onLockLost: ((error: EmbeddedDatabaseError) => void) | undefined;
}

/**
 * Keeps a session alive: whenever the postmaster or the guard's connection ends, restarts or finds the postmaster and
 * reconnects, with growing pauses and without limit. `stop` ends the session, and PostgreSQL too if no one else uses it.
 */
export function keepSession(setup: Setup, first: Session, options: Options): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let session = first;
  let recovery: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const recover = (): void => {
    if (recovery || stopping.signal.aborted) return;
    recovery = openAgain(setup, session, options, stopping.signal)
      .then((opened) => {
        if (opened) session = opened;
      })
      .finally(() => {
        recovery = undefined;
        session.guard.onLost(recover);
      });
  };
  if (options.supervise) {
    session.guard.onLost(recover);
    // The end of the connection is the fast signal; polling finds a postmaster that died without closing it.
    timer = setInterval(() => {
      if (!isRunning(setup)) recover();
    }, LOOK_EVERY_MS);
    timer.unref();
  }

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    clearInterval(timer);
    await recovery;
    await leave(setup, session);
  };
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function openAgain(
  setup: Setup,
  former: Session,
  options: Options,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const { log } = setup;
  log.warn(
    isRunning(setup)
      ? 'The connection to PostgreSQL was lost: reconnecting.'
      : 'PostgreSQL has stopped: restarting it.',
  );
  await former.guard.close();
  let complaint = { sentence: '', at: 0 };
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const session = await openSession(setup, signal);
      log.info('PostgreSQL answers again.');
      return session;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof SecondServerError) options.onLockLost?.(error);
      const sentence = error instanceof EmbeddedDatabaseError ? error.message : `PostgreSQL does not start: ${error}`;
      if (sentence !== complaint.sentence || Date.now() - complaint.at > REPEAT_COMPLAINT_MS) {
        complaint = { sentence, at: Date.now() };
        log.warn(sentence);
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

function isRunning({ place }: Setup): boolean {
  try {
    return findPostmaster(place.cluster).state === 'running';
  } catch {
    return false;
  }
}

/** Stops PostgreSQL if this process is the last to use it. */
async function leave({ place }: Setup, { guard, connection }: Session): Promise<void> {
  const ours = guard.isAlive() ? guard : await openGuard(connection, false).catch(() => undefined);
  if (!ours) return;
  try {
    const found = findPostmaster(place.cluster);
    if (!(await ours.leave()) || found.state !== 'running') return;
    await stopPostmaster(place.cluster, found.lock.pid);
    removeSocketFolder(connection.host);
  } finally {
    await ours.close();
  }
}
