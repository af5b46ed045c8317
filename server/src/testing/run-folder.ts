/**
 * Creates and finds the folder of one test run, which contains the temporary files of its processes. It is in memory if
 * enough is free. It contains `prepared`: a data folder with a cleanly stopped cluster and empty, migrated tables.
 * Tests that do not concern the first start copy it, which takes a tenth of the time of creating a cluster.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './postmaster-process.ts';

/** Environment variable with the path of the folder. It is set only during a test run, not when tools use this file. */
const RUN_FOLDER_VARIABLE = 'PORTICO_TEST_RUN';

/** Minimum free memory for a folder in memory. A run has never needed more than half of it. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

const MAX_RUN_MS = 6 * 3_600_000;

/** Creates the folder and publishes its path to this process and its children through the environment. */
export function makeRunFolder(): string {
  const parent = hasFreeMemory('/dev/shm') ? '/dev/shm' : tmpdir();
  removeLeftovers(parent);
  const folder = makeTraversable(mkdtempSync(join(parent, `portico-run-${process.pid}-`)));
  process.env[RUN_FOLDER_VARIABLE] = folder;
  return folder;
}

export const preparedFolderIn = (runFolder: string): string => join(runFolder, 'prepared');

/** Creates an empty folder in the folder of the test run or, outside of a run, in the system's temporary folder. */
export function makeTemporaryFolder(prefix: string): string {
  return makeTraversable(mkdtempSync(join(process.env[RUN_FOLDER_VARIABLE] ?? tmpdir(), prefix)));
}

/** Copies the prepared data folder to `dataDir`, which must not exist; does nothing outside of a test run. */
export function copyPrepared(dataDir: string): void {
  const runFolder = process.env[RUN_FOLDER_VARIABLE];
  // `cp -a` retains owners and modes, which Node's copy does not. If we run as root, PostgreSQL's files belong to
  // another user.
  if (runFolder) execFileSync('cp', ['-a', preparedFolderIn(runFolder), dataDir]);
}

/** Lets other users enter the folder, because PostgreSQL runs as another user if we are root. */
function makeTraversable(folder: string): string {
  chmodSync(folder, 0o711);
  return folder;
}

/** Removes folders of killed runs, because they may use up memory. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^portico-run-(\d+)-/.exec(name)?.[1]);
    const createdAt = pid ? statSync(join(parent, name), { throwIfNoEntry: false })?.birthtimeMs : undefined;
    // A recent folder may belong to a process of another container, whose process ids differ.
    if (createdAt === undefined || isAlive(pid) || Date.now() - createdAt < MAX_RUN_MS) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function hasFreeMemory(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
