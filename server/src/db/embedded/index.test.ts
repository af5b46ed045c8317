import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  makeFolder,
  makeUsedFolder,
  nativeDir,
  query,
  readPostmasterPid,
  retryUntilDone,
  silent,
  startHolder,
} from '../testing/embedded-database.ts';
import { startEmbedded } from './index.ts';
import { processState } from './processes.ts';

const server = { isExclusive: true, supervise: true, log: silent, nativeDir };
const tool = { isExclusive: false, supervise: false, log: silent, nativeDir };

describe('starting', () => {
  it('creates the database on the first start and reuses it on the second', async () => {
    const dataDir = join(makeFolder(), 'data');
    const first = await startEmbedded({ ...server, dataDir });
    expect(first).toMatchObject({ dataDir, wasAdopted: false });
    await query(first.connection.host, 'create table kept as select 7 as seven');
    const pid = readPostmasterPid(dataDir);
    await first.stop();
    expect(processState(pid)).not.toBe('running');
    expect(existsSync(first.connection.host)).toBe(false);

    const second = await startEmbedded({ ...server, dataDir });
    expect(second.wasAdopted).toBe(false);
    expect(await query(second.connection.host, 'select seven from kept')).toEqual([{ seven: 7 }]);
    await second.stop();
  });

  it('listens on a socket that only its user can reach, and on no port', async () => {
    const database = await startEmbedded({ ...tool, dataDir: await makeUsedFolder() });
    const { host } = database.connection;
    expect(
      await query(host, "select current_setting('listen_addresses') as tcp, inet_server_addr() as address"),
    ).toEqual([{ tcp: '', address: null }]);
    expect(await query(host, 'show fsync')).toEqual([{ fsync: 'on' }]);
    await database.stop();
  });

  it('folds the case of every script with the named collation', async () => {
    const database = await startEmbedded({ ...tool, dataDir: await makeUsedFolder() });
    const [row] = await query(database.connection.host, `select lower('ÄΩЖ' collate "und-x-icu") as folded`);
    expect(row).toEqual({ folded: 'äωж' });
    await database.stop();
  });

  it('accepts a data folder whose path is longer than a socket path may be', async () => {
    const dataDir = join(makeFolder(), 'a'.repeat(120), 'b'.repeat(120), 'data');
    const database = await startEmbedded({ ...tool, dataDir });
    expect(database.dataDir).toBe(dataDir);
    expect(await query(database.connection.host, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  it('supports several processes that start at once on an empty folder', async () => {
    const dataDir = makeFolder();
    const holders = [1, 2, 3].map(() => startHolder({ ...tool, dataDir }));
    for (const holder of holders) await holder.expect('ready');
    const pid = readPostmasterPid(dataDir);
    for (const holder of holders) await holder.end();
    expect(processState(pid)).not.toBe('running');
  });

  it('starts after initdb was killed halfway', async () => {
    const dataDir = join(makeFolder(), 'data');
    const holder = startHolder({ ...server, dataDir });
    await retryUntilDone(() => (existsSync(dataDir) && listDrafts(dataDir).length > 0) || undefined);
    holder.kill();
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const database = await startEmbedded({ ...server, dataDir });
    expect(await query(database.connection.host, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });
});

describe('adopting', () => {
  it('reuses the PostgreSQL of a killed server, with every acknowledged write', async () => {
    const dataDir = await makeUsedFolder();
    const holder = startHolder({ ...server, dataDir });
    const { host } = await holder.expect('ready');
    await query(host, 'create table acknowledged (number int primary key)');
    const writerProcess = startHolder({ ...tool, dataDir, writers: 8 });
    await retryUntilDone(() => (committedNumbers(writerProcess).length > 500 ? true : undefined));
    const pid = readPostmasterPid(dataDir);
    writerProcess.kill();
    holder.kill();

    const database = await startEmbedded({ ...server, dataDir });
    expect(database.wasAdopted).toBe(true);
    expect(readPostmasterPid(dataDir)).toBe(pid);
    const rows = await query(database.connection.host, 'select number from acknowledged');
    const stored = new Set(rows.map((row) => row.number));
    expect(committedNumbers(writerProcess).filter((number) => !stored.has(number))).toEqual([]);
    await database.stop();
    expect(processState(pid)).not.toBe('running');
  });

  it('loses no acknowledged write when PostgreSQL is killed too', async () => {
    const dataDir = await makeUsedFolder();
    const holder = startHolder({ ...server, supervise: false, dataDir });
    const { host } = await holder.expect('ready');
    await query(host, 'create table acknowledged (number int primary key)');
    const writerProcess = startHolder({ ...tool, dataDir, writers: 8 });
    await retryUntilDone(() => (committedNumbers(writerProcess).length > 500 ? true : undefined));
    holder.kill();
    process.kill(readPostmasterPid(dataDir), 'SIGKILL');
    writerProcess.kill();

    const database = await startEmbedded({ ...server, dataDir });
    expect(database.wasAdopted).toBe(false);
    const rows = await query(database.connection.host, 'select number from acknowledged');
    const stored = new Set(rows.map((row) => row.number));
    expect(committedNumbers(writerProcess).filter((number) => !stored.has(number))).toEqual([]);
    await database.stop();
  });

  it('removes a lock file whose process id belongs to another program', async () => {
    const dataDir = await makeUsedFolder();
    writeLock(dataDir, process.pid);
    const database = await startEmbedded({ ...server, dataDir });
    expect(readPostmasterPid(dataDir)).not.toBe(process.pid);
    await database.stop();
  });

  it('waits for a PostgreSQL that has exited but was not reaped', async () => {
    const dataDir = await makeUsedFolder();
    // `exec` replaces the shell with a long `sleep`, which does not reap the shell's child. The child becomes a zombie.
    const parent = spawn('/bin/sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
    await retryUntilDone(() => processState(pid) === 'zombie' || undefined);
    writeLock(dataDir, pid);
    const starting = startEmbedded({ ...server, dataDir });
    const first = await Promise.race([starting.then(() => 'started'), setTimeout(1_000, 'waits')]);
    parent.kill();
    const database = await starting;
    expect(first).toBe('waits');
    await database.stop();
  });
});

describe('sharing a data folder', () => {
  it('rejects a second server in one sentence, and does not disturb the first', async () => {
    const dataDir = await makeUsedFolder();
    const first = startHolder({ ...server, dataDir });
    const { host } = await first.expect('ready');
    const second = startHolder({ ...server, dataDir });
    const { message } = await second.expect('rejected');
    expect(message).toBe(
      `Another Portico server (process ${first.process.pid}) already runs on the data folder ${dataDir}: ` +
        'stop it first, or give this one another PORTICO_DATA_DIR.',
    );
    expect(await query(host, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.end();
    expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
  });

  it('lets a tool run beside a server; the last to leave stops PostgreSQL', async () => {
    const dataDir = await makeUsedFolder();
    const holder = startHolder({ ...server, dataDir });
    await holder.expect('ready');
    const firstTool = await startEmbedded({ ...tool, dataDir });
    expect(firstTool.wasAdopted).toBe(true);
    const pid = readPostmasterPid(dataDir);
    await firstTool.stop();
    expect(processState(pid)).toBe('running');

    const secondTool = await startEmbedded({ ...tool, dataDir });
    await holder.end();
    expect(await query(secondTool.connection.host, 'select 1 as one')).toEqual([{ one: 1 }]);
    await secondTool.stop();
    expect(processState(pid)).not.toBe('running');
  });

  it('lets a server start immediately after another was killed', async () => {
    const dataDir = await makeUsedFolder();
    for (let round = 0; round < 3; round++) {
      const holder = startHolder({ ...server, dataDir });
      expect(await holder.expect('ready')).toMatchObject({ wasAdopted: round > 0 });
      holder.kill();
    }
  });
});

describe('watching', () => {
  it('restarts PostgreSQL when it is killed, and keeps other servers out', async () => {
    const dataDir = await makeUsedFolder();
    const holder = startHolder({ ...server, dataDir });
    const { host } = await holder.expect('ready');
    for (let round = 0; round < 3; round++) {
      const pid = readPostmasterPid(dataDir);
      const runningQuery = query(host, 'select pg_sleep(60)').catch((error: Error) => error);
      process.kill(pid, 'SIGKILL');
      expect(await runningQuery).toBeInstanceOf(Error);
      await retryUntilDone(() => query(host, 'select 1 as one'));
      expect(readPostmasterPid(dataDir)).not.toBe(pid);
    }
    await startHolder({ ...server, dataDir }).expect('rejected');
    await holder.end();
  });

  it('restarts one that it adopted', async () => {
    const dataDir = await makeUsedFolder();
    const killedHolder = startHolder({ ...server, dataDir });
    await killedHolder.expect('ready');
    killedHolder.kill();
    const holder = startHolder({ ...server, dataDir });
    const { host, wasAdopted } = await holder.expect('ready');
    expect(wasAdopted).toBe(true);
    process.kill(readPostmasterPid(dataDir), 'SIGKILL');
    await retryUntilDone(() => query(host, 'select 1 as one'));
    await holder.end();
  });

  it('takes its lock again after PostgreSQL dropped every connection', async () => {
    const dataDir = await makeUsedFolder();
    const holder = startHolder({ ...server, dataDir });
    const { host } = await holder.expect('ready');
    const locks = "select pid from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'";
    const [before] = await query(host, locks);
    await query(host, 'select pg_terminate_backend($1)', [before?.pid]);
    const after = await retryUntilDone(async () => (await query(host, locks))[0]);
    expect(after.pid).not.toBe(before?.pid);
    await startHolder({ ...server, dataDir }).expect('rejected');
    await holder.end();
  });

  it('stops while PostgreSQL cannot be started', async () => {
    const dataDir = await makeUsedFolder();
    const holder = startHolder({ ...server, dataDir });
    await holder.expect('ready');
    const pid = readPostmasterPid(dataDir);
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '3\n');
    process.kill(pid, 'SIGKILL');
    await retryUntilDone(() => holder.events.find((e) => e.event === 'said' && e.message.includes('does not start')));
    await holder.end();
  });
});

function committedNumbers({ events }: { events: readonly { event: string; number?: number }[] }): number[] {
  return events.flatMap((e) => (e.event === 'committed' && e.number !== undefined ? [e.number] : []));
}

function listDrafts(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-')) : [];
}

function writeLock(dataDir: string, pid: number): void {
  const cluster = join(dataDir, 'postgres');
  writeFileSync(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1\n5432\n/tmp\n\n  1 1\nready\n`);
}
