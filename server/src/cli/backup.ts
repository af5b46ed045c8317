import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { connect } from '../database.ts';
import type { Command, Invocation } from './command.ts';
import { terminalLog } from './with-installation.ts';

export const backupCommand: Command = {
  usage: 'FILE',
  summary: 'Write everything into one archive, also while the server runs',
  options: {},
  run: (invocation) =>
    withArchive(invocation, async (file, connected) => {
      const { backup } = await import('../db/backup/index.ts');
      const json = await backup(connected.settings, { file, dataDir: connected.dataDir });
      const text = `Wrote ${file}: ${json.rows} rows in ${json.tables} tables, ${json.files} files.${elsewhere(invocation.config)}`;
      return { text, json };
    }),
};

/** A bucket may hold more than a disk: it is kept by means of its own (versions, replication). */
const elsewhere = ({ s3 }: Config): string =>
  s3 ? `\nUploaded files are in the bucket ${s3.bucket} and not in the archive: keep a copy of that too.` : '';

export const restoreCommand: Command = {
  usage: 'FILE',
  summary: 'Fill an empty installation from an archive',
  options: {},
  run: (invocation) =>
    withArchive(invocation, async (file, connected) => {
      const { restore } = await import('../db/backup/index.ts');
      const json = await restore(connected.settings, { file, dataDir: connected.dataDir });
      return { text: `Restored ${json.rows} rows in ${json.tables} tables, ${json.files} files.`, json };
    }),
};

async function withArchive<R>(
  { config, positionals }: Invocation & { config: Config },
  work: (file: string, connected: Awaited<ReturnType<typeof connect>>) => Promise<R>,
): Promise<R> {
  const [file] = positionals;
  if (!file) throw new Error('Name the archive: portico backup FILE, portico restore FILE.');
  const connected = await connect(config, terminalLog, 'tool');
  try {
    return await work(resolve(file), connected);
  } finally {
    await connected.stop();
  }
}
