import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.html', '.json', '.txt', '.xml', '.webmanifest']);
/** Minimum size in bytes: a smaller file hardly shrinks, and its compressed copy costs a second lookup. */
const MIN_BYTES = 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes a missing `.br` and `.gz` beside every text file of a folder, so that serving them needs no compression. The
 * server may already serve the folder meanwhile. If a run is interrupted, the next one writes the missing files.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    if (existsSync(`${file}.br`) && existsSync(`${file}.gz`)) continue;
    const content = await readFile(file);
    if (content.length < MIN_BYTES) continue;
    const [brotli, gzipped] = await Promise.all([
      toBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      toGzip(content, { level: 9 }),
    ]);
    await Promise.all([writeAtomically(`${file}.br`, brotli), writeAtomically(`${file}.gz`, gzipped)]);
  }
}

/** Writes to a temporary file and renames it when it is complete, because the server may read the file at any time. */
async function writeAtomically(file: string, content: Buffer): Promise<void> {
  const temporaryFile = join(dirname(file), `.${process.pid}-${basename(file)}`);
  await writeFile(temporaryFile, content);
  await rename(temporaryFile, file);
}
