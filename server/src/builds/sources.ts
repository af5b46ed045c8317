/** The build targets: their sources and output folders. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export type BuildName = 'dashboard' | 'site' | 'server';

export interface Build {
  readonly name: BuildName;
  /** working directory of its builder */
  readonly folder: string;
  /** named by a hash of its sources, so that an existing folder is always complete and current */
  readonly output: string;
}

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

const SHARED_SOURCES = ['sdk/src', 'domain/src', 'contract/src', 'package-lock.json'];
const SOURCES: Readonly<Record<BuildName, readonly string[]>> = {
  dashboard: ['dashboard', 'react/src', ...SHARED_SOURCES],
  site: ['site', 'react/src', ...SHARED_SOURCES],
  server: ['server', ...SHARED_SOURCES],
};
/** Outputs, caches and tests: a change there does not affect what is served. */
const NO_SOURCE = /(^|\/)(build|node_modules|\.react-router|testing|process-tests)(\/|$)|\.(test|fixture)\.tsx?$/;

const known = new Map<BuildName, Build>();

/** The hash of the sources when this process first computed it: the build and the served files must match. */
export function readBuild(name: BuildName): Build {
  const read = known.get(name);
  if (read) return read;
  const folder = join(repository, name);
  const build = { name, folder, output: join(folder, 'build', fingerprint(SOURCES[name])) };
  known.set(name, build);
  return build;
}

/** Returns whether the build exists. */
export const isBuilt = (build: Build): boolean => existsSync(build.output);

function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listSourceFiles(join(repository, source))) {
      hash
        .update(`${relative(repository, file)}\n`)
        .update(readFileSync(file))
        .update('\n');
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function listSourceFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NO_SOURCE.test(relative(repository, file)))
    .sort();
}
