/** The harness: a whole server on a database of its own, called in process or through a loopback port. */
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
import { dropDatabase, inDatabase, withClient } from './cluster.ts';
import { freePort } from './free-port.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** text and bytes go as they are, anything else as JSON */
  readonly body?: unknown;
  /** Authorization header; a user's token goes with the site's id */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** where the call comes from; the loopback address unless given */
  readonly address?: string;
}

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
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
  /** uploaded files are in its folder `files` */
  readonly dataDir: string;
  readonly app: { readonly clientId: string; readonly clientSecret: string };
  /** API key with every scope */
  readonly key: string;
  readonly visitor: string;
  readonly visitorId: string;
  /** access token of a registered member, member@example.org */
  readonly member: string;
  readonly memberId: string;
  readonly otherMember: string;
  readonly otherMemberId: string;
  /** a context for calling use cases directly, as an owner */
  readonly ctx: SiteCtx;
  call(call: Call): Promise<Answered>;
  /** changes settings of the site as its owner, and waits until this process knows */
  configure(changes: Static<typeof SiteSettingsChanges>): Promise<void>;
  userToken(role: SiteRole): Promise<string>;
  /** API key with just these scopes */
  keyWith(scopes: string[]): Promise<string>;
  /** a second site of the installation, with a key of its own */
  secondSite(): Promise<{ site: Site; key: string; visitor: string }>;
  /** starts listening on the loopback interface, for clients that need a real port */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

export const REDIRECT_URI = 'http://localhost:3000/callback';

/** @param mount puts what answers beside the API in place: nothing, unless a test is about pages */
export async function testServer(
  mount: (app: App) => unknown = (app) => mountNotFound(app.http),
  { limits = false, trustProxy }: { readonly limits?: boolean; readonly trustProxy?: string } = {},
): Promise<TestServer> {
  const { settings: cluster, template } = inject('cluster');
  const database = `${template}_${randomBytes(4).toString('hex')}`;
  await withClient(cluster, null, (client) => client.query(`create database ${database} template ${template}`));
  const settings = inDatabase(cluster, database);
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-test-'));
  const config = readConfig({
    PORTICO_DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORTICO_LIMITS: limits ? 'on' : 'off',
    TRUST_PROXY: trustProxy,
    // Receivers of webhooks in tests: this one address, so that all others of this machine are refused.
    PORTICO_WEBHOOK_ALLOW: '127.0.0.1',
    PORTICO_SMTP_ALLOW: '127.0.0.1',
    // A file of tests may run once more with them off.
    PORTICO_GATHER_READS: process.env.PORTICO_GATHER_READS,
    PORTICO_GROUP_INSERTS: process.env.PORTICO_GROUP_INSERTS,
    PORTICO_PROMOTED_COLUMNS: process.env.PORTICO_PROMOTED_COLUMNS,
  });
  const open = openDatabase(settings, { info() {}, warn() {}, error() {} }, 5);
  const app = await createApp({
    config,
    database: open,
    secret: 'test secret of more than thirty-two characters',
    strict: true,
  });
  await mount(app);

  const base: Ctx = {
    db: open.db,
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
  const made = await createOAuthApp(ctx, {
    body: { app: { name: 'Test', redirectUris: [REDIRECT_URI], redirectDomains: ['localhost:3000'] } },
  });
  const token = (site: Site, kind: 'visitor' | 'member', subject: string) =>
    app.env.tokens.sign(
      'access',
      { site: site.id, kind, subject, session: newId(), app: made.app.clientId },
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
    db: open.db,
    settings,
    site,
    origin: site.origin,
    dataDir,
    app: { clientId: made.app.clientId, clientSecret: made.clientSecret },
    key: await keyWith(ctx, ['*']),
    visitorId,
    memberId,
    otherMemberId,
    visitor: await token(site, 'visitor', visitorId),
    member: await token(site, 'member', memberId),
    otherMember: await token(site, 'member', otherMemberId),
    ctx,
    async configure(changes) {
      await updateSettings(ctx, { query: {}, body: { settings: changes } });
      const wanted = JSON.stringify(settingsOf((await findSite(open.db, site.id))?.settings));
      while (JSON.stringify((await app.env.site(site.id))?.settings) !== wanted) await setTimeout(5);
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
        body: parsed(response.body),
        headers: response.headers,
        text: response.body,
        bytes: response.rawPayload,
      };
    },
    async userToken(role) {
      const user = await insertUser(open.db, {
        id: newId(),
        email: `${role}-${newId()}@example.org`,
        password_hash: null,
      });
      await insertSiteUser(open.db, { site_id: site.id, user_id: user.id, role });
      const session = newId();
      const expires = new Date(Date.now() + 3_600_000);
      await insertSession(open.db, {
        id: session,
        user_id: user.id,
        token_hash: randomBytes(32),
        expires_at: expires,
        user_agent: '',
      });
      return app.env.tokens.sign('access', { site: '-', kind: 'user', subject: user.id, session }, 3_600, new Date());
    },
    keyWith: (scopes) => keyWith(ctx, scopes),
    async secondSite() {
      const second = await createSite(base, { name: 'Second', slug: `second-${randomBytes(3).toString('hex')}` });
      return {
        site: second,
        key: await keyWith({ ...base, site: second }, ['*']),
        visitor: await token(second, 'visitor', newId()),
      };
    },
    async listen() {
      if (!app.http.server.listening) await app.http.listen({ port, host: 'localhost' });
      return `http://localhost:${port}`;
    },
    async stop() {
      await app.stop();
      await app.http.close();
      await open.close();
      await dropDatabase(cluster, database);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const isRaw = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
