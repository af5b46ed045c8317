/** The build targets: their sources and output folders. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export type BuildName = 'dashboard' | 'site' | 'docs' | 'packages' | 'embed' | 'server';

export interface Build {
  readonly name: BuildName;
  /** The name of the target in messages. */
  readonly title: string;
  /** Working directory of the build command. */
  readonly folder: string;
  /** Output folder, named by a hash of the sources, so that an existing folder is always complete and current. */
  readonly output: string;
}

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

const SHARED_SOURCES = ['sdk/src', 'domain/src', 'contract/src', 'package-lock.json'];
const SOURCES: Readonly<Record<BuildName, readonly string[]>> = {
  dashboard: ['dashboard', 'react/src', ...SHARED_SOURCES],
  site: ['site', 'react/src', ...SHARED_SOURCES],
  docs: [
    ...['docs', 'examples', 'react/src', 'server/src/http/reference', 'sdk/README.md', 'react/README.md'],
    ...['CHANGELOG.md', 'SECURITY.md', ...SHARED_SOURCES],
  ],
  packages: [
    ...['tools/pack.ts', 'tools/packages.ts', 'react/src', 'sdk/package.json', 'react/package.json'],
    ...['sdk/README.md', 'react/README.md', 'tsconfig.pack.json', ...SHARED_SOURCES],
  ],
  embed: ['embed', 'react/src', ...SHARED_SOURCES],
  server: ['server', ...SHARED_SOURCES],
};
/** Folder of each target whose folder is not named like the target. */
const FOLDERS: Partial<Record<BuildName, string>> = { packages: 'sdk' };
/** Outputs, caches and tests. A change to them does not affect what is served. */
const IGNORED_PATHS = /(^|\/)(build|node_modules|\.react-router|testing|process-tests)(\/|$)|\.(test|fixture)\.tsx?$/;

/** In a bundle: the output folder of each target, relative to its root. `npm run bundle` writes the file. */
const prebuiltFile = join(repository, 'prebuilt.json');
const prebuilt: Readonly<Record<BuildName, string>> | undefined = existsSync(prebuiltFile)
  ? JSON.parse(readFileSync(prebuiltFile, 'utf8'))
  : undefined;

/** True in a bundle, which contains every build and no tools to build again. */
export const isBundle = prebuilt !== undefined;

const builds = new Map<BuildName, Build>();

/**
 * Returns the build for the sources as they were when this process first read them, because the build and the served
 * files must match.
 */
export function readBuild(name: BuildName): Build {
  const read = builds.get(name);
  if (read) return read;
  const folder = join(repository, FOLDERS[name] ?? name);
  const build = {
    name,
    title: name === 'docs' ? 'documentation' : name,
    folder,
    output: prebuilt ? join(repository, prebuilt[name]) : join(folder, 'build', fingerprint(SOURCES[name])),
  };
  builds.set(name, build);
  return build;
}

/** Returns whether the build exists. */
export const isBuilt = (build: Build): boolean => existsSync(build.output);

function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(digestOf(source));
  return hash.digest('hex').slice(0, 16);
}

/** Digests by source, because most sources belong to several builds and each file is read only once. */
const digests = new Map<string, string>();

const READ_BYTES = 65_536;

function digestOf(source: string): string {
  const known = digests.get(source);
  if (known) return known;
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (const file of listSourceFiles(join(repository, source))) {
    hash.update(`${relative(repository, file)}\n`);
    hashContent(hash, file, buffer);
    hash.update('\n');
  }
  const digest = hash.digest('hex');
  digests.set(source, digest);
  return digest;
}

/** Reads through one buffer. Buffers of whole files would take 20 MB, which the C library returns only in part. */
function hashContent(hash: Hash, file: string, buffer: Buffer): void {
  const descriptor = openSync(file, 'r');
  try {
    for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer))
      hash.update(buffer.subarray(0, bytes));
  } finally {
    closeSync(descriptor);
  }
}

function listSourceFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !IGNORED_PATHS.test(relative(repository, file)))
    .sort();
}
