import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStorage } from './file-storage.ts';

/**
 * Stores files in a folder. The files of a site are spread over 256 subfolders, because some file systems slow down in
 * large ones.
 */
export function openLocalStorage(folder: string, incoming: string): FileStorage {
  const pathOf = (name: string): string => {
    const { site, id } = splitName(name);
    return join(folder, site, id.slice(0, 2), id);
  };
  return {
    incoming,
    async put(name, path) {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await sync(path);
      await move(path, target);
      // A rename is durable only once the folder is synced too.
      await sync(dirname(target));
    },
    async read(name) {
      try {
        const handle = await open(pathOf(name), 'r');
        return createReadStream('', { fd: handle });
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async *list() {
      for await (const site of listEntries(folder)) {
        for await (const subfolder of listEntries(join(folder, site))) {
          for await (const id of listEntries(join(folder, site, subfolder))) {
            const found = await stat(join(folder, site, subfolder, id)).catch(() => null);
            if (found?.isFile()) yield { name: `${site}/${id}`, changedAt: found.mtime, bytes: found.size };
          }
        }
      }
    },
  };
}

/**
 * Splits the name of a stored file. Threat: a name such as `../x` leads out of the folder. Only names that consist of
 * ids are accepted; Portico generates no other names.
 */
function splitName(name: string): { site: string; id: string } {
  const [, site, id] = /^([0-9a-f-]{36})\/([0-9a-f-]{36}(?:\.thumbnail)?)$/.exec(name) ?? [];
  if (!site || !id) throw new Error(`${JSON.stringify(name)} is not the name of a stored file`);
  return { site, id };
}

/** Moves a file, also between disks, because the folder of stored files may be a link to another disk. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await sync(to);
    await rm(from, { force: true });
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listEntries(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
