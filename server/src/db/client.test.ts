import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { DatabaseClient } from './client.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { clientConfigOf, openDatabase } from './pool.ts';
import { authority, certificate, privateKey } from './testing/tls-certificate.ts';

const { settings } = inject('cluster');
const direct = clientConfigOf(settings);
const usesUnixSocket = direct.host?.startsWith('/') ?? false;
const PASSWORD = String(direct.password ?? 'p@ss word');
const folder = mkdtempSync(join(tmpdir(), 'portico-tls-'));
const rootCertificate = join(folder, 'authority.pem');
writeFileSync(rootCertificate, authority);
const proxies: { server: Server; sockets: Set<Socket> }[] = [];
let port: number;

beforeAll(async () => {
  port = await startProxy({ hasTls: true });
});
afterAll(() => {
  for (const proxy of proxies) stopProxy(proxy);
  rmSync(folder, { recursive: true });
});

/** Starts a TCP proxy for the cluster, which has only a Unix socket. It negotiates TLS as PostgreSQL does. */
async function startProxy({ hasTls }: { hasTls: boolean }): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      const requestsTls = first.length === 8 && first.readInt32BE(4) === 80877103;
      if (!requestsTls) {
        if (hasTls) return socket.destroy();
        return pipe(socket, first);
      }
      socket.write(hasTls ? 'S' : 'N');
      if (hasTls) pipe(new TLSSocket(socket, { isServer: true, cert: certificate, key: privateKey }));
    });
  });
  proxies.push({ server, sockets });
  const bound = await freePort();
  await new Promise<void>((resolve) => server.listen(bound, '127.0.0.1', resolve));
  return bound;
}

/**
 * Connects the client to the cluster after it has sent the password. The cluster accepts every connection to its
 * socket.
 */
function pipe(socket: Socket, first?: Buffer): void {
  const upstreamSocket = usesUnixSocket
    ? connect(`${direct.host}/.s.PGSQL.${direct.port}`)
    : connect(direct.port ?? 5432, direct.host);
  for (const side of [socket, upstreamSocket]) {
    side.on('error', () => undefined).on('close', () => [socket, upstreamSocket].map((one) => one.destroy()));
  }
  const begin = (startup: Buffer): void => {
    if (!usesUnixSocket) return void pipeBothWays(startup);
    // The bytes are AuthenticationCleartextPassword, to which the client replies with a PasswordMessage.
    socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
    socket.once('data', (received: Buffer) => {
      if (received.toString('utf8', 5, received.length - 1) !== PASSWORD) return socket.destroy();
      pipeBothWays(startup);
    });
  };
  const pipeBothWays = (startup: Buffer): void => {
    upstreamSocket.write(startup);
    socket.pipe(upstreamSocket).pipe(socket);
  };
  if (first) begin(first);
  else socket.once('data', begin);
}

function stopProxy({ server, sockets }: (typeof proxies)[number]): void {
  server.close();
  for (const socket of sockets) socket.destroy();
}

const urlOf = (hosts: string, parameters = ''): string =>
  `postgres://${direct.user}:${encodeURIComponent(PASSWORD)}@${hosts}/${direct.database}${parameters}`;

