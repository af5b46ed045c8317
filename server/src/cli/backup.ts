import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  assertBackupExists,
  type Destination,
  fetchBackup,
  listBackups,
  listLastRuns,
  openDestination,
  recover,
  runBackup,
} from '../backups/index.ts';
import type { Config } from '../config.ts';
import { type ConnectedDatabase, connect } from '../database.ts';
import { assertArchive, backup, restore, verifyArchive } from '../db/backup/index.ts';
import { withScratchDatabase } from '../db/backup/scratch-database.ts';
import { openStorage } from '../storage/index.ts';
import { type CommandOutput, type Invocation, UsageError } from './command.ts';
import { terminalLog } from './terminal-log.ts';
import { withInstallation } from './with-installation.ts';

export function writeBackup({ config, positionals: [file = ''] }: Invocation): Promise<CommandOutput> {
  return withDatabase(config, { create: false }, async ({ settings, dataDir }) => {
    const { key } = config.backup;
    const json = await backup(settings, { file: resolve(file), dataDir, bucket: openBucket(config, dataDir), key });
    const text = `Wrote ${file}: ${json.rows} rows in ${json.tables} tables, ${json.files} files, ${key === null ? 'not encrypted' : 'encrypted with PORTICO_BACKUP_KEY'}.`;
    return { text, json };
  });
}

export async function restoreBackup({ config, values, positionals: [name = ''] }: Invocation): Promise<CommandOutput> {
  if (values.to !== undefined) return recoverDatabase(config, values.to);
  const destination = destinationOf(config, name);
  await (destination ? assertBackupExists(destination, name) : assertArchive(resolve(name), config.backup.key));
  return withDatabase(config, { create: true }, ({ settings, dataDir }) =>
    withArchive(config, name, dataDir, async (file) => {
      const { key } = config.backup;
      const json = await restore(settings, { file, dataDir, bucket: openBucket(config, dataDir), key });
      return { text: `Restored ${json.rows} rows in ${json.tables} tables and ${json.files} files.`, json };
    }),
  );
}

async function recoverDatabase(config: Config, text: string): Promise<CommandOutput> {
  const to = text === 'latest' ? null : new Date(text);
  // A time without a zone would depend on the zone of this machine.
  if (to && (Number.isNaN(to.getTime()) || !/(Z|[+-]\d{2}:?\d{2})$/.test(text)))
    throw new UsageError(
      `The option --to must be latest or a time with a zone like 2026-11-23T12:00:00Z, not "${text}".`,
    );
  if (config.databaseUrl) {
    throw new Error(
      'Recovery to a moment is for the embedded database: with DATABASE_URL, use the tools of your PostgreSQL (docs/backups.md).',
    );
  }
  const destination = requireDestination(config);
  const { key } = config.backup;
  const json = await recover({
    ...{ destination, key: key as string, dataDir: config.dataDir, to, log: terminalLog },
    openStorage: (dataDir) => openStorage({ ...config, dataDir }),
  });
  const last = json.lastCommitAt ? `the last change is of ${json.lastCommitAt.toISOString()}` : 'no later changes';
  return { text: `Recovered the database of ${json.copiedAt.toISOString()}: ${last}, ${json.files} files.`, json };
}

/** Restores an archive into a scratch database, which is dropped afterwards, and compares every table. */
export async function verifyBackup({ config, values, positionals: [name = ''] }: Invocation): Promise<CommandOutput> {
  const verify = (settings: ConnectedDatabase['settings'], dataDir: string): Promise<CommandOutput> =>
    withArchive(config, name, dataDir, async (file, shownName) => {
      const json = await verifyArchive(settings, { file, key: config.backup.key });
      const text = `${shownName} can be restored: ${json.rows} rows in ${json.tables} tables equal the original ones, ${json.files} files are complete.`;
      return { text, json: { name: shownName, ...json } };
    });
  if (values.database) return verify({ connectionString: values.database }, config.dataDir);
  return withDatabase(config, { create: false }, ({ settings, dataDir }) =>
    withScratchDatabase(settings, (scratch) => verify(scratch, dataDir)),
  );
}

export function showBackups({ config }: Invocation): Promise<CommandOutput> {
  const destination = requireDestination(config);
  return withInstallation(config, async (ctx) => {
    const backups = await listBackups(destination);
    const lastRuns = await listLastRuns(ctx.db);
    const lines = backups.map(({ name, bytes }) => `${name}  ${bytes} bytes`);
    const failed = lastRuns.filter(({ failure }) => failure !== null);
    const notes = failed.map(({ started_at, failure }) => `Failed at ${started_at.toISOString()}: ${failure}`);
    return {
      text: [...(lines.length > 0 ? lines : [`There are no backups in ${destination.address}.`]), ...notes].join('\n'),
      json: { to: destination.address, backups, lastRuns },
    };
  });
}

/** Runs the scheduled backup now. */
export function runBackupNow({ config }: Invocation): Promise<CommandOutput> {
  const destination = requireDestination(config);
  return withInstallation(config, async (ctx, _signingKeys, { settings, dataDir }) => {
    const { key, keep } = config.backup;
    const bucket = openBucket(config, dataDir);
    const job = { db: ctx.db, log: ctx.log, settings, destination, key: key as string, keep, dataDir, bucket };
    const json = await runBackup(job);
    if (!json) throw new Error('Another process is running a backup: wait until it has finished.');
    const removed = json.removed.length > 0 ? ` Removed ${json.removed.join(', ')}.` : '';
    return { text: `Wrote ${json.name} to ${destination.address}: ${json.bytes} bytes.${removed}`, json };
  });
}

function requireDestination({ backup: { to } }: Config): Destination {
  if (!to) throw new Error('There is no destination: set PORTICO_BACKUP_TO to a folder or s3://BUCKET/PREFIX.');
  return openDestination(to);
}

const openBucket = (config: Config, dataDir: string) => config.s3 && openStorage({ ...config, dataDir });

/**
 * Runs `work` with the archive that `name` names: a file, or one in PORTICO_BACKUP_TO, or the `latest` there.
 */
export function withArchive<R>(
  config: Config,
  name: string,
  dataDir: string,
  work: (file: string, name: string) => Promise<R>,
): Promise<R> {
  const destination = destinationOf(config, name);
  return destination ? fetchBackup(destination, { name, folder: dataDir }, work) : work(resolve(name), name);
}

/** Returns where the archive `name` is; null if it is a file of this machine. */
const destinationOf = ({ backup: { to } }: Config, name: string): Destination | null =>
  existsSync(name) || !to ? null : openDestination(to);

async function withDatabase<R>(
  config: Config,
  { create }: { readonly create: boolean },
  work: (connection: ConnectedDatabase) => Promise<R>,
): Promise<R> {
  const connection = await connect(config, terminalLog, { use: 'tool', create });
  try {
    return await work(connection);
  } finally {
    await connection.stop();
  }
}
