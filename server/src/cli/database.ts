import { accessSync, constants } from 'node:fs';
import { isBuilt, readBuild } from '../builds/index.ts';
import { connect, withConnection } from '../database.ts';
import { listMigrations, migrate } from '../db/migrate.ts';
import type { Answer, Invocation } from './command.ts';
import { terminalLog } from './terminal-log.ts';

export async function migrateDatabase({ config }: Invocation): Promise<Answer> {
  const connected = await connect(config, terminalLog, { use: 'tool', create: true });
  try {
    const applied = await withConnection(connected.settings, (client) => migrate(client));
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
    return { text, json: { applied } };
  } finally {
    await connected.stop();
  }
}

/** Returns the report of `doctor`. */
export async function examine({ config }: Invocation): Promise<Answer> {
  const connected = await connect(config, terminalLog, { use: 'tool', create: false });
  try {
    const { rows } = await withConnection(connected.settings, (client) =>
      client.query(
        `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
                datcollate as collation, pg_size_pretty(pg_database_size(datname)) as size,
                (to_regclass('portico.migrations') is not null) as prepared
         from pg_database where datname = current_database()`,
      ),
    );
    const applied = rows[0].prepared
      ? await withConnection(
          connected.settings,
          async (client) => (await client.query('select count(*)::int as n from migrations')).rows[0].n,
        )
      : 0;
    const json = {
      node: process.versions.node,
      runsFrom: isBuilt(readBuild('server')) ? 'build' : 'sources',
      database: connected.embedded ? 'embedded' : 'external',
      postgresql: rows[0].version,
      encoding: rows[0].encoding,
      collation: rows[0].collation,
      size: rows[0].size,
      migrations: `${applied} of ${listMigrations().length}`,
      dataDir: connected.dataDir,
      dataDirWritable: isWritable(connected.dataDir),
    };
    const text = Object.entries(json)
      .map(([name, value]) => `${name.padEnd(16)} ${value}`)
      .join('\n');
    return { text, json };
  } finally {
    await connected.stop();
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
