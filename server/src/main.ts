/** The server process: connects and migrates the database, serves API and pages, drains and stops. */
import { type App, createApp, mountNotFound } from './app.ts';
import { buildPages, finishBuilds, readBuild, readPagesState } from './builds/index.ts';
import type { Config } from './config.ts';
import { type ConnectedDatabase, connect, readSecret, withConnection } from './database.ts';
import { openDatabase } from './db/index.ts';
import { migrate } from './db/migrate.ts';
import { listen as listenOn } from './http/listen.ts';
import { startIdleGarbageCollection } from './idle-garbage-collection.ts';
import { prepareInstallation } from './installation.ts';
import { mountPages } from './pages/index.ts';

const MAX_STOP_MS = 10_000;

/**
 * Starts the server and prints its addresses. Resolves when it listens; it then runs until SIGINT or SIGTERM.
 * @throws Error with one sentence for the person at the terminal
 */
export async function start(config: Config, mode: 'production' | 'development'): Promise<void> {
  const startedAt = performance.now();
  /** Functions that close the opened parts, in the order of opening. */
  const closeFunctions: (() => Promise<unknown>)[] = [];
  try {
    const { connected, setupLink } = await serve(config, mode, closeFunctions);
    if (mode === 'production' && servesPages(config) && readPagesState() !== 'ready') {
      plainLog.info(
        `The API is available at ${config.publicUrl}. The pages are being built, which happens once after each update.`,
      );
      await buildPages({ log: plainLog });
    }
    printAddresses(config, connected, setupLink, Math.round(performance.now() - startedAt));
  } catch (error) {
    await closeAll(closeFunctions);
    throw error;
  }
  if (mode === 'production' && servesPages(config)) await finishBuilds({ log: quietLog });
}

async function serve(
  config: Config,
  mode: 'production' | 'development',
  closeFunctions: (() => Promise<unknown>)[],
): Promise<{ connected: ConnectedDatabase; setupLink: string | null }> {
  const connecting = connect(config, plainLog, { use: 'server', create: true, onLockLost: stopWithoutLock });
  // Hashing the pages' sources takes as long as starting the database, so both run at once.
  if (mode === 'production') for (const name of ['dashboard', 'site', 'docs', 'packages'] as const) readBuild(name);
  const connected = await connecting;
  closeFunctions.push(connected.stop);
  await withConnection(connected.settings, (client) => migrate(client));
  const secret = readSecret(config, connected.dataDir, { create: true });
  const database = openDatabase(connected.settings, consoleLog, 10);
  closeFunctions.push(database.close);
  const app = await createApp({
    config: { ...config, dataDir: connected.dataDir },
    database,
    secret,
    pagesState: mode === 'production' && servesPages(config) ? readPagesState : undefined,
  });
  closeFunctions.push(app.stop);
  const setupLink = await prepareInstallation(app.createContext(), config);
  if (servesPages(config)) {
    const pages = await mountPages(app.http, { env: app.env, mode, log: app.http.log });
    closeFunctions.push(pages.stop);
  } else mountNotFound(app.http);
  closeFunctions.push(() => app.http.close());
  stopOnSignals(app, config, closeFunctions);
  await listen(app.http, config);
  const collection = startIdleGarbageCollection();
  closeFunctions.push(async () => collection.stop());
  if (!config.hasRateLimits)
    app.http.log.warn('PORTICO_LIMITS=off: no rate limits by address. Never run a public site like this.');
  return { connected, setupLink };
}

const servesPages = ({ roles }: Config): boolean => roles.includes('web');

/** Suppresses Fastify's own log lines, because Portico prints the addresses in its own format. */
async function listen(http: App['http'], config: Config): Promise<void> {
  const { level } = http.log;
  http.log.level = 'warn';
  await listenOn(http, config).catch((error: unknown) => {
    throw listenError(error, config);
  });
  http.log.level = level;
}

/**
 * Stops on SIGTERM and SIGINT. SIGTERM comes from a supervisor, so the server first drains, which gives load balancers
 * time to stop routing to it. SIGINT comes from a terminal, so it stops at once.
 */
function stopOnSignals({ http }: App, { drainSeconds }: Config, closeFunctions: (() => Promise<unknown>)[]): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      console.log(`${signal}: finishing requests and stopping`);
      http.drain.begin();
      const graceMs = signal === 'SIGTERM' ? drainSeconds * 1_000 : 0;
      // The process must exit even if a part hangs; a supervisor would kill it later anyway.
      setTimeout(() => process.exit(1), graceMs + MAX_STOP_MS).unref();
      setTimeout(() => void closeAll(closeFunctions).then(() => process.exit()), graceMs);
    });
  }
}

/** Stops this server because another one took the data folder while the database was down. */
function stopWithoutLock(error: Error): void {
  console.error(error.message);
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

/** Closes the parts in reverse order, so that requests end before the database is closed. */
async function closeAll(closeFunctions: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closeFunctions.splice(0).reverse()) await close();
}

function listenError(error: unknown, { host, port }: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'EADDRINUSE')
    return new Error(`PORT ${port} is in use: stop the program that has it, or set PORT to another.`);
  if (code === 'EACCES') return new Error(`This user may not listen on port ${port}: set PORT to 1024 or higher.`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new Error(`HOST must be an address of this machine, which "${host}" is not.`);
  return error;
}

const quietLog = { info: () => undefined, warn: (text: string) => console.warn(text) };
const plainLog = { info: (text: string) => console.log(text), warn: (text: string) => console.warn(text) };

const consoleLog = {
  info: () => undefined,
  warn: (fields: object, message?: string) => console.warn(message ?? fields),
  error: (fields: object, message?: string) => console.error(message ?? fields),
};

function printAddresses(
  config: Config,
  connected: ConnectedDatabase,
  setupLink: string | null,
  milliseconds: number,
): void {
  const addresses = [
    `  Site       ${config.publicUrl}/`,
    `  Dashboard  ${config.dashboardUrl}/dashboard`,
    `  Docs       ${config.publicUrl}/docs`,
  ];
  const lines = [
    servesPages(config) && readPagesState() === 'failed'
      ? 'Portico serves the API, but its pages could not be built: the reason is above.'
      : `Portico is ready after ${milliseconds} ms.`,
    ...(servesPages(config) ? addresses : []),
    `  Roles      ${config.roles.join(', ')}`,
    `  Database   ${connected.isEmbedded ? `embedded, in ${connected.dataDir}` : 'PostgreSQL at DATABASE_URL'}`,
  ];
  if (setupLink)
    lines.push('', 'Nobody owns this installation yet. Set it up here (the link works once):', `  ${setupLink}`);
  console.log(lines.join('\n'));
}
