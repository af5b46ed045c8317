import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { connect } from '../database.ts';
import { backup, restore } from '../db/backup/index.ts';
import type { CommandOutput, Invocation } from './command.ts';
import { terminalLog } from './terminal-log.ts';

export function writeBackup(invocation: Invocation): Promise<CommandOutput> {
  return withArchive(invocation, { create: false }, async (file, { settings, dataDir }) => {
    const json = await backup(settings, { file, dataDir });
    const text = `Wrote ${file}: ${json.rows} rows in ${json.tables} tables, ${json.files} files.${bucketNote(invocation.config)}`;
    return { text, json };
  });
}

/** The archive omits files in a bucket, because they may exceed a disk, and buckets have versions and replication. */
const bucketNote = ({ s3 }: Config): string =>
  s3 ? `\nUploaded files are in the bucket ${s3.bucket} and not in the archive: back it up separately.` : '';

export function restoreBackup(invocation: Invocation): Promise<CommandOutput> {
  return withArchive(invocation, { create: true }, async (file, { settings, dataDir }) => {
    const json = await restore(settings, { file, dataDir });
    return { text: `Restored ${json.rows} rows in ${json.tables} tables and ${json.files} files.`, json };
  });
}

async function withArchive<R>(
  { config, positionals: [file = ''] }: Invocation,
  { create }: { readonly create: boolean },
  work: (file: string, connection: Awaited<ReturnType<typeof connect>>) => Promise<R>,
): Promise<R> {
  const connection = await connect(config, terminalLog, { use: 'tool', create });
  try {
    return await work(resolve(file), connection);
  } finally {
    await connection.stop();
  }
}
