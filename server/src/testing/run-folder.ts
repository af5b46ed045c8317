/**
 * The folder of one run of tests: what its processes make for a while goes here, in memory where there is plenty. In it is
 * `prepared`, a data folder as the first start leaves it: a cluster, stopped cleanly, with the tables made and nothing in
 * them. What is not about the first start begins with a copy, for a tenth of what it costs to make one.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './postmaster-process.ts';

/** Where the run's processes find it. Outside of a run (tools) there is none. */
const VARIABLE = 'PORTICO_TEST_RUN';

/** Half of what is asked for was never needed yet. */
const PLENTY_BYTES = 4 * 1024 ** 3;

const LONGEST_RUN_MS = 6 * 3_600_000;

/** Makes the folder, and tells this process and those that it starts. */
export function makeRunFolder(): string {
  const parent = isPlenty('/dev/shm') ? '/dev/shm' : tmpdir();
  removeLeftovers(parent);
  const folder = passable(mkdtempSync(join(parent, `portico-run-${process.pid}-`)));
  process.env[VARIABLE] = folder;
  return folder;
}

export const preparedIn = (runFolder: string): string => join(runFolder, 'prepared');

/** An empty folder in that of the run, or with the system's other temporary files. */
export function temporaryFolder(prefix: string): string {
  return passable(mkdtempSync(join(process.env[VARIABLE] ?? tmpdir(), prefix)));
}

/** Makes `dataDir` a copy of the prepared one, if there is a run. Its parent must be there, and itself not. */
export function copyPrepared(dataDir: string): void {
  const runFolder = process.env[VARIABLE];
  // Owners and modes too, which Node's own copy leaves out: root's PostgreSQL belongs to another user.
  if (runFolder) execFileSync('cp', ['-a', preparedIn(runFolder), dataDir]);
}

/** As root PostgreSQL runs under another user, who must be able to pass through. */
function passable(folder: string): string {
  chmodSync(folder, 0o711);
  return folder;
}

/** What runs left that were killed: memory is dearer than disk. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^portico-run-(\d+)-/.exec(name)?.[1]);
    const made = pid ? statSync(join(parent, name), { throwIfNoEntry: false })?.birthtimeMs : undefined;
    // Not a young one: a container of its own may share the folder, and have other numbers.
    if (made === undefined || isAlive(pid) || Date.now() - made < LONGEST_RUN_MS) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isPlenty(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) > PLENTY_BYTES;
  } catch {
    return false;
  }
}
