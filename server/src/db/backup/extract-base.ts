import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SECRET_ENTRY } from './archive.ts';
import { BASE_ENTRY, CLUSTER_PREFIX } from './base-copy.ts';
import { BackupError } from './errors.ts';
import { checkPath } from './incoming-files.ts';
import { collect, readTar } from './tar.ts';

/**
 * Writes the files of a base copy into a folder. Returns the installation's secret; null if it was in the environment.
 * @throws BackupError if the copy is damaged or incomplete
 */
export async function extractBaseCopy(bytes: AsyncIterable<Buffer>, folder: string): Promise<Buffer | null> {
  let secret: Buffer | null = null;
  let isComplete = false;
  for await (const { name, body } of readTar(Readable.from(bytes))) {
    if (name === BASE_ENTRY) {
      const { folders } = JSON.parse((await collect(body)).toString()) as { folders: string[] };
      for (const path of folders) await mkdir(join(folder, checkPath(path)), { recursive: true, mode: 0o700 });
    } else if (name === SECRET_ENTRY) {
      secret = await collect(body);
    } else if (name.startsWith(CLUSTER_PREFIX)) {
      const path = checkPath(name.slice(CLUSTER_PREFIX.length));
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      await pipeline(body, createWriteStream(join(folder, path), { flags: 'wx', mode: 0o600, flush: true }));
      isComplete ||= path === 'backup_label';
    } else {
      throw new BackupError(`The copy is damaged: ${JSON.stringify(name)} does not belong in it.`);
    }
  }
  if (!isComplete) throw new BackupError('The copy of the database is incomplete.');
  return secret;
}

/** Writes the secret of a recovered installation, unless the data folder has one. */
export async function writeSecret(dataDir: string, secret: Buffer): Promise<void> {
  await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}
