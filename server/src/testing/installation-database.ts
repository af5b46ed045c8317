/** Database helpers of the tests that kill an installation's processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from './installation-process.ts';

/** Waits until the server reports that it and its database are ready. */
export async function waitUntilReady(installation: Installation): Promise<void> {
  for (;;) {
    const response = await fetch(`${installation.origin}/health/ready`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await sleep(20);
  }
}

export async function withDatabase<R>(installation: Installation, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const host = installation.postmaster()?.socketDir as string;
  const client = new pg.Client({ host, port: 5432, user: 'portico', database: 'portico' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Ends the leases of a killed server, so that the test need not wait for them to expire. */
export const endLeases = (installation: Installation): Promise<unknown> =>
  withDatabase(installation, (client) =>
    client.query('update portico.data_jobs set leased_until = now() where finished_at is null'),
  );
