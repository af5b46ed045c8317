/** Assembles the server: mounts every slice, connects their listeners and starts their workers. */
import { endpoints } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { startBackground } from './background.ts';
import type { Config } from './config.ts';
import { CONTACT_DELETED } from './contacts/index.ts';
import { contactsRoutes } from './contacts/routes.ts';
import { dataRoutes } from './data/routes.ts';
import { listenForChanges } from './db/changes.ts';
import { openConnectionPools } from './db/connection-pools.ts';
import type { OpenDatabase } from './db/index.ts';
import { isCitus } from './db/requirements.ts';
import { createEnvironment, createInstallationContext } from './environment.ts';
import {
  activityTypes,
  listen,
  listenToBatches,
  recordActivity,
  SUBMISSION_CREATED,
  watchSubscriptions,
} from './events/index.ts';
import { eventsRoutes } from './events/routes.ts';
import {
  continueIndexing,
  continueTagging,
  forgetContact,
  INDEXING_DUE,
  indexNewSubmissions,
  mayReadSubmissionFiles,
  notifyOfSubmissions,
  TAGGING_DUE,
} from './forms/index.ts';
import { formsRoutes } from './forms/routes.ts';
import type { Route } from './http/bind.ts';
import { mountCspReports } from './http/csp-reports.ts';
import { mountDocs } from './http/docs.ts';
import { mountHealth, type PagesState } from './http/health.ts';
import { createHttp, notFoundError } from './http/serve.ts';
import {
  continueMemberJob,
  createSessionWatch,
  MEMBER_JOB_DUE,
  RECOVERY_REQUESTED,
  sendRecoveryMail,
} from './identity/index.ts';
import { identityRoutes } from './identity/routes.ts';
import type { Ctx, Environment } from './kernel/ctx.ts';
import type { Log } from './kernel/log.ts';
import { registerFileReader } from './media/index.ts';
import { mediaRoutes } from './media/routes.ts';
import { connectMemberContent } from './member-content.ts';
import { startObservability } from './observability/index.ts';
import { createReadings } from './observability/readings.ts';
import { nameFiles, warnOfSeparateFiles } from './separate-files.ts';
import {
  createAppCache,
  createDirectory,
  createKeyCache,
  createRequestLimiter,
  createRoleCache,
  createSigningKeyRing,
  mayCall,
} from './sites/index.ts';
import { sitesRoutes } from './sites/routes.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly secret: string;
  /** Returns whether the built pages can be opened; absent if the server serves no built pages. */
  readonly pagesState?: (() => PagesState) | undefined;
  /** For tests; see HttpOptions.isStrict. */
  readonly isStrict?: boolean;
}

export interface App {
  readonly http: FastifyInstance;
  readonly env: Environment;
  /** A context for actions of the installation itself: the first start, the command line. */
  createContext(): Ctx;
  /** Stops workers and listeners. Close the database afterwards. */
  stop(): Promise<void>;
}

const routes: readonly Route[] = [
  ...sitesRoutes,
  ...eventsRoutes,
  ...mediaRoutes,
  ...contactsRoutes,
  ...identityRoutes,
  ...dataRoutes,
  ...formsRoutes,
];

/**
 * Number of connections for slow statements. If more such statements ran at once, they would only slow each other down.
 */
const SLOW_POOL_SIZE = 8;

/** Ids of the endpoints whose handler does more than reject the call; docs/compatibility.md lists them as served. */
export const servedEndpoints: ReadonlySet<string> = new Set(
  routes.filter((route) => !route.isRejection).map((route) => route.endpoint.id),
);

/** The ids of the endpoints that have a handler; `npm run check` prints the rest. */
export const boundEndpoints: ReadonlySet<string> = new Set(routes.map((route) => route.endpoint.id));

export async function createApp({
  config,
  database,
  secret,
  pagesState = () => 'ready',
  isStrict = false,
}: AppOptions): Promise<App> {
  const { db } = database;
  const directory = createDirectory(db, config.publicUrl);
  const appCache = createAppCache(db);
  const signingKeys = await createSigningKeyRing(db, secret);
  const log: Log = {
    info: (fields, message) => http.log.info(fields, message),
    warn: (fields, message) => http.log.warn(fields, message),
    error: (fields, message) => http.log.error(fields, message),
  };
  const replicaUrls = (await isCitus(db)) ? [] : config.databaseReplicaUrls;
  // `log` writes to `http`, which is created below. The pools log nothing before their first use, which is later still.
  const connectionPools = openConnectionPools(database.settings, log, {
    size: SLOW_POOL_SIZE,
    gatherReads: config.fastPaths.gatherReads,
    replicaUrls,
  });
  const env = createEnvironment(config, secret, { directory, appCache, signingKeys, connectionPools });
  const keyCache = createKeyCache(db);
  const roleCache = createRoleCache(db);
  const sessionWatch = createSessionWatch(db);
  const readings = createReadings(db, config.dataDir);
  const observability = await startObservability(config.observability, { log, readings });
  const servesRequests = config.roles.includes('web');
  const http = await createHttp({
    db,
    env,
    lookups: { site: directory.site, key: keyCache.find, role: roleCache.find, isSessionAlive: sessionWatch.isAlive },
    ...(servesRequests ? { routes, endpoints } : { routes: [], endpoints: [] }),
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    isStrict,
    mayCall,
    countCall: createRequestLimiter(() => env),
    observe: observability.install,
  });
  connectionPools.replicas?.start();
  if (config.databaseReplicaUrls.length > replicaUrls.length)
    http.log.warn(
      'DATABASE_REPLICA_URLS is ignored, because on a Citus cluster the WAL of the coordinator does not show what the other nodes have committed',
    );
  mountHealth(http, db, { pagesState, roles: config.roles });
  if (servesRequests) {
    mountDocs(http, env);
    await mountCspReports(http, log);
  }

  const createContext = () => createInstallationContext(db, env, http.log);
  const unlisten = [
    listenToBatches(activityTypes, recordActivity),
    listen([RECOVERY_REQUESTED], sendRecoveryMail(env)),
    listen([MEMBER_JOB_DUE], continueMemberJob(createContext)),
    connectMemberContent(createContext),
    listen([INDEXING_DUE], continueIndexing(createContext)),
    listen([TAGGING_DUE], continueTagging(createContext)),
    listen([CONTACT_DELETED], forgetContact),
    listenToBatches([SUBMISSION_CREATED], notifyOfSubmissions(createContext)),
    listenToBatches([SUBMISSION_CREATED], indexNewSubmissions(createContext)),
    watchSubscriptions(),
  ];
  registerFileReader('submission', mayReadSubmissionFiles);
  const background = config.roles.includes('worker')
    ? await startBackground({ config, database, env, log: http.log, createContext })
    : null;
  const files = nameFiles(config);
  const changes = await listenForChanges(database.settings, http.log, files);
  await warnOfSeparateFiles(db, files, http.log);
  if (config.roles.length === 1) http.log.info({ roles: config.roles }, 'this process has only these roles');
  return {
    http,
    env,
    createContext,
    async stop() {
      await background?.stop();
      await changes.stop();
      await connectionPools.stop();
      await observability.stop();
      for (const end of unlisten) end();
      for (const cache of [directory, appCache, signingKeys, keyCache, roleCache, sessionWatch]) cache.stop();
    },
  };
}

/** Mounts the 404 handler of a server without pages; mountPages installs its own. */
export function mountNotFound(http: FastifyInstance): void {
  http.setNotFoundHandler((request) => {
    throw notFoundError(request);
  });
}
