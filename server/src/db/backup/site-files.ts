import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storedNameOf } from './files.ts';
import { discardFiles, type IncomingFiles } from './incoming-files.ts';

/**
 * Receives only the files of one site, into one folder. `names` grows with each received file: it contains the names of
 * files and thumbnails without the site's id.
 */
export function receiveSiteFiles(folder: string, siteId: string): { files: IncomingFiles; names: readonly string[] } {
  const names: string[] = [];
  const files: IncomingFiles = {
    ...discardFiles,
    async add(path, entry) {
      const [site, id] = storedNameOf(path)?.split('/') ?? [];
      if (site !== siteId || !id) return discardFiles.add(path, entry);
      await pipeline(entry.body, createWriteStream(join(folder, id), { flags: 'wx', mode: 0o600 }));
      names.push(id);
    },
  };
  return { files, names };
}
