import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isReceivingChanges, listenForChanges, notifyChange, onChange } from './changes.ts';
import { type OpenDatabase, openDatabase } from './index.ts';
import type { ConnectionSettings } from './pool.ts';

const silentLog = { info() {}, warn() {}, error() {}, debug() {} } as never;

/** Proxies connections to PostgreSQL, and can silence the current ones without closing them. */
function createProxy(settings: ConnectionSettings): Server & { silence(): void } {
  const passed = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = dial(addressOf(settings));
    socket.pipe(upstream).pipe(socket);
    passed.add(socket).add(upstream);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
  });
  return Object.assign(server, {
    silence() {
      for (const socket of passed) socket.unpipe().pause();
    },
  });
}

function addressOf(settings: ConnectionSettings): { path: string } | { host: string; port: number } {
  if (!('connectionString' in settings)) return { path: `${settings.host}/.s.PGSQL.${settings.port}` };
  const url = new URL(settings.connectionString);
  return { host: url.hostname, port: Number(url.port || 5432) };
}

function withProxyPort(settings: ConnectionSettings, port: number): ConnectionSettings {
  if (!('connectionString' in settings)) return { ...settings, host: '127.0.0.1', port };
  const url = new URL(settings.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { connectionString: url.href };
}

let proxy: ReturnType<typeof createProxy>;
let changeListener: Awaited<ReturnType<typeof listenForChanges>>;
let direct: OpenDatabase;

beforeAll(async () => {
  const { settings } = inject('cluster');
  direct = openDatabase(settings, silentLog, 1);
  proxy = createProxy(settings);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  changeListener = await listenForChanges(withProxyPort(settings, port), silentLog);
});
afterAll(async () => {
  await changeListener.stop();
  await direct.close();
  proxy.close();
});

it('publishes a change, and a change of everything after a silent connection is replaced', async () => {
  const received: (string | null)[] = [];
  const stop = onChange('site', (key) => received.push(key));
  await notifyChange(direct.db, 'site', 'first');
  await expect.poll(() => received).toEqual(['first']);
  proxy.silence();
  await notifyChange(direct.db, 'site', 'lost');
  // The listener reports that changes may be missing even before it reconnects.
  await expect.poll(() => isReceivingChanges(1_000), { timeout: 15_000 }).toBe(false);
  expect(received).toEqual(['first']);
  await expect.poll(() => received, { timeout: 15_000 }).toEqual(['first', null]);
  await notifyChange(direct.db, 'site', 'second');
  await expect.poll(() => received).toEqual(['first', null, 'second']);
  await expect.poll(() => isReceivingChanges(1_000)).toBe(true);
  stop();
});
