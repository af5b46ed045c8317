import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BackupError } from '../db/backup/errors.ts';
import { writeFileAtomically } from '../db/backup/files.ts';
import type { Destination } from './destination.ts';

/** A complete archive at the destination. */
export interface StoredBackup {
  readonly name: string;
  readonly takenAt: Date;
  readonly bytes: number;
}

const NAME = /^portico-(\d{8}T\d{6}Z)\.backup$/;

/** Returns the name of an archive that is taken at this time, such as `portico-20261123T030000Z.backup`. */
export const nameBackup = (takenAt: Date): string => `portico-${compactTime(takenAt)}.backup`;

/** Formats a time as part of a name, such as `20261123T030000Z`. */
export const compactTime = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

/** Parses the result of `compactTime`. */
export const parseCompactTime = (text: string): Date =>
  new Date(text.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));

/** Returns the archives at the destination, the newest first. Other files are ignored. */
export async function listBackups(destination: Destination): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for await (const { name, bytes } of destination.list()) {
    const time = NAME.exec(name)?.[1];
    if (time) found.push({ name, bytes, takenAt: parseCompactTime(time) });
  }
  return found.sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}

/**
 * Runs `work` with a local copy of an archive, which is removed afterwards.
 * @param name name of the archive, or `latest`
 * @param folder where the copy is written; created if it is missing
 * @throws BackupError if there is no such archive
 */
export async function fetchBackup<R>(
  destination: Destination,
  { name, folder }: { readonly name: string; readonly folder: string },
  work: (file: string, name: string) => Promise<R>,
): Promise<R> {
  const { chosen, content } = await openBackup(destination, name);
  await mkdir(folder, { recursive: true });
  const temporary = await mkdtemp(join(folder, 'backup-'));
  try {
    const file = join(temporary, 'copy');
    await writeFileAtomically(file, content);
    return await work(file, chosen);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** @throws BackupError unless the destination contains the archive `name`, or any archive if it is `latest` */
export async function assertBackupExists(destination: Destination, name: string): Promise<void> {
  const { content } = await openBackup(destination, name);
  content.destroy();
}

async function openBackup(destination: Destination, name: string): Promise<{ chosen: string; content: Readable }> {
  const chosen = name === 'latest' ? (await listBackups(destination))[0]?.name : name;
  const content = chosen === undefined ? null : await destination.read(chosen);
  if (!content || chosen === undefined) {
    throw new BackupError(`There is no backup ${name} in ${destination.address}: see "portico backup list".`);
  }
  return { chosen, content };
}
