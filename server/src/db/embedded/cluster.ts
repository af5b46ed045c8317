import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { type DataFolder, readClusterMajor } from './data-folder.ts';
import { EmbeddedDatabaseError, toFolderError, toOutputError } from './errors.ts';
import { processState, run } from './processes.ts';

const INITDB_TIMEOUT_MS = 120_000;

/** Folder in the data folder where `upgrade-database` prepares the database of the new major version. */
export const UPGRADE_FOLDER = 'upgrade';

/**
 * Returns the path of a new folder in which a cluster is prepared. If the process is killed, the next creation of a
 * cluster removes the folder.
 */
export const nameDraft = (dataDir: string): string =>
  join(dataDir, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`);

/** Folders in which this process is currently running `initdb`. */
const drafts = new Set<string>();

/**
 * Creates the cluster if there is none. @throws EmbeddedDatabaseError if another major version created the existing one
 */
export async function ensureCluster(folder: DataFolder, binaries: Binaries): Promise<void> {
  rejectForeignOwner(folder);
  const major = readClusterMajor(folder.cluster);
  if (major === undefined) {
    rejectInterruptedUpgrade(folder);
    return initializeCluster(folder, binaries);
  }
  if (major !== binaries.major) {
    throw new EmbeddedDatabaseError(
      `The data folder ${folder.dataDir} was made by PostgreSQL ${major} and this Portico brings PostgreSQL ${binaries.major}: ` +
        'run "portico upgrade-database --from FOLDER" with the folder of the Portico that made it.',
    );
  }
}

/** Throws if `upgrade-database` was killed between its last two steps, because a new cluster would hide the data. */
function rejectInterruptedUpgrade({ cluster, dataDir }: DataFolder): void {
  const upgraded = join(dataDir, UPGRADE_FOLDER, 'postgres');
  if (existsSync(upgraded))
    throw new EmbeddedDatabaseError(
      `An upgrade of the database was interrupted at its last step: move ${upgraded} to ${cluster}.`,
    );
}

/**
 * Initializes the cluster under a temporary name and then renames it. After an interrupted `initdb`, the next start
 * finds either a complete cluster or none. If two processes do this at once, the first one to rename succeeds.
 */
async function initializeCluster(folder: DataFolder, binaries: Binaries): Promise<void> {
  const { cluster, dataDir, user } = folder;
  removeLeftovers(dataDir);
  const draft = nameDraft(dataDir);
  drafts.add(draft);
  try {
    mkdirSync(draft, { mode: 0o700 });
    chmodSync(draft, 0o700);
    if (user) chownSync(draft, user.uid, user.gid);
    await runInitdb(draft, folder, binaries);
    renameSync(draft, cluster);
    syncFolder(dirname(cluster));
  } catch (error) {
    discard(draft);
    if (readClusterMajor(cluster) !== undefined) return;
    if (existsSync(cluster) && ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw new EmbeddedDatabaseError(`The folder ${cluster} contains files but no database: move them away.`);
    }
    throw toFolderError(dataDir, error);
  } finally {
    drafts.delete(draft);
  }
}

async function runInitdb(draft: string, { dataDir, user }: DataFolder, binaries: Binaries): Promise<void> {
  // Authentication "trust" is safe: PostgreSQL listens only on a socket in a folder that only its owner and root can
  // enter.
  const args = ['-D', draft, '-U', 'portico', '-A', 'trust', '-E', 'UTF8'];
  let output = '';
  for (const locale of localesFor(binaries.major)) {
    const initdbResult = await run(binaries.initdb, [...args, ...locale], {
      env: binaries.env,
      user,
      timeoutMs: INITDB_TIMEOUT_MS,
    });
    if (initdbResult.code === 0) return;
    output = initdbResult.output;
    if (!/invalid locale name|locale name .* is not|could not find suitable/i.test(output)) break;
  }
  throw toOutputError('initdb', dataDir, output);
}

/**
 * Returns the locale options of initdb in order of preference. The first one that the machine supports is used. From
 * version 17 on, PostgreSQL has a built-in UTF-8 locale, which is the same on every machine and after every library
 * update. `--locale` then affects only the parts that still use the C library (word boundaries of pg_trgm). Before
 * version 17, everything uses C.UTF-8 of the C library or, if that is missing, C, which folds only the case of ASCII.
 * Queries do not depend on the locale, because they name their collations: "C" to sort, and ICU's "und-x-icu" to fold
 * case. initdb creates both in every version from 15 to 18.
 */
function localesFor(major: number): string[][] {
  if (major < 17) return [['--locale=C.UTF-8'], ['--locale=C']];
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return [
    [...builtin, '--locale=C.UTF-8'],
    [...builtin, '--locale=C'],
  ];
}

/** Rejects a cluster of another user, because PostgreSQL starts only as the owner of its files. */
function rejectForeignOwner({ cluster, dataDir, user }: DataFolder): void {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const expected = user?.uid ?? process.getuid?.();
  if (owner === undefined || owner === expected) return;
  throw new EmbeddedDatabaseError(
    `The database in the data folder ${dataDir} belongs to user ${owner}, not to user ${expected}: run Portico as that user, or set PORTICO_DATA_DIR.`,
  );
}

/** Removes the leftovers of interrupted runs of initdb, except folders in which another process is running it now. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || drafts.has(join(dataDir, name))) continue;
    if (Number(pid) === process.pid || processState(Number(pid)) === 'gone') {
      discard(join(dataDir, name));
    }
  }
}

/**
 * Removes a folder. An initdb whose parent process was killed may still write to the folder. Files that it leaves are
 * removed the next time a cluster is created.
 */
function discard(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A failure wastes only disk space.
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
