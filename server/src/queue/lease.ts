import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/index.ts';

/**
 * A queue table with the columns site_id, id, attempts and lease_id. A row is free unless it has an unexpired lease, so
 * the rows of a dead process become free by themselves.
 */
export interface LeasedTable {
  readonly name: 'mails' | 'webhook_deliveries' | 'data_jobs';
  /** Condition of the rows that wait, such as `status = 'QUEUED'`. */
  readonly waiting: RawBuilder<boolean>;
  /** Column with the time from which a row is due. */
  readonly dueAt: 'next_attempt_at' | 'next_at';
  /** Column with the end of the lease; the same as `dueAt` if a leased row simply becomes due again. */
  readonly leasedUntil: 'leased_until' | 'next_attempt_at';
}

export interface LeaseRequest {
  readonly leaseId: string;
  readonly seconds: number;
  readonly limit: number;
  /** Narrows the rows that may be leased. */
  readonly where?: RawBuilder<boolean>;
  /** Further assignments of the update, such as a new status. */
  readonly set?: RawBuilder<unknown>;
}

/**
 * Leases due rows to this process, the longest due first, and counts the attempt. First reads which rows are due, then
 * leases those of each site with one statement, because in a cluster the rows of different sites are on different nodes.
 * If two processes compete for a row, the second waits for the first, checks the row again and finds it leased.
 */
export async function leaseRows<Row>(db: Db, table: LeasedTable, request: LeaseRequest): Promise<Row[]> {
  const { leaseId, seconds, limit, where = sql<boolean>`true`, set } = request;
  const name = sql.table(table.name);
  const until = sql.ref(table.leasedUntil);
  const free = sql`${table.waiting} and ${sql.ref(table.dueAt)} <= now() and (${until} is null or ${until} < now())
    and ${where}`;
  const due = await sql<{ site_id: string; id: string }>`
    select site_id, id from ${name} where ${free} order by ${sql.ref(table.dueAt)} limit ${limit}`.execute(db);
  const leased: Row[] = [];
  for (const [siteId, rowsOfSite] of Map.groupBy(due.rows, (row) => row.site_id)) {
    const ids = rowsOfSite.map(({ id }) => id);
    const { rows } = await sql<Row>`
      update ${name} set lease_id = ${leaseId}, ${until} = now() + ${seconds} * interval '1 second',
        attempts = attempts + 1 ${set ? sql`, ${set}` : sql``}
      where site_id = ${siteId} and id = any(${ids}::uuid[]) and ${free} returning *`.execute(db);
    leased.push(...rows);
  }
  return leased;
}

/** Extends the leases whose work is still running. A lease that another process has taken over is not extended. */
export async function extendLeases(
  db: Db,
  table: LeasedTable,
  leaseIds: readonly string[],
  seconds: number,
): Promise<void> {
  if (leaseIds.length === 0) return;
  await sql`
    update ${sql.table(table.name)} set ${sql.ref(table.leasedUntil)} = now() + ${seconds} * interval '1 second'
    where ${table.waiting} and lease_id = any(${leaseIds}::uuid[])`.execute(db);
}

/** Runs `work`, and extends the lease every third of `seconds` until it ends. */
export async function withLease<Result>(
  db: Db,
  table: LeasedTable,
  { leaseId, seconds }: { readonly leaseId: string; readonly seconds: number },
  work: () => Promise<Result>,
): Promise<Result> {
  // The next extension makes up for a failed one. If all fail, another process takes the row over.
  const extend = () => extendLeases(db, table, [leaseId], seconds).catch(() => undefined);
  const timer = setInterval(extend, (seconds * 1_000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
