import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError, SecondServerError } from './errors.ts';
import { openGuard } from './guard.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { openSession, type Session, type SessionSetup } from './session.ts';
import { removeSocketFolder } from './socket-folder.ts';

const POLL_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const REPEAT_WARNING_MS = 60_000;

interface Options {
  readonly supervise: boolean;
  readonly onLockLost: ((error: EmbeddedDatabaseError) => void) | undefined;
}

/**
 * Supervises this process's session with PostgreSQL (session.ts). Whenever the postmaster or the guard's connection
 * ends, the supervisor restarts or finds the postmaster and reconnects, with increasing delays and without a limit.
 * `stop` ends the session, and also PostgreSQL if no other process uses it.
 */
export function superviseSession(
  setup: SessionSetup,
  initialSession: Session,
  options: Options,
): { stop(): Promise<void> } {
  const abortController = new AbortController();
  let session = initialSession;
  let recovery: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const recover = (): void => {
    if (recovery || abortController.signal.aborted) return;
    recovery = reopenSession(setup, session, options, abortController.signal)
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
    // The end of the connection is detected immediately. Polling also detects a postmaster that died while its
    // connections stayed open.
    timer = setInterval(() => {
      if (!isRunning(setup)) recover();
    }, POLL_MS);
    timer.unref();
  }

  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    abortController.abort();
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

async function reopenSession(
  setup: SessionSetup,
  previous: Session,
  options: Options,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const { log } = setup;
  log.warn(
    isRunning(setup)
      ? 'The connection to PostgreSQL was lost: reconnecting.'
      : 'PostgreSQL has stopped: restarting it.',
  );
  await previous.guard.close();
  let lastWarning = { sentence: '', at: 0 };
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const session = await openSession(setup, signal);
      log.info('PostgreSQL is available again.');
      return session;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof SecondServerError) options.onLockLost?.(error);
      const sentence = error instanceof EmbeddedDatabaseError ? error.message : `PostgreSQL does not start: ${error}`;
      if (sentence !== lastWarning.sentence || Date.now() - lastWarning.at > REPEAT_WARNING_MS) {
        lastWarning = { sentence, at: Date.now() };
        log.warn(sentence);
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

function isRunning({ folder }: SessionSetup): boolean {
  try {
    return findPostmaster(folder.cluster).state === 'running';
  } catch {
    return false;
  }
}

/** Stops PostgreSQL if this process is the last to use it. */
async function leave({ folder }: SessionSetup, { guard, connection }: Session): Promise<void> {
  const liveGuard = guard.isAlive() ? guard : await openGuard(connection, false).catch(() => undefined);
  if (!liveGuard) return;
  try {
    const found = findPostmaster(folder.cluster);
    if (!(await liveGuard.leave()) || found.state !== 'running') return;
    await stopPostmaster(folder.cluster, found.lock.pid);
    removeSocketFolder(connection.host);
  } finally {
    await liveGuard.close();
  }
}
