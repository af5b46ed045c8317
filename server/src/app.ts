/** The table of contents: every slice mounted, one line each, and what they are told about one another. */
import { endpoints } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { sweepUsedCaptchas } from './captcha/index.ts';
import type { Config } from './config.ts';
import { CONTACT_DELETED } from './contacts/index.ts';
import { contactsRoutes } from './contacts/routes.ts';
import { startDataJobs, sweepData } from './data/index.ts';
import { dataRoutes } from './data/routes.ts';
import { listenForChanges } from './db/changes.ts';
import type { OpenDatabase } from './db/index.ts';
import { openLanes } from './db/lanes.ts';
import { createEnvironment, installationContext } from './environment.ts';
import {
  activityTypes,
  followSubscriptions,
  listen,
  listenTogether,
  noteActivity,
  SUBMISSION_CREATED,
  startOutboxWorker,
  startWebhookWorker,
  sweepDeliveries,
} from './events/index.ts';
import { eventsRoutes } from './events/routes.ts';
import {
  continueIndexing,
  continueTagging,
  forgetContact,
  INDEXING_DUE,
  mayReadSubmissionFiles,
  sweepForms,
  sweepSpam,
  TAGGING_DUE,
  tellOfMore,
  tellOfSubmissions,
} from './forms/index.ts';
import { formsRoutes } from './forms/routes.ts';
import type { Route } from './http/bind.ts';
import { mountDocs } from './http/docs.ts';
import { mountHealth, type PagesState } from './http/health.ts';
import { createHttp, notFound } from './http/serve.ts';
import {
  continueMemberJob,
  createSessionWatch,
  MEMBER_JOB_DUE,
  RECOVERY_REQUESTED,
  sendRecoveryMail,
  sweepIdentity,
} from './identity/index.ts';
import { identityRoutes } from './identity/routes.ts';
import type { Ctx, Environment } from './kernel/ctx.ts';
import type { Log } from './kernel/log.ts';
import { startMailWorker, sweepMails } from './mail/index.ts';
import { registerFileReader, removeSiteFiles, startFileRemoval, sweepMedia } from './media/index.ts';
import { mediaRoutes } from './media/routes.ts';
import { connectMemberContent } from './member-content.ts';
import {
  createAppCache,
  createDirectory,
  createKeyCache,
  createRoleCache,
  createSigningKeyRing,
  sweepAttempts,
  sweepDeletedSites,
} from './sites/index.ts';
import { sitesRoutes } from './sites/routes.ts';
import { startSweeps } from './sweeps.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly secret: string;
  /** of a server that serves built pages */
  readonly pagesState?: (() => PagesState) | undefined;
  /** tests: see HttpOptions.strict */
  readonly strict?: boolean;
}

export interface App {
  readonly http: FastifyInstance;
  readonly env: Environment;
  /** a context for acts of the installation itself: the first start, the command line */
  context(): Ctx;
  /** ends workers and listeners; the database stays open, its owner closes it */
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

/** connections for what may be slow: more would only make all of it slower */
const SLOW_LANE = 6;

/** The ids of the endpoints that do more than refuse the call; docs/compatibility.md lists them as served. */
export const servedEndpoints: ReadonlySet<string> = new Set(
  routes.filter((route) => !route.isRefusal).map((route) => route.endpoint.id),
);

/** The ids of the endpoints that have a handler; `npm run check` prints the rest. */
export const boundEndpoints: ReadonlySet<string> = new Set(routes.map((route) => route.endpoint.id));

export async function createApp({
  config,
  database,
  secret,
  pagesState = () => 'ready',
  strict = false,
}: AppOptions): Promise<App> {
  const { db } = database;
  const directory = createDirectory(db, config.publicUrl);
  const apps = createAppCache(db);
  const signingKeys = await createSigningKeyRing(db, secret);
  const log: Log = {
    info: (fields, message) => http.log.info(fields, message),
    warn: (fields, message) => http.log.warn(fields, message),
    error: (fields, message) => http.log.error(fields, message),
  };
  // Its connections are opened when they are first needed, by which time `http` is there to log.
  const lanes = openLanes(database.settings, log, { size: SLOW_LANE, gatherReads: config.fastPaths.gatherReads });
  const env = createEnvironment(config, secret, { directory, apps, signingKeys, lanes });
  const keys = createKeyCache(db);
  const roles = createRoleCache(db);
  const sessions = await createSessionWatch(db);
  const http = await createHttp({
    db,
    env,
    doors: { site: directory.site, key: keys.find, role: roles.find, sessionAlive: sessions.alive },
    routes,
    endpoints,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    strict,
  });
  mountHealth(http, db, pagesState);
  mountDocs(http, env, routes);

  const context = () => installationContext(db, env, http.log);
  const unlisten = [
    listenTogether(activityTypes, noteActivity),
    listen([RECOVERY_REQUESTED], sendRecoveryMail(env)),
    listen([MEMBER_JOB_DUE], continueMemberJob(context)),
    connectMemberContent(context),
    listen([INDEXING_DUE], continueIndexing(context)),
    listen([TAGGING_DUE], continueTagging(context)),
    listen([CONTACT_DELETED], forgetContact),
    listenTogether([SUBMISSION_CREATED], tellOfSubmissions(context)),
    followSubscriptions(),
  ];
  registerFileReader('submission', mayReadSubmissionFiles);
  const worker = startOutboxWorker(db, http.log);
  const mails = startMailWorker({ db, env, log: http.log });
  const fileRemoval = startFileRemoval({ db, env, log: http.log });
  const webhooks = startWebhookWorker({ db, env, log: http.log });
  const jobs = startDataJobs(context);
  const sweeps = startSweeps(db, http.log, [
    sweepAttempts,
    sweepUsedCaptchas,
    sweepMails,
    sweepDeliveries,
    sweepIdentity,
    sweepData,
    sweepMedia(env),
    sweepForms(context),
    sweepSpam(context),
    tellOfMore(context),
    sweepDeletedSites([removeSiteFiles(env)]),
  ]);
  const changes = await listenForChanges(database.settings, http.log);
  return {
    http,
    env,
    context,
    async stop() {
      await worker.stop();
      await Promise.all([mails.stop(), webhooks.stop()]);
      await fileRemoval.stop();
      await jobs.stop();
      await sweeps.stop();
      await changes.stop();
      await lanes.stop();
      for (const end of unlisten) end();
      for (const door of [directory, apps, signingKeys, keys, roles, sessions]) door.stop();
    },
  };
}

/** Mounts what answers when nothing else does: after the pages, or alone where there are none. */
export function mountNotFound(http: FastifyInstance): void {
  http.setNotFoundHandler((request) => {
    throw notFound(request);
  });
}
