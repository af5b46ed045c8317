import { type RawBuilder, sql } from 'kysely';
import { readLiveSites } from '../db/cluster/live-sites.ts';
import type { Db } from '../db/index.ts';

/** The rows of a table that wait in a queue. */
export interface QueueRows {
  readonly name: 'mails' | 'webhook_deliveries' | 'data_jobs' | 'outbox' | 'files';
  readonly waiting: RawBuilder<boolean>;
  /** Column with the time from which a row is due. */
  readonly dueAt: 'next_attempt_at' | 'next_at' | 'changed_at';
}

export interface QueueState {
  readonly queue: string;
  /** Rows that wait, due or not. */
  readonly rows: number;
  /** How long the row that has been due for the longest time has waited; 0 if none is due. */
  readonly oldestDueSeconds: number;
}

const measured = new Map<string, QueueRows>();

/** Includes a queue in readQueueStates. */
export function measureQueue(name: string, rows: QueueRows): void {
  measured.set(name, rows);
}

/**
 * Counts the rows of every queue, of all sites and processes together. While a node of a cluster is down, the rows of
 * its sites are not counted.
 */
export async function readQueueStates(db: Db): Promise<QueueState[]> {
  const states: QueueState[] = [];
  for (const [queue, { name, waiting, dueAt }] of measured) {
    const { rows } = await readLiveSites(db, (isRead) =>
      sql<{ rows: string; age: number | null }>`
        select count(*) as rows, extract(epoch from clock_timestamp() - min(${sql.ref(dueAt)}))::float8 as age
        from ${sql.table(name)} where ${waiting} and ${isRead('site_id')}`.execute(db),
    );
    const [state] = rows;
    states.push({ queue, rows: Number(state?.rows ?? 0), oldestDueSeconds: Math.max(0, state?.age ?? 0) });
  }
  return states;
}