async function queryThrough(url: string): Promise<unknown> {
  const client = new DatabaseClient(clientConfigOf({ connectionString: url }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(`select 1 as one, current_setting('search_path') as path`)).rows[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const expected = { one: 1, path: 'portico' };

describe('sslmode', () => {
  it('require encrypts with any certificate', async () => {
    expect(await queryThrough(urlOf(`127.0.0.1:${port}`, '?sslmode=require'))).toEqual(expected);
  });

  it('require rejects a server without TLS', async () => {
    const plain = await startProxy({ hasTls: false });
    expect(await queryThrough(urlOf(`127.0.0.1:${plain}`, '?sslmode=disable'))).toEqual(expected);
    await expect(queryThrough(urlOf(`127.0.0.1:${plain}`, '?sslmode=require'))).rejects.toThrow('does not support SSL');
  });

  it('verify-full checks the authority and the host name of the certificate', async () => {
    const verifyOptions = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(rootCertificate)}`;
    expect(await queryThrough(urlOf(`localhost:${port}`, verifyOptions))).toEqual(expected);
    await expect(queryThrough(urlOf(`127.0.0.1:${port}`, verifyOptions))).rejects.toThrow(
      "does not match certificate's altnames",
    );
    await expect(queryThrough(urlOf(`localhost:${port}`, '?sslmode=verify-full'))).rejects.toThrow('certificate');
  });

  it('verify-ca checks only the authority of the certificate', async () => {
    const verifyOptions = `?sslmode=verify-ca&sslrootcert=${encodeURIComponent(rootCertificate)}`;
    expect(await queryThrough(urlOf(`127.0.0.1:${port}`, verifyOptions))).toEqual(expected);
  });
});

describe('several hosts', () => {
  it('connects to the host that responds, also from the pool, and to another one after a failover', async () => {
    const first = await startProxy({ hasTls: true });
    const firstProxy = proxies.at(-1) as (typeof proxies)[number];
    const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${first},127.0.0.1:${await freePort()}`;
    expect(await queryThrough(urlOf(hosts, '?sslmode=require'))).toEqual(expected);

    const url = urlOf(`127.0.0.1:${first},127.0.0.1:${port}`, '?sslmode=require&target_session_attrs=read-write');
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const { db, close } = openDatabase({ connectionString: url }, quiet, 2);
    const { sql } = await import('kysely');
    const selectOne = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one);
    expect(await selectOne()).toBe(1);
    stopProxy(firstProxy);
    await expect.poll(() => selectOne().catch(() => 0)).toBe(1);
    await close();
  });

  it('a connection on which a write was rejected as on a standby is replaced', async () => {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const { db, close } = openDatabase(settings, quiet, 1);
    const { sql } = await import('kysely');
    await sql`set default_transaction_read_only = on`.execute(db);
    await expect(sql`create table public.read_only_probe ()`.execute(db)).rejects.toMatchObject({ code: '25006' });
    await expect
      .poll(async () => (await sql`show default_transaction_read_only`.execute(db)).rows)
      .toEqual([{ default_transaction_read_only: 'off' }]);
    await close();
  });

  it('reports the reason when no host responds', async () => {
    const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}`;
    await expect(queryThrough(urlOf(hosts))).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a connection URL', () => {
  it.each([
    ['postgres://u:p@db/x', [{ host: 'db', port: 5432 }]],
    ['postgres://u:p%40q@db:5433/x', [{ host: 'db', port: 5433 }]],
    [
      'postgres://u:p@a,b:5433/x',
      [
        { host: 'a', port: 5432 },
        { host: 'b', port: 5433 },
      ],
    ],
    [
      'postgres://u@[::1]:5433,[fd00::1]/x',
      [
        { host: '::1', port: 5433 },
        { host: 'fd00::1', port: 5432 },
      ],
    ],
    ['postgres://u@localhost/x?host=/run/postgresql', [{ host: '/run/postgresql', port: 5432 }]],
    [
      'postgres://u@localhost/x?host=a,b&port=1,2',
      [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    ],
  ])('%s', (url, hosts) => {
    expect(parseDatabaseUrl(url).hosts).toEqual(hosts);
  });

  it.each([
    ['sslmode', '?sslmode=prefer'],
    ['sslmode', '?sslmode=sometimes'],
    ['sslrootcert', '?sslmode=verify-ca'],
    ['/nowhere/ca.pem', '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'],
    ['target_session_attrs', '?target_session_attrs=standby'],
  ])('is rejected with a message about %s that omits the password: %s', (named, parameters) => {
    const parse = () => parseDatabaseUrl(`postgres://u:hunter2@db/x${parameters}`);
    expect(parse).toThrow(named);
    expect(parse).toThrow(/^DATABASE_URL(?!.*hunter2).*\.$/);
  });
});
