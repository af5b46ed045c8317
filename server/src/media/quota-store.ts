import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** The scope of the row that counts the entire site. */
export const WHOLE_SITE = 'site';

/**
 * Adds a file to the usage of its scope unless that would exceed the quota. One statement checks and adds, so
 * concurrent uploads cannot exceed the quota together. The statement locks the row until the transaction ends.
 * @returns the bytes that the scope used before; null if the file does not fit
 */
export async function addUsage(
  db: Db,
  siteId: string,
  scope: string,
  { bytes, quota }: { readonly bytes: number; readonly quota: number },
): Promise<number | null> {
  if (bytes > quota) return null;
  const { rows } = await sql<{ bytes: string }>`
    insert into file_usage (site_id, scope, bytes, files) values (${siteId}, ${scope}, ${bytes}, 1)
    on conflict (site_id, scope) do update set bytes = file_usage.bytes + excluded.bytes, files = file_usage.files + 1
    where file_usage.bytes + excluded.bytes <= ${quota}::bigint
    returning bytes`.execute(db);
  return rows[0] ? Number(rows[0].bytes) - bytes : null;
}

export async function subtractUsage(db: Db, siteId: string, scope: string, bytes: number): Promise<void> {
  await sql`
    update file_usage set bytes = greatest(bytes - ${bytes}::bigint, 0), files = greatest(files - 1, 0)
    where site_id = ${siteId} and scope = ${scope}`.execute(db);
}

/** Returns the used bytes by scope; a scope without a row uses none. */
export async function findUsage(
  db: Db,
  siteId: string,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ scope: string; bytes: string }>`
    select scope, bytes from file_usage where site_id = ${siteId} and scope = any(${scopes}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.scope, Number(row.bytes)]));
}

/** Minimum number of bytes that are counted for an unclaimed file, because each file also costs a row and an object. */
export const MIN_COUNTED_BYTES = 65_536;

const countedBytesOfFile = sql`greatest(stored_bytes, ${sql.lit(MIN_COUNTED_BYTES)})`;

/** Returns SQL that matches visitors' unclaimed files of the scope or site, including those marked for removal. */
const unclaimedCondition = (siteId: string, scope: string) => sql`
  site_id = ${siteId} and status in ('STORED', 'RELEASED') and network is not null
  and ${scope === WHOLE_SITE ? sql`true` : sql`scope = ${scope}`}`;

interface UnclaimedUsage {
  /** Bytes on the disk, including files marked for removal. */
  readonly bytes: number;
  /**
   * Bytes of all networks, counting at least MIN_COUNTED_BYTES for each file and none for files marked for removal.
   * `own` counts only the files of the given network.
   */
  readonly countedBytes: number;
  readonly own: number;
}

export async function sumUnclaimed(db: Db, siteId: string, scope: string, network: string): Promise<UnclaimedUsage> {
  const { rows } = await sql<{ bytes: string; weight: string; own: string }>`
    select coalesce(sum(stored_bytes), 0) as bytes,
      coalesce(sum(${countedBytesOfFile}) filter (where status = 'STORED'), 0) as weight,
      coalesce(sum(${countedBytesOfFile}) filter (where status = 'STORED' and network = ${network}), 0) as own
    from files where ${unclaimedCondition(siteId, scope)}`.execute(db);
  const { bytes = 0, weight: all = 0, own: ownBytes = 0 } = rows[0] ?? {};
  return { bytes: Number(bytes), countedBytes: Number(all), own: Number(ownBytes) };
}

/**
 * Marks the oldest files of the network with the most unclaimed bytes for removal, until `bytesToEvict` bytes are
 * released. Marks none if that network has at most `maxBytes` unclaimed bytes.
 * @returns whether any files were marked
 */
export async function evictUnclaimed(
  db: Db,
  siteId: string,
  scope: string,
  { bytesToEvict, maxBytes, now }: { readonly bytesToEvict: number; readonly maxBytes: number; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with largest as materialized (
      select network from files where ${unclaimedCondition(siteId, scope)} and status = 'STORED'
      group by network having sum(${countedBytesOfFile}) > ${maxBytes}::bigint order by sum(${countedBytesOfFile}) desc, network limit 1
    ), longest as (
      select id, sum(${countedBytesOfFile}) over (order by changed_at, id) - ${countedBytesOfFile} as before
      from files where ${unclaimedCondition(siteId, scope)} and status = 'STORED' and network = (select network from largest)
    )
    update files set status = 'RELEASED', changed_at = ${now}
    where site_id = ${siteId} and status = 'STORED' and id in (select id from longest where before < ${bytesToEvict}::bigint)`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
