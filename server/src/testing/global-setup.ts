import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import type { ConnectionSettings } from '../db/pool.ts';
import { createMigrated, dropDatabase, startCluster, withClient } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { settings: ConnectionSettings; template: string };
  }
}

/** One cluster a run, with a migrated database that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const template = `portico_template_${randomBytes(4).toString('hex')}`;
  await createMigrated(cluster.settings, template);
  project.provide('cluster', { settings: cluster.settings, template });
  return async () => {
    const left = await withClient(cluster.settings, null, (client) =>
      client.query<{ datname: string }>('select datname from pg_database where datname like $1', [`${template}%`]),
    );
    for (const { datname } of left.rows) await dropDatabase(cluster.settings, datname);
    await cluster.stop();
  };
}
