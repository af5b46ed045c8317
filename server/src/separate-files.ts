/**
 * Finds servers on one database that do not share their uploaded files: a file that one of them has stored is then
 * missing on the others. Each server's connection for notices has a name that tells where its files are, and PostgreSQL
 * lists the connections of the servers that run.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { hasOtherName } from './db/connection-names.ts';
import type { Db } from './db/index.ts';
import { newId } from './kernel/ids.ts';
import type { Log } from './kernel/log.ts';

const PREFIX = 'portico, files in ';

/**
 * Returns the name of the connection: processes with the same name have the same files. Only one process can use the
 * embedded database, so its connection has a fixed name.
 */
export function nameFiles({ databaseUrl, dataDir, s3 }: Config): string {
  if (!databaseUrl) return 'portico';
  if (s3) return `${PREFIX}a bucket`;
  const file = join(dataDir, 'files-id');
  mkdirSync(dataDir, { recursive: true });
  try {
    // If two processes share the folder and start at once, the second reads the id of the first.
    writeFileSync(file, newId(), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return PREFIX + readFileSync(file, 'utf8').trim();
}

/** Logs a warning if another server that runs on the database keeps its files elsewhere. */
export async function warnOfSeparateFiles(db: Db, name: string, log: Log): Promise<void> {
  if (!name.startsWith(PREFIX) || !(await hasOtherName(db, PREFIX, name))) return;
  log.warn(
    {},
    'another server on this database keeps uploaded files elsewhere, so files that it stores are missing here: set PORTICO_S3_BUCKET to one bucket for all servers, or PORTICO_DATA_DIR to a folder that they share',
  );
}
