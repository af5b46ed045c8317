/**
 * A PostgreSQL primary with streaming standbys, from the embedded binaries. They have no pg_basebackup, so a standby is
 * a copy of the primary's files between pg_backup_start and pg_backup_stop.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../db/embedded/binaries.ts';
import { resolveDataFolder } from '../db/embedded/data-folder.ts';
import { identityOptions } from '../db/embedded/processes.ts';
import { buildArguments } from '../db/embedded/settings.ts';
import { copyPrepared, makeTemporaryFolder } from './run-folder.ts';

export interface PostgresNode {
  /** Folder of the Unix socket. */
  readonly host: string;
  readonly url: string;
  /** Runs SQL as the superuser on a new connection. */
  query(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Starts the node again. */
  start(): Promise<void>;
  /** Kills the node with SIGKILL. */
  kill(): Promise<void>;
}

export interface StreamingCluster {
  readonly primary: PostgresNode;
  /** Adds a standby that streams from the node, by default from the primary, and waits until it accepts connections. */
  addStandby(name: string, from?: PostgresNode): Promise<PostgresNode>;
  stop(): Promise<void>;
}

const PORT = 5432;
const log = { info: () => undefined, warn: (message: string) => console.warn(message) };

/** Returns a URL of several nodes, as libpq reads it. */
export const urlOfNodes = (...nodes: readonly PostgresNode[]): string =>
  `postgres://portico@localhost/portico?host=${nodes.map(({ host }) => host).join()}&target_session_attrs=read-write`;

/** Starts a primary with the migrated tables of the test run. */
export async function startStreamingCluster(): Promise<StreamingCluster> {
  const root = makeTemporaryFolder('portico-streaming-');
  const dataDir = join(root, 'data');
  copyPrepared(dataDir);
  const folder = resolveDataFolder(dataDir, log);
  const binaries = await findBinaries({ user: folder.user, nativeDir: undefined, copiesDir: '/var/lib/portico', log });
  const children = new Set<ChildProcess>();

  const makeNode = (name: string, data: string): PostgresNode => {
    // A socket's path may have 107 bytes at most.
    const host = makeTemporaryFolder('s-');
    if (folder.user) chownSync(host, folder.user.uid, folder.user.gid);
    let child: ChildProcess | undefined;
    const query: PostgresNode['query'] = async (text) => {
      const client = new pg.Client({ host, port: PORT, user: 'portico', database: 'portico' });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(text)).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    return {
      host,
      url: `postgres://portico@localhost/portico?host=${host}`,
      query,
      async start() {
        const args = [...buildArguments(data, host, folder.user), '-c', 'wal_keep_size=256MB', '-c', 'fsync=off'];
        const started = spawn(binaries.postgres, [...args, '-c', `cluster_name=${name}`, '-c', 'hot_standby=on'], {
          cwd: '/',
          env: binaries.env,
          stdio: ['ignore', 'ignore', 'pipe'],
          ...identityOptions(folder.user),
        });
        let output = '';
        started.stderr?.on('data', (text: Buffer) => {
          output = (output + text).slice(-10_000);
        });
        children.add(started);
        child = started;
        while (!(await query('select').catch(() => undefined))) {
          if (started.exitCode !== null) throw new Error(`The node ${name} ended:\n${output}`);
          await sleep(50);
        }
      },
      async kill() {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
        // PostgreSQL's other processes end when they notice that the first is gone.
        while (existsSync(join(data, 'postmaster.pid')) && (await query('select').catch(() => undefined)))
          await sleep(20);
      },
    };
  };
  const primary = makeNode('primary', folder.cluster);
  await primary.start();
  return {
    primary,
    async addStandby(name, from = primary) {
      const data = join(root, name);
      const client = new pg.Client({ host: from.host, port: PORT, user: 'portico', database: 'portico' });
      await client.connect();
      await client.query(`select pg_backup_start('${name}', true)`);
      mkdirSync(data);
      const source = String((await client.query('show data_directory')).rows[0].data_directory);
      execFileSync('cp', ['-a', `${source}/.`, data]);
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
      await client.end();
      rmSync(join(data, 'postmaster.pid'), { force: true });
      writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
      writeFileSync(join(data, 'standby.signal'), '');
      appendFileSync(
        join(data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=${from.host} port=${PORT} user=portico application_name=${name}'\n`,
      );
      if (folder.user) execFileSync('chown', ['-R', `${folder.user.uid}:${folder.user.gid}`, data]);
      execFileSync('chmod', ['700', data]);
      const node = makeNode(name, data);
      await node.start();
      return node;
    },
    async stop() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        child.kill('SIGQUIT');
        await ended;
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}
