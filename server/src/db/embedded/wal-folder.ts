import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DataFolder } from './data-folder.ts';

/** Seconds after which PostgreSQL archives a segment of the write-ahead log that is not full. */
const ARCHIVE_TIMEOUT_SECONDS = 60;

/** Returns the folder into which PostgreSQL copies each finished segment of its write-ahead log, beside the cluster. */
export const walFolderOf = (cluster: string): string => join(dirname(cluster), 'wal');

/**
 * Returns PostgreSQL's settings for archiving; none if the folder does not exist. The folder is the switch, because a
 * command that starts PostgreSQL without the server's environment must not leave a gap in the archive. `basic_archive`
 * needs no shell.
 */
export function archiveSettings(cluster: string): Record<string, string> {
  const folder = walFolderOf(cluster);
  if (!existsSync(folder)) return {};
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: String(ARCHIVE_TIMEOUT_SECONDS),
  };
}

/**
 * Turns archiving on or off for the next start of PostgreSQL. Returns true if the running one has the other setting.
 */
export function setWalArchiving({ cluster, user }: DataFolder, isOn: boolean): boolean {
  const folder = walFolderOf(cluster);
  if (isOn) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  } else {
    rmSync(folder, { recursive: true, force: true });
  }
  const options = join(cluster, 'postmaster.opts');
  return existsSync(options) && readFileSync(options, 'utf8').includes('"archive_mode=on"') !== isOn;
}
