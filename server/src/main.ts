/** The process: settings, database, migrations, pages, listen, drain, stop. */
import { type App, createApp } from './app.ts';
import { buildPages, finishBuilds, pagesState, readBuild } from './builds/index.ts';
import type { Config } from './config.ts';
import { type Connected, connect, readSecret, withConnection } from './database.ts';
import { openDatabase } from './db/index.ts';
import { migrate } from './db/migrate.ts';
import { listen as listenOn } from './http/listen.ts';
import { startIdleCollection } from './idle-collection.ts';
import { prepareInstallation } from './installation.ts';
import { mountPages } from './pages/index.ts';

const LONGEST_STOP_MS = 10_000;

/**
 * Starts the server and prints where it answers. Resolves when it listens; it then runs until SIGINT or SIGTERM.
 * @throws Error with one sentence for the person at the terminal
 */
export async function start(config: Config, mode: 'production' | 'development'): Promise<void> {
  const began = performance.now();
  /** what ends each part that was opened, in the order of opening */
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const { connected, setupLink } = await serve(config, mode, opened);
    if (mode === 'production' && pagesState() !== 'ready') {
      plainLog.info(`The API answers at ${config.publicUrl}. Building the pages, once after each update.`);
      await buildPages({ log: plainLog });
    }
    printAddresses(config, connected, setupLink, Math.round(performance.now() - began));
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
  if (mode === 'production') await finishBuilds({ log: quietLog });
}

async function serve(
  config: Config,
  mode: 'production' | 'development',
  opened: (() => Promise<unknown>)[],
): Promise<{ connected: Connected; setupLink: string | null }> {
  const connecting = connect(config, plainLog, { use: 'server', create: true, onLockLost: loseDataFolder });
  // Reads their sources while the database starts.
  if (mode === 'production') for (const name of ['dashboard', 'site'] as const) readBuild(name);
  const connected = await connecting;
  opened.push(connected.stop);
  await withConnection(connected.settings, (client) => migrate(client));
  const secret = readSecret(config, connected.dataDir, { create: true });
  const database = openDatabase(connected.settings, console_, 10);
  opened.push(database.close);
  const app = await createApp({
    config: { ...config, dataDir: connected.dataDir },
    database,
    secret,
    pagesState: mode === 'production' ? pagesState : undefined,
  });
  opened.push(app.stop);
  const setupLink = await prepareInstallation(app.context(), config);
  const pages = await mountPages(app.http, { env: app.env, mode, log: app.http.log });
  opened.push(pages.stop, () => app.http.close());
  stopOnSignals(app, config, opened);
  await listen(app.http, config);
  const collection = startIdleCollection();
  opened.push(async () => collection.stop());
  if (!config.limits)
    app.http.log.warn('PORTICO_LIMITS=off: no rate limits by address. Never run a public site like this.');
  return { connected, setupLink };
}

/** Quietly: the addresses are printed for people, and need no line of JSON before them. */
async function listen(http: App['http'], config: Config): Promise<void> {
  const { level } = http.log;
  http.log.level = 'warn';
  await listenOn(http, config).catch((error: unknown) => {
    throw listenError(error, config);
  });
  http.log.level = level;
}

/** SIGTERM comes from supervisors, and is followed by a grace for their load balancers; SIGINT from a terminal. */
function stopOnSignals({ http }: App, { drainSeconds }: Config, opened: (() => Promise<unknown>)[]): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      console.log(`${signal}: finishing requests and stopping`);
      http.drain.begin();
      const graceMs = signal === 'SIGTERM' ? drainSeconds * 1_000 : 0;
      // Whatever hangs, the process ends: a supervisor outside would kill it anyway, later.
      setTimeout(() => process.exit(1), graceMs + LONGEST_STOP_MS).unref();
      setTimeout(() => void closeAll(opened).then(() => process.exit()), graceMs);
    });
  }
}

/** While the database was away another server was quicker to take the data folder: this one drains and ends. */
function loseDataFolder(error: Error): void {
  console.error(error.message);
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

/** Last opened, first closed: requests end before their database does. */
async function closeAll(opened: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

function listenError(error: unknown, { host, port }: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'EADDRINUSE')
    return new Error(`PORT ${port} is in use: stop the program that has it, or set PORT to another.`);
  if (code === 'EACCES') return new Error(`PORT ${port} is closed to this user: set PORT to one from 1024 on.`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new Error(`HOST must be an address of this machine, which "${host}" is not.`);
  return error;
}

const quietLog = { info: () => undefined, warn: (text: string) => console.warn(text) };
const plainLog = { info: (text: string) => console.log(text), warn: (text: string) => console.warn(text) };

const console_ = {
  info: () => undefined,
  warn: (fields: object, message?: string) => console.warn(message ?? fields),
  error: (fields: object, message?: string) => console.error(message ?? fields),
};

function printAddresses(config: Config, connected: Connected, setupLink: string | null, milliseconds: number): void {
  const lines = [
    pagesState() === 'failed'
      ? 'Portico answers calls, but its pages could not be built: the reason is above.'
      : `Portico is ready after ${milliseconds} ms.`,
    `  Site       ${config.publicUrl}/`,
    `  Dashboard  ${config.dashboardUrl}/dashboard`,
    `  API        ${config.publicUrl}/docs/api`,
    `  Database   ${connected.embedded ? `embedded, in ${connected.dataDir}` : 'PostgreSQL at DATABASE_URL'}`,
  ];
  if (setupLink)
    lines.push('', 'Nobody owns this installation yet. Set it up here (the link works once):', `  ${setupLink}`);
  console.log(lines.join('\n'));
}
