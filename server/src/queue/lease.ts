import { type RawBuilder, sql } from 'kysely';
import { readLiveSites } from '../db/cluster/live-sites.ts';
import { isUnavailable } from '../db/errors.ts';
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
 * leases those of each site with one statement, because in a cluster the rows of different sites are on different
 * nodes. If two processes compete for a row, the second waits for the first, checks the row again and finds it leased.
 * While a node is down, the rows of its sites wait.
 */
export async function leaseRows<Row>(db: Db, table: LeasedTable, request: LeaseRequest): Promise<Row[]> {
  const { leaseId, seconds, limit, where = sql<boolean>`true`, set } = request;
  const name = sql.table(table.name);
  const until = sql.ref(table.leasedUntil);
  const free = sql`${table.waiting} and ${sql.ref(table.dueAt)} <= now() and (${until} is null or ${until} < now())
    and ${where}`;
  const due = await readLiveSites(db, (isRead) =>
    sql<{ site_id: string; id: string }>`
      select site_id, id from ${name} where ${free} and ${isRead('site_id')}
        order by ${sql.ref(table.dueAt)} limit ${limit}`.execute(db),
  );
  const leased: Row[] = [];
  let failure: unknown;
  for (const [siteId, rowsOfSite] of Map.groupBy(due.rows, (row) => row.site_id)) {
    const ids = rowsOfSite.map(({ id }) => id);
    try {
      const { rows } = await sql<Row>`
        update ${name} set lease_id = ${leaseId}, ${until} = now() + ${seconds} * interval '1 second',
          attempts = attempts + 1 ${set ? sql`, ${set}` : sql``}
        where site_id = ${siteId} and id = any(${ids}::uuid[]) and ${free} returning *`.execute(db);
      leased.push(...rows);
    } catch (error) {
      // The rows that are leased already must be processed, and the other sites may be on other nodes.
      if (!isUnavailable(error)) throw error;
      failure = error;
    }
  }
  if (failure && leased.length === 0) throw failure;
  return leased;
}

/** A lease on rows of some sites. */
interface Lease {
  readonly leaseId: string;
  readonly seconds: number;
  readonly siteIds: readonly string[];
}

/** Extends a lease whose work is still running. Rows that another process has taken over are not extended. */
async function extendLease(db: Db, table: LeasedTable, { leaseId, seconds, siteIds }: Lease): Promise<void> {
  const extendOfSite = (siteId: string) =>
    sql`
      update ${sql.table(table.name)} set ${sql.ref(table.leasedUntil)} = now() + ${seconds} * interval '1 second'
      where site_id = ${siteId} and ${table.waiting} and lease_id = ${leaseId}`.execute(db);
  // One statement per site: if the node of one site is down, the rows of the other sites still keep their lease. A
  // failed extension is repeated with the next one. If all fail, the lease expires and another process claims the rows.
  await Promise.allSettled([...new Set(siteIds)].map(extendOfSite));
}

/** Runs `work`, and extends the lease every third of `lease.seconds` until it ends. */
export async function withLease<Result>(
  db: Db,
  table: LeasedTable,
  lease: Lease,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => extendLease(db, table, lease), (lease.seconds * 1_000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
