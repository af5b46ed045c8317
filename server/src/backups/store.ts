/** SQL of the runs of scheduled backups. */
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { PreviousRuns } from './schedule.ts';

export type BackupKind = 'ARCHIVE' | 'BASE';

export interface BackupRun {
  readonly id: string;
  readonly kind: BackupKind;
  readonly name: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly bytes: string | null;
  readonly failure: string | null;
}

/** Number of runs of a kind that are kept. */
const KEPT_RUNS = 100;

export async function insertRun(db: Db, run: Pick<BackupRun, 'id' | 'kind' | 'name' | 'started_at'>): Promise<void> {
  await sql`insert into backup_runs (id, kind, name, started_at)
    values (${run.id}, ${run.kind}, ${run.name}, ${run.started_at})`.execute(db);
}

/** Records the end of a run; `failure` is null if it succeeded. */
export async function finishRun(
  db: Db,
  id: string,
  { at, bytes, failure }: { readonly at: Date; readonly bytes: number; readonly failure: string | null },
): Promise<void> {
  await sql`update backup_runs set finished_at = ${at}, bytes = ${bytes}, failure = ${failure}
    where id = ${id}`.execute(db);
}

/** Deletes all runs of a kind except the newest ones and the last that succeeded. */
export async function deleteOldRuns(db: Db, kind: BackupKind): Promise<void> {
  await sql`delete from backup_runs where kind = ${kind}
    and id not in (select id from backup_runs where kind = ${kind} order by started_at desc limit ${KEPT_RUNS})
    and started_at < (select max(started_at) from backup_runs where kind = ${kind} and finished_at is not null
      and failure is null)`.execute(db);
}

export async function findPreviousRuns(db: Db, kind: BackupKind): Promise<PreviousRuns> {
  const { rows } = await sql<PreviousRuns>`
    select max(started_at) filter (where finished_at is not null and failure is null) as "succeededAt",
      max(started_at) as "startedAt" from backup_runs where kind = ${kind}`.execute(db);
  return rows[0] ?? { succeededAt: null, startedAt: null };
}

/** Returns the newest run of each kind. */
export async function listLastRuns(db: Db): Promise<BackupRun[]> {
  const { rows } = await sql<BackupRun>`
    select distinct on (kind) * from backup_runs order by kind, started_at desc`.execute(db);
  return rows;
}

/** Returns the storage names of the uploads that changed since `since`; of all uploads if it is null. */
export async function listUploadsSince(db: Db, since: Date | null): Promise<string[]> {
  const { rows } = await sql<{ name: string; has_thumbnail: boolean }>`
    select site_id || '/' || id as name, has_thumbnail from files where status in ('STORED', 'CLAIMED')
      and (${since}::timestamptz is null or changed_at >= ${since}::timestamptz)`.execute(db);
  return rows.flatMap(({ name, has_thumbnail }) => (has_thumbnail ? [name, `${name}.thumbnail`] : [name]));
}

/** Returns the names of uploads that have no row. */
export async function filterWithoutRow(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where not exists (
      select from files where site_id = split_part(name, '/', 1)::uuid and id = left(split_part(name, '/', 2), 36)::uuid
    )`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns why PostgreSQL cannot archive its write-ahead log; null if it can. */
export async function findArchiveFailure(db: Db): Promise<string | null> {
  const { rows } = await sql<{ segment: string; at: Date }>`
    select last_failed_wal as segment, last_failed_time as at from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(db);
  return rows[0] ? `${rows[0].segment} failed at ${rows[0].at.toISOString()}` : null;
}
