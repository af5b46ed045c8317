/** The process: settings, database, migrations, pages, listen, drain, stop. */
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { type Connected, connect, readSecret, withConnection } from './database.ts';
import { openDatabase } from './db/index.ts';
import { migrate } from './db/migrate.ts';
import { prepareInstallation } from './installation.ts';
import { buildRooms, mountRooms } from './rooms/index.ts';

const DRAIN_MS = 10_000;

/**
 * Starts the server and prints where it answers. Resolves when it listens; it then runs until SIGINT or SIGTERM.
 * @throws Error with one sentence for the person at the terminal
 */
export async function start(config: Config, mode: 'production' | 'development'): Promise<void> {
  const began = performance.now();
  const log = { info: (text: string) => console.log(text), warn: (text: string) => console.warn(text) };
  const connected = await connect(config, log, 'server');
  try {
    await serve(config, mode, connected, began);
  } catch (error) {
    await connected.stop();
    throw error;
  }
}

async function serve(
  config: Config,
  mode: 'production' | 'development',
  connected: Connected,
  began: number,
): Promise<void> {
  await withConnection(connected.settings, (client) => migrate(client));
  const secret = readSecret(config, connected.dataDir);
  const database = openDatabase(connected.settings, console_, 10);
  const app = await createApp({ config, database, secret });
  const setupLink = await prepareInstallation(app.context(), config);
  const rooms = await mountRooms(app.http, { env: app.env, mode, log: app.http.log });
  await app.http.listen({ port: config.port, host: config.host });
  printAddresses(config, connected, setupLink, Math.round(performance.now() - began));
  if (!config.limits)
    app.http.log.warn('PORTICO_LIMITS=off: no rate limits by address. Never run a public site like this.');
  if (mode === 'production')
    await buildRooms({ log: { info: (text) => console.log(text), warn: (text) => console.warn(text) } });

  const stop = async (signal: string): Promise<void> => {
    console.log(`${signal}: finishing requests and stopping`);
    // Whatever hangs, the process ends: a supervisor outside would kill it anyway, later.
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    await app.http.close();
    await rooms.stop();
    await app.stop();
    await database.close();
    await connected.stop();
    process.exit(0);
  };
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop(signal);
    });
  }
}

const console_ = {
  info: () => undefined,
  warn: (fields: object, message?: string) => console.warn(message ?? fields),
  error: (fields: object, message?: string) => console.error(message ?? fields),
};

function printAddresses(config: Config, connected: Connected, setupLink: string | null, milliseconds: number): void {
  const lines = [
    `Portico is ready after ${milliseconds} ms.`,
    `  Site       ${config.publicUrl}/`,
    `  Dashboard  ${config.dashboardUrl}/dashboard`,
    `  API        ${config.publicUrl}/docs/api`,
    `  Database   ${connected.embedded ? `embedded, in ${connected.dataDir}` : 'PostgreSQL at DATABASE_URL'}`,
  ];
  if (setupLink)
    lines.push('', 'Nobody owns this installation yet. Set it up here (the link works once):', `  ${setupLink}`);
  console.log(lines.join('\n'));
}
