import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, makeUsedFolder, nativeDir, silent, startHolder } from '../testing/embedded-database.ts';
import { toFolderError } from './errors.ts';
import { startEmbedded } from './index.ts';

const server = { isExclusive: true, supervise: true, log: silent, nativeDir };
const isRoot = process.getuid?.() === 0;

describe('startEmbedded reports in one sentence', () => {
  it('a data folder that is not writable', async () => {
    const folder = makeFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const pathInFile = join(file, 'data');
    await expect(startEmbedded({ ...server, dataDir: pathInFile })).rejects.toThrow(
      `The data folder ${pathInFile} cannot be written (ENOTDIR): make it writable, or set PORTICO_DATA_DIR to another folder.`,
    );

    // Root may write everywhere, so the test runs as another user.
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o555);
    const holder = startHolder({ ...server, dataDir: join(closed, 'data'), ...(isRoot ? { uid: 65534 } : {}) });
    expect((await holder.expect('rejected')).message).toContain('cannot be written (EACCES)');
  });

  it('a full disk at the first start', async () => {
    const message = 'is full: free some space and start again.';
    await withSmallDisk('12m', async (dataDir) => {
      await expect(startEmbedded({ ...server, dataDir })).rejects.toThrow(`the data folder ${dataDir} ${message}`);
    });
    // If the process may not mount a disk, this at least tests how the system's error is reported.
    expect(() => writeToFullDisk('/somewhere')).toThrow(`the data folder /somewhere ${message}`);
  });

  it('a full disk at a later start, and starts once there is space', async () => {
    await withSmallDisk('160m', async (dataDir) => {
      await makeUsedFolder(dataDir);
      const filler = join(dataDir, 'filler');
      fill(filler);
      await expect(startEmbedded({ ...server, dataDir })).rejects.toThrow('is full: free some space and start again.');
      rmSync(filler);
      await (await startEmbedded({ ...server, dataDir })).stop();
    });
  });

  it('a data folder of another major version', async () => {
    const dataDir = await makeUsedFolder();
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9\n');
    await expect(startEmbedded({ ...server, dataDir })).rejects.toThrow(
      /^The data folder \S+ was made by PostgreSQL 9 and this Portico brings PostgreSQL \d\d: run "portico upgrade-database --from FOLDER"/,
    );
  });

  it('a folder that contains other files', async () => {
    const dataDir = makeFolder();
    mkdirSync(join(dataDir, 'postgres'));
    chmodSync(join(dataDir, 'postgres'), 0o755);
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'mine');
    const holder = startHolder({ ...server, dataDir });
    const { message } = await holder.expect('rejected');
    expect(message).toMatch(/contains files but no database|belongs to user 0/);
  });

  it('binaries that cannot be run', async () => {
    const broken = join(makeFolder(), 'native');
    mkdirSync(join(broken, 'bin'), { recursive: true });
    writeFileSync(join(broken, 'bin', 'postgres'), '#!/no/such/loader');
    chmodSync(join(broken, 'bin', 'postgres'), 0o755);
    await expect(startEmbedded({ ...server, dataDir: makeFolder(), nativeDir: broken })).rejects.toThrow(
      /^PostgreSQL's programs in \S+ cannot be run \(\w+\): reinstall/,
    );
  });

  it('a cluster that PostgreSQL itself rejects', async () => {
    const dataDir = await makeUsedFolder();
    rmSync(join(dataDir, 'postgres', 'global'), { recursive: true });
    await expect(startEmbedded({ ...server, dataDir })).rejects.toThrow(
      /^The embedded database in \S+ does not start: postgres exited with the message ".*global\/pg_control/,
    );
  });
});

/** Runs the test on a separate disk if this process may mount one. */
async function withSmallDisk(size: string, test: (dataDir: string) => Promise<void>): Promise<void> {
  const disk = join(makeFolder(), 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'portico-test', disk], { stdio: 'ignore' });
  } catch {
    return;
  }
  try {
    await test(join(disk, 'data'));
  } finally {
    execFileSync('umount', [disk]);
  }
}

function fill(file: string): void {
  try {
    for (let size = 1024 * 1024; ; ) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}

function writeToFullDisk(dataDir: string): void {
  try {
    writeFileSync('/dev/full', 'x');
  } catch (error) {
    throw toFolderError(dataDir, error);
  }
}
