/** The test harness: a complete server on its own database, called in process or through a loopback port. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SiteSettingsChanges } from '@portico/contract/sites';
import type { Static } from 'typebox';
import { inject } from 'vitest';
import { type App, createApp, mountNotFound } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Db, openDatabase } from '../db/index.ts';
import type { ConnectionSettings } from '../db/pool.ts';
import { createMember } from '../identity/index.ts';
import type { SiteRole } from '../kernel/caller.ts';
import type { Ctx, Site, SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { createApp as createOAuthApp } from '../sites/apps/apps.ts';
import { createKey } from '../sites/keys/keys.ts';
import { updateSettings } from '../sites/settings/settings.ts';
import { settingsOf } from '../sites/settings/site-settings.ts';
import { createSite } from '../sites/sites.ts';
import { findSite, insertSiteUser } from '../sites/store.ts';
import { insertSession, insertUser } from '../sites/users/store.ts';
import { copyDatabase, dropDatabase, settingsForDatabase } from './cluster.ts';
import { freePort } from './free-port.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Value of the Authorization header. The site's id is sent as well, because tokens of dashboard users require it. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** IP address of the client; the loopback address by default. */
  readonly address?: string;
}

export interface TestResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface TestServer {
  readonly db: Db;
  readonly settings: ConnectionSettings;
  readonly site: Site;
  readonly origin: string;
  /** Data folder, with uploaded files in its folder `files`. */
  readonly dataDir: string;
  readonly app: { readonly clientId: string; readonly clientSecret: string };
  /** API key with every scope. */
  readonly key: string;
  readonly visitor: string;
  readonly visitorId: string;
  /** Access token of a registered member, member@example.org. */
  readonly member: string;
  readonly memberId: string;
  readonly otherMember: string;
  readonly otherMemberId: string;
  /** A context for calling use cases directly, as an owner. */
  readonly ctx: SiteCtx;
  call(call: Call): Promise<TestResponse>;
  /** Changes settings of the site as its owner, and waits until this process has received the change. */
  configure(changes: Static<typeof SiteSettingsChanges>): Promise<void>;
  userToken(role: SiteRole): Promise<string>;
  /** Creates an API key with only these scopes. */
  keyWith(scopes: string[]): Promise<string>;
  /** Creates a second site of the installation, with its own key. */
  secondSite(): Promise<{ site: Site; key: string; visitor: string }>;
  /** Starts listening on the loopback interface, for clients that need a real port. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

export const REDIRECT_URI = 'http://localhost:3000/callback';

/**
 * Starts a test server.
 * @param mount mounts routes besides the API; by default none
 */
export async function testServer(
  mount: (app: App) => unknown = (app) => mountNotFound(app.http),
  {
    limits = false,
    trustProxy,
    env = {},
  }: {
    readonly limits?: boolean;
    readonly trustProxy?: string;
    /** Further settings. With DATABASE_URL, that migrated database is used, which must have no sites. */
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestServer> {
  const { settings, drop } = env.DATABASE_URL ? openExisting(env.DATABASE_URL) : await createDatabase();
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-test-'));
  const config = readConfig({
    PORTICO_DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORTICO_LIMITS: limits ? 'on' : 'off',
    TRUST_PROXY: trustProxy,
    // Test receivers listen on this one address, so that all other addresses of this machine are rejected.
    PORTICO_WEBHOOK_ALLOW: '127.0.0.1',
    PORTICO_SMTP_ALLOW: '127.0.0.1',
    // Passed on, so that the tests can also run without these optimizations.
    PORTICO_GATHER_READS: process.env.PORTICO_GATHER_READS,
    PORTICO_GROUP_INSERTS: process.env.PORTICO_GROUP_INSERTS,
    PORTICO_PROMOTED_COLUMNS: process.env.PORTICO_PROMOTED_COLUMNS,
    ...env,
  });
  const openedDatabase = openDatabase(settings, { info() {}, warn() {}, error() {} }, 5);
  const app = await createApp({
    config,
    database: openedDatabase,
    secret: 'test secret of more than thirty-two characters',
    isStrict: true,
  });
  await mount(app);

  const base: Ctx = {
    db: openedDatabase.db,
    env: app.env,
    caller: { kind: 'user', id: newId(), role: 'owner' },
    paired: null,
    now: new Date(),
    log: app.http.log,
    requestId: 'test',
    address: '127.0.0.1',
  };
  const site = await createSite(base, { name: 'Test', slug: 'test' });
  const ctx: SiteCtx = { ...base, site };
  const oauthApp = await createOAuthApp(ctx, {
    body: { app: { name: 'Test', redirectUris: [REDIRECT_URI], redirectDomains: ['localhost:3000'] } },
  });
  const signToken = (site: Site, kind: 'visitor' | 'member', subject: string) =>
    app.env.tokenSigner.sign(
      'access',
      { site: site.id, kind, subject, session: newId(), app: oauthApp.app.clientId },
      3_600,
      new Date(),
    );
  const keyWith = async (ctx: SiteCtx, scopes: string[]) =>
    (await createKey(ctx, { body: { key: { name: 'Test', scopes } } })).apiKey;
  const visitorId = newId();
  const register = async (email: string): Promise<string> =>
    (await createMember(ctx, { email, passwordHash: null })).id;
  const memberId = await register('member@example.org');
  const otherMemberId = await register('other@example.org');

  return {
    db: openedDatabase.db,
    settings,
    site,
    origin: site.origin,
    dataDir,
    app: { clientId: oauthApp.app.clientId, clientSecret: oauthApp.clientSecret },
    key: await keyWith(ctx, ['*']),
    visitorId,
    memberId,
    otherMemberId,
    visitor: await signToken(site, 'visitor', visitorId),
    member: await signToken(site, 'member', memberId),
    otherMember: await signToken(site, 'member', otherMemberId),
    ctx,
    async configure(changes) {
      await updateSettings(ctx, { query: {}, body: { settings: changes } });
      const expected = JSON.stringify(settingsOf((await findSite(openedDatabase.db, site.id))?.settings));
      while (JSON.stringify((await app.env.site(site.id))?.settings) !== expected) await setTimeout(5);
    },
    async call({ method, path, body, as, headers, address }) {
      const response = await app.http.inject({
        method,
        url: path,
        ...(address ? { remoteAddress: address } : {}),
        headers: {
          ...(as ? { authorization: as, 'wix-site-id': site.id } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: isRaw(body) ? body : JSON.stringify(body) }),
      });
      return {
        status: response.statusCode,
        body: parseBody(response.body),
        headers: response.headers,
        text: response.body,
        bytes: response.rawPayload,
      };
    },
    async userToken(role) {
      const user = await insertUser(openedDatabase.db, {
        id: newId(),
        email: `${role}-${newId()}@example.org`,
        password_hash: null,
      });
      await insertSiteUser(openedDatabase.db, { site_id: site.id, user_id: user.id, role });
      const session = newId();
      const expires = new Date(Date.now() + 3_600_000);
      await insertSession(openedDatabase.db, {
        id: session,
        user_id: user.id,
        token_hash: randomBytes(32),
        expires_at: expires,
        user_agent: '',
      });
      return app.env.tokenSigner.sign(
        'access',
        { site: '-', kind: 'user', subject: user.id, session },
        3_600,
        new Date(),
      );
    },
    keyWith: (scopes) => keyWith(ctx, scopes),
    async secondSite() {
      const second = await createSite(base, { name: 'Second', slug: `second-${randomBytes(3).toString('hex')}` });
      return {
        site: second,
        key: await keyWith({ ...base, site: second }, ['*']),
        visitor: await signToken(second, 'visitor', newId()),
      };
    },
    async listen() {
      if (!app.http.server.listening) await app.http.listen({ port, host: 'localhost' });
      return `http://localhost:${port}`;
    },
    async stop() {
      await app.stop();
      await app.http.close();
      await openedDatabase.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createDatabase() {
  const { settings: cluster, template } = inject('cluster');
  const database = `${template}_${randomBytes(4).toString('hex')}`;
  await copyDatabase(cluster, template, database);
  return { settings: settingsForDatabase(cluster, database), drop: () => dropDatabase(cluster, database) };
}

const openExisting = (url: string) => ({
  settings: { connectionString: url },
  drop: async () => undefined,
});

const isRaw = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body);

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
