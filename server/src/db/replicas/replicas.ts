import { sql } from 'kysely';
import type { Log } from '../../kernel/log.ts';
import type { Db } from '../handle.ts';
import { openPointReader, type PointReader } from '../point-reads.ts';
import { type ConnectionSettings, clientConfigOf, openDatabase } from '../pool.ts';
import { hasReached, type Position, parseLsn } from './position.ts';
import { createReplicaDb } from './replica-db.ts';
import { type ServerState, watchServer } from './watch.ts';

/** Where a read runs. */
export interface ReadHandle {
  readonly db: Db;
  /** Reads single rows; null if these reads use `db`. */
  readonly points: PointReader | null;
}

export interface Replicas {
  /** Starts to follow the servers. Until their first responses, all reads use the primary. */
  start(): void;
  /**
   * Returns a replica that has replayed the WAL up to all these positions. Returns null if there is none: the caller
   * then reads from the primary, because waiting would hold connections.
   * @param turn selects one of several replicas
   */
  choose(required: readonly Position[], turn: number): ReadHandle | null;
  stop(): Promise<void>;
}

export interface ReplicaOptions {
  readonly primary: ConnectionSettings;
  /** Runs the statements that fail on a replica. */
  readonly primaryDb: Db;
  readonly urls: readonly string[];
  /** Connections per replica. */
  readonly size: number;
  readonly statementTimeoutMs: number;
  readonly gatherReads: boolean;
}

interface Replica {
  readonly name: string;
  readonly settings: ConnectionSettings;
  readonly handle: ReadHandle;
  state: ServerState | null;
  /** When the primary had written what this replica has replayed (`performance.now()`); 0 while that is unknown. */
  caughtUpAt: number;
  /** Why the replica is not used; null while it is used, undefined before the first poll. */
  exclusion: string | null | undefined;
  close(): Promise<void>;
}

/** A replica that is further behind the primary is not used, even by callers without a position. */
const MAX_LAG_MS = 10_000;
/** After this time without a response, the state of a replica counts as unknown. */
const MAX_SILENCE_MS = 1_500;
/** Client-side timeout beyond that of the server, for replicas whose network fails silently. */
const SILENCE_MARGIN_MS = 1_000;

/** Opens the replicas of DATABASE_REPLICA_URLS and follows what they have replayed. */
export function openReplicas(options: ReplicaOptions, log: Log): Replicas {
  /** Positions that the primary had written, each with the time at which it was read. The newest is last. */
  let samples: { readonly lsn: bigint; readonly at: number }[] = [];
  let primary: ServerState | null = null;

  const handlePrimaryState = (state: ServerState | null): void => {
    // While the primary is unavailable, its last state remains valid until the replicas are too old.
    if (!state || state.isStandby) return;
    if (primary?.position.timeline !== state.position.timeline) samples = [];
    primary = state;
    samples.push({ lsn: state.position.lsn, at: state.at });
    while ((samples[0]?.at ?? state.at) < state.at - MAX_LAG_MS) samples.shift();
  };
  const findExclusion = ({ state, caughtUpAt }: Replica, now: number): string | null => {
    if (!state || now - state.at > MAX_SILENCE_MS) return 'it does not respond';
    if (!primary) return 'the primary does not respond';
    if (!state.isStandby) return 'it is not a standby';
    if (state.database !== primary.database) return 'it is no copy of the database at DATABASE_URL';
    if (state.position.timeline !== primary.position.timeline) return 'it does not follow the current primary';
    if (now - caughtUpAt > MAX_LAG_MS) return `it is more than ${MAX_LAG_MS / 1_000} seconds behind the primary`;
    return null;
  };
  const update = (replica: Replica, state: ServerState | null): void => {
    replica.state = state;
    // A standby that is lost may have restarted, and may then have replayed less than before.
    if (!state) replica.caughtUpAt = 0;
    const sample = state && samples.findLast(({ lsn }) => lsn <= state.position.lsn);
    if (sample) replica.caughtUpAt = Math.max(replica.caughtUpAt, sample.at);
    const exclusion = findExclusion(replica, performance.now());
    // Without a state of the primary, `exclusion` says nothing about the replica, so it is not logged.
    if (exclusion === replica.exclusion || !primary) return;
    replica.exclusion = exclusion;
    const fields = { replica: replica.name };
    if (exclusion === null) log.info(fields, 'the replica is used for reads');
    else log.warn(fields, `the replica is not used for reads: ${exclusion}`);
  };
  const replicas = options.urls.map((url, index): Replica => {
    const opened = openReplica(url, `replica-${index + 1}`, options, log);
    return { ...opened, state: null, caughtUpAt: 0, exclusion: undefined };
  });
  let watches: readonly { stop(): Promise<void> }[] = [];
  return {
    start() {
      watches = [
        watchServer(options.primary, handlePrimaryState),
        ...replicas.map((replica) => watchServer(replica.settings, (state) => update(replica, state))),
      ];
    },
    choose(required, turn) {
      const now = performance.now();
      const usable = replicas.filter(
        (replica) =>
          findExclusion(replica, now) === null &&
          required.every((position) => hasReached((replica.state as ServerState).position, position)),
      );
      return usable[turn % usable.length]?.handle ?? null;
    },
    async stop() {
      await Promise.all(watches.map((watch) => watch.stop()));
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

function openReplica(url: string, pool: string, options: ReplicaOptions, log: Log) {
  const settings = { connectionString: url };
  const { size, statementTimeoutMs, primaryDb, gatherReads } = options;
  const queryTimeoutMs = statementTimeoutMs + SILENCE_MARGIN_MS;
  const openedDatabase = openDatabase(settings, log, size, statementTimeoutMs, pool, queryTimeoutMs);
  const points = gatherReads ? openPointReader(settings, log) : null;
  const { host, port } = clientConfigOf(settings);
  return {
    name: `${host}:${port}`,
    settings,
    handle: { db: createReplicaDb(openedDatabase.db, primaryDb), points },
    async close() {
      await points?.stop();
      await openedDatabase.close();
    },
  };
}

/** Returns the position of the primary after everything that has been committed so far. */
export async function readPosition(primary: Db): Promise<Position> {
  // The insert position also covers commits with synchronous_commit=off, which may not have been written yet.
  const { rows } = await sql<{ lsn: string; timeline: number }>`
    select pg_current_wal_insert_lsn()::text as lsn,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`.execute(primary);
  const [{ lsn, timeline }] = rows as [{ lsn: string; timeline: number }];
  return { timeline, lsn: parseLsn(lsn) };
}
