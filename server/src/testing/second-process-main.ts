/**
 * The child process of second-process.ts: a server like that of the test harness, on its own port. It exits with its
 * parent.
 */
import { once } from 'node:events';
import { createApp, mountNotFound } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/index.ts';
import type { ConnectionSettings } from '../db/pool.ts';
import { freePort } from './free-port.ts';

const [{ settings, publicUrl, env }] = (await once(process, 'message')) as [
  { settings: ConnectionSettings; publicUrl: string; env: Readonly<Record<string, string>> },
];
const port = await freePort();
const database = openDatabase(settings, { info() {}, warn() {}, error() {} }, 5);
const app = await createApp({
  config: readConfig({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    PORTICO_LIMITS: 'off',
    PORTICO_WEBHOOK_ALLOW: '127.0.0.1',
    ...env,
  }),
  database,
  secret: 'test secret of more than thirty-two characters',
  isStrict: true,
});
mountNotFound(app.http);
await app.http.listen({ port, host: '127.0.0.1' });
process.send?.(`http://127.0.0.1:${port}`);
await once(process, 'disconnect');
await app.stop();
await app.http.close();
await database.close();
