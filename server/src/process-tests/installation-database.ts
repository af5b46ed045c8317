/** What tests that kill an installation's processes do to its database, and wait for. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from '../testing/installation-process.ts';

/** Until the server says that it is ready, its database behind it. */
export async function ready(installation: Installation): Promise<void> {
  for (;;) {
    const answer = await fetch(`${installation.origin}/health/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
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

/** As if the killed server's time had run out. */
export const endLeases = (installation: Installation): Promise<unknown> =>
  withDatabase(installation, (client) =>
    client.query('update portico.data_jobs set leased_until = now() where finished_at is null'),
  );
