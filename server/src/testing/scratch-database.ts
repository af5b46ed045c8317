import { randomBytes } from 'node:crypto';
import { createMigratedDatabase, dropDatabase, settingsForDatabase, startCluster } from './cluster.ts';

/** Creates a migrated, empty database, passes its URL to `work`, and drops it afterwards. */
export async function withScratchDatabase<R>(work: (url: string) => Promise<R>): Promise<R> {
  const cluster = await startCluster();
  const database = `portico_scratch_${randomBytes(4).toString('hex')}`;
  try {
    await createMigratedDatabase(cluster.settings, database);
    return await work(toUrl(settingsForDatabase(cluster.settings, database)));
  } finally {
    await dropDatabase(cluster.settings, database);
    await cluster.stop();
  }
}

function toUrl(settings: ReturnType<typeof settingsForDatabase>): string {
  if ('connectionString' in settings) return settings.connectionString;
  return `postgres://${settings.user}@localhost:${settings.port}/${settings.database}?host=${encodeURIComponent(settings.host)}`;
}
