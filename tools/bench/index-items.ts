/**
 * Waits for the indexing of items. Portico indexes the words of items that were written in bulk, and of many
 * submissions, in the background after a pause between writes. The wait keeps the indexing from slowing down other
 * measurements; the cost of the indexing is measured separately.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuMsOf, cpuMsOfFamily } from './cpu.ts';

const POLL_MS = 100;

export interface IndexingCost {
  readonly items: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}

export interface IndexingProcesses {
  readonly serverPid: number;
  readonly postmasterPid: number;
}

/** Waits until no item or submission is being indexed. Returns the cost of the indexing. */
export async function waitForIndexing(
  connection: pg.ClientConfig,
  { serverPid, postmasterPid }: IndexingProcesses,
): Promise<IndexingCost> {
  const client = new pg.Client(connection);
  await client.connect();
  const readState = async (): Promise<{ items: number; busy: boolean }> => {
    const { rows } = await client.query(
      `select coalesce(sum(success_count), 0)::int as items,
         coalesce(bool_or(finished_at is null), false)
           or exists (select from outbox where type = 'portico.forms.words_due') as busy
       from data_jobs where kind = 'BUILD_WORDS'`,
    );
    return rows[0];
  };
  try {
    const before = { ...(await readState()), server: cpuMsOf(serverPid), database: cpuMsOfFamily(postmasterPid) };
    let current = await readState();
    for (; current.busy; current = await readState()) await sleep(POLL_MS);
    return {
      items: current.items - before.items,
      serverCpuMs: cpuMsOf(serverPid) - before.server,
      databaseCpuMs: cpuMsOfFamily(postmasterPid) - before.database,
    };
  } finally {
    await client.end();
  }
}

export function formatIndexingCosts(costs: readonly IndexingCost[]): string {
  const sum = (name: keyof IndexingCost): number => costs.reduce((total, cost) => total + cost[name], 0);
  const perThousand = (name: keyof IndexingCost): string => ((1_000 * sum(name)) / sum('items')).toPrecision(3);
  return `Indexed ${sum('items').toLocaleString('en')} items for searches between the measurements, in the worker: CPU per 1,000 items ${perThousand('serverCpuMs')} ms in the server, ${perThousand('databaseCpuMs')} ms in the database.`;
}
