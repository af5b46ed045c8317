/** What is built from our sources, and where its output lies. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export type BuildName = 'dashboard' | 'site' | 'server';

export interface Build {
  readonly name: BuildName;
  /** in which its builder runs */
  readonly folder: string;
  /** named after its sources, so that what is there is never half built nor out of date */
  readonly output: string;
}

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

const SHARED_SOURCES = ['sdk/src', 'domain/src', 'contract/src', 'package-lock.json'];
const SOURCES: Readonly<Record<BuildName, readonly string[]>> = {
  dashboard: ['dashboard', 'react/src', ...SHARED_SOURCES],
  site: ['site', 'react/src', ...SHARED_SOURCES],
  server: ['server', ...SHARED_SOURCES],
};
/** Outputs, caches and tests: a change there changes nothing that is served. */
const NO_SOURCE = /(^|\/)(build|node_modules|\.react-router|testing|process-tests)(\/|$)|\.(test|fixture)\.tsx?$/;

const known = new Map<BuildName, Build>();

/** As its sources stood when this process first asked: what is built is also what is served. */
export function readBuild(name: BuildName): Build {
  const read = known.get(name);
  if (read) return read;
  const folder = join(repository, name);
  const build = { name, folder, output: join(folder, 'build', fingerprint(SOURCES[name])) };
  known.set(name, build);
  return build;
}

/** Whether it can be used. */
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
