import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recoveryNames } from './recovery-files.ts';
import type { SealedDestination } from './sealed.ts';

/** Names of segments of the write-ahead log, of the labels of copies, and of the histories of timelines. */
const WAL_NAME = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

/** Moves the segments that PostgreSQL archived to the destination. */
export interface WalShipper {
  /** Moves all waiting segments. Calls do not overlap. @throws the error of the destination */
  ship(): Promise<void>;
  /** Returns how many segments wait, and since when the oldest one does. */
  backlog(): Promise<{ readonly count: number; readonly since: Date | null }>;
}

/** @param folder the folder of archived segments in the data folder */
export function createWalShipper(folder: string, sealed: SealedDestination, systemId: string): WalShipper {
  let running: Promise<void> = Promise.resolve();
  const list = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => WAL_NAME.test(name)).sort();
  const shipAll = async (): Promise<void> => {
    for (const segment of await list()) {
      const file = join(folder, segment);
      await sealed.write(recoveryNames.wal(systemId, segment), createReadStream(file));
      // The destination now has the segment durably; a crash before this only repeats the upload.
      await rm(file);
    }
  };
  return {
    ship() {
      running = running.catch(() => undefined).then(shipAll);
      return running;
    },
    async backlog() {
      const names = await list();
      const found = names[0] ? await stat(join(folder, names[0])).catch(() => null) : null;
      return { count: names.length, since: found?.mtime ?? null };
    },
  };
}
