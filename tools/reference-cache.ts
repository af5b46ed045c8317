/**
 * Remembers the sources with which the reference of the packages was up to date, because TypeDoc takes longer than the
 * other checks.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What determines the pages of the reference, and the pages themselves: files and folders of the repository. */
export const REFERENCE_INPUTS = [
  'sdk/src',
  'react/src',
  'domain/src',
  'docs/reference',
  'tools/sdk-reference.ts',
  'tools/reference-topics.ts',
  'tsconfig.base.json',
  'conformance/package-lock.json',
];

const CACHE_FILE = '.cache/reference.txt';

/** Returns true if the pages were up to date with exactly these inputs. */
export function isReferenceUpToDate(root: string): boolean {
  const file = join(root, CACHE_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === hashOf(root);
}

/** Remembers that the pages are up to date with the present inputs. */
export function rememberReference(root: string): void {
  mkdirSync(dirname(join(root, CACHE_FILE)), { recursive: true });
  writeFileSync(join(root, CACHE_FILE), hashOf(root));
}

function hashOf(root: string): string {
  const hash = createHash('sha256');
  for (const file of REFERENCE_INPUTS.flatMap((path) => filesIn(root, path))) {
    const content = createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex');
    hash.update(`${file} ${content}\n`);
  }
  return hash.digest('hex');
}

/** Returns the files of a folder in a fixed order, or the file itself. */
function filesIn(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''))
    .sort();
}
