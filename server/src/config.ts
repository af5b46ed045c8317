import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type BackupSettings, readBackupSettings } from './backups/settings.ts';
import { parseDatabaseUrl } from './db/database-url.ts';
import { parseSiteLimits, type SiteLimits } from './kernel/site-limits.ts';
import type { InstallationMail, SmtpServer } from './mail/mail-server.ts';
import { type ObservabilitySettings, readObservabilitySettings } from './observability/settings.ts';
import { ConfigError, readChoice, readKey, readOrigin, readSwitch } from './read-setting.ts';
import { readS3 } from './s3-settings.ts';
import { readSecretFiles } from './secret-files.ts';
import type { S3Settings } from './storage/file-storage.ts';

/** Every setting of the process, parsed once from its environment variables. */
export interface Config {
  /** PORT: where the server listens; default 4000. */
  readonly port: number;
  /** HOST: `localhost` (default) listens on both loopback addresses; `0.0.0.0` on all. */
  readonly host: string;
  /**
   * PUBLIC_URL: address of the first site for browsers; default http://localhost:PORT. Passkeys reject IP addresses.
   */
  readonly publicUrl: string;
  /** DASHBOARD_URL: separate origin of the dashboard, required for more than one site; default PUBLIC_URL. */
  readonly dashboardUrl: string;
  /** DATABASE_URL: PostgreSQL 15 or newer, with one or several hosts and sslmode; null for the embedded database. */
  readonly databaseUrl: string | null;
  /**
   * DATABASE_REPLICA_URLS: streaming replicas of the database at DATABASE_URL, separated by commas or spaces. Reads use
   * those that have replayed what the caller has seen. Default: none.
   */
  readonly databaseReplicaUrls: readonly string[];
  /**
   * PORTICO_ROLES: `web` responds to requests, `worker` works in the background (mails, webhooks, jobs, sweeps,
   * backups); default both.
   */
  readonly roles: readonly Role[];
  /** PORTICO_DATA_DIR: embedded database, files and secret; default ./data. */
  readonly dataDir: string;
  /** PORTICO_SECRET: encrypts the keys in the database; default: generated once and stored in the data folder. */
  readonly secret: string | null;
  /**
   * TRUST_PROXY: the addresses of the proxies in front of the server. If the server can be reached only through them,
   * their number suffices. Only entries of X-Forwarded-For that these proxies wrote are trusted. Default: none.
   */
  readonly trustProxy: false | number | string;
  /** PORTICO_DRAIN_SECONDS: time to keep listening after SIGTERM, while `/health/ready` returns 503; default 5. */
  readonly drainSeconds: number;
  /** LOG_LEVEL: fatal, error, warn, info, debug, trace or silent; default info. */
  readonly logLevel: string;
  /** PORTICO_LIMITS=off: no rate limits by IP address and no delays after failed sign-ins, for tests on one machine. */
  readonly hasRateLimits: boolean;
  /** PORTICO_STARTER=off: no starter content in an empty database. */
  readonly hasStarterContent: boolean;
  /** Optimizations of items; each can be turned off for comparison, tests and diagnosis. */
  readonly fastPaths: FastPaths;
  /** PORTICO_OWNER_EMAIL and PORTICO_OWNER_PASSWORD: create the owner at the first start, without a browser. */
  readonly owner: { readonly email: string; readonly password: string } | null;
  /**
   * PORTICO_SMTP_URL: smtps://user:password@host (TLS) or smtp://user:password@host:587 (STARTTLS). Without
   * encryption: `?security=none` for a server inside a private network, and always for one on this machine.
   * PORTICO_MAIL_FROM: `Name <address>` or an address.
   */
  readonly mail: InstallationMail;
  /**
   * PORTICO_WEBHOOK_ALLOW: addresses, ranges and host names, separated by commas, that webhooks may reach although they
   * are private, also by http: `127.0.0.1, 10.0.0.0/8, hooks.internal`; default none.
   */
  readonly webhookAllow: readonly string[];
  /**
   * PORTICO_SMTP_ALLOW: addresses, ranges and host names, separated by commas, that a site's own mail server may have
   * although they are private; default none. It does not restrict PORTICO_SMTP_URL, because the operator sets both.
   */
  readonly smtpAllow: readonly string[];
  /**
   * PORTICO_S3_BUCKET: bucket for uploaded files; without it they are stored in the data folder under `files`, even
   * with a DATABASE_URL, so several processes must share that folder or use a bucket. PORTICO_S3_REGION: default
   * us-east-1. PORTICO_S3_ENDPOINT: address of a server other than Amazon's. PORTICO_S3_PREFIX: a folder in the bucket.
   * PORTICO_S3_ACCESS_KEY_ID and PORTICO_S3_SECRET_ACCESS_KEY: by default found as Amazon's tools find them.
   * PORTICO_S3_PATH_STYLE: on or off; default on if there is an endpoint.
   */
  readonly s3: S3Settings | null;
  /** PORTICO_SITE_LIMITS: limits of sites that have none themselves, such as `items=100000`; default none. */
  readonly siteLimits: SiteLimits;
  /** PORTICO_METRICS_TOKEN, PORTICO_REQUEST_LOG and PORTICO_SLOW_QUERY_MS. */
  readonly observability: ObservabilitySettings;
  /** PORTICO_BACKUP_*: see BackupSettings. */
  readonly backup: BackupSettings;
}

/** Optimizations that can be turned off. Each is on unless its variable is `off`. */
export interface FastPaths {
  /** PORTICO_GATHER_READS: concurrent reads of single items become one statement. */
  readonly gatherReads: boolean;
  /** PORTICO_GROUP_INSERTS: items that arrive during an insertion are inserted together. */
  readonly groupInserts: boolean;
  /** PORTICO_PROMOTED_COLUMNS: queries use promoted columns. */
  readonly promotedColumns: boolean;
}

type Role = 'web' | 'worker';
const ROLES: readonly Role[] = ['web', 'worker'];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws ConfigError with one sentence that names the variable and what it may be */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const env = orConfigError(() => readSecretFiles(variables));
  const port = readPort(env.PORT);
  const publicUrl = readOrigin('PUBLIC_URL', env.PUBLIC_URL) ?? `http://localhost:${port}`;
  return {
    port,
    host: env.HOST || 'localhost',
    publicUrl,
    dashboardUrl: readOrigin('DASHBOARD_URL', env.DASHBOARD_URL) ?? publicUrl,
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    databaseReplicaUrls: readReplicaUrls(env.DATABASE_REPLICA_URLS, env.DATABASE_URL),
    roles: readRoles(env.PORTICO_ROLES, env.DATABASE_URL),
    dataDir: resolve((env.PORTICO_DATA_DIR || './data').replace(/^~(?=\/)/, homedir())),
    secret: readKey('PORTICO_SECRET', env.PORTICO_SECRET),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    drainSeconds: readDrainSeconds(env.PORTICO_DRAIN_SECONDS),
    logLevel: readChoice('LOG_LEVEL', env.LOG_LEVEL, LOG_LEVELS) ?? 'info',
    hasRateLimits: readSwitch('PORTICO_LIMITS', env.PORTICO_LIMITS),
    hasStarterContent: readSwitch('PORTICO_STARTER', env.PORTICO_STARTER),
    fastPaths: {
      gatherReads: readSwitch('PORTICO_GATHER_READS', env.PORTICO_GATHER_READS),
      groupInserts: readSwitch('PORTICO_GROUP_INSERTS', env.PORTICO_GROUP_INSERTS),
      promotedColumns: readSwitch('PORTICO_PROMOTED_COLUMNS', env.PORTICO_PROMOTED_COLUMNS),
    },
    owner: readOwner(env.PORTICO_OWNER_EMAIL, env.PORTICO_OWNER_PASSWORD),
    mail: { smtp: readSmtp(env.PORTICO_SMTP_URL), from: readFrom(env.PORTICO_MAIL_FROM) },
    webhookAllow: readAllowList('PORTICO_WEBHOOK_ALLOW', env.PORTICO_WEBHOOK_ALLOW),
    smtpAllow: readAllowList('PORTICO_SMTP_ALLOW', env.PORTICO_SMTP_ALLOW),
    s3: readS3(env),
    siteLimits: orConfigError(() => parseSiteLimits(env.PORTICO_SITE_LIMITS)),
    observability: orConfigError(() => readObservabilitySettings(env)),
    backup: readBackupSettings(env),
  };
}

function orConfigError<R>(read: () => R): R {
  try {
    return read();
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function readPort(text: string | undefined): number {
  if (!text) return 4000;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readDatabaseUrl(text: string | undefined): string | null {
  if (!text) return null;
  orConfigError(() => parseDatabaseUrl(text));
  return text;
}

/** The errors never repeat a URL, because it holds a password. */
function readReplicaUrls(text: string | undefined, primaryUrl: string | undefined): string[] {
  const urls = text?.split(/[\s,]+(?=postgres(?:ql)?:\/\/)/).map((url) => url.replace(/^[\s,]+|[\s,]+$/g, '')) ?? [];
  const namedUrls = urls.filter((url) => url !== '');
  if (namedUrls.length > 0 && !primaryUrl)
    throw new ConfigError('DATABASE_REPLICA_URLS needs DATABASE_URL, because the embedded database has no replicas.');
  for (const url of namedUrls) {
    try {
      if (parseDatabaseUrl(url).hosts.length > 1)
        throw new Error('DATABASE_REPLICA_URLS must name one host per URL, because each replica is watched by itself.');
    } catch (error) {
      throw new ConfigError((error as Error).message.replace('DATABASE_URL', 'DATABASE_REPLICA_URLS'));
    }
  }
  return namedUrls;
}

function readRoles(text: string | undefined, databaseUrl: string | undefined): readonly Role[] {
  const names = (text ?? '').split(',').flatMap((part) => part.trim() || []);
  const unknown = names.find((name) => !ROLES.includes(name as Role));
  if (unknown !== undefined) throw new ConfigError(`PORTICO_ROLES must be web, worker or web,worker, not "${text}".`);
  const roles = ROLES.filter((role) => names.length === 0 || names.includes(role));
  if (roles.length < ROLES.length && !databaseUrl)
    throw new ConfigError(
      'PORTICO_ROLES needs DATABASE_URL, because only one process can use the embedded database: it must have both roles.',
    );
  return roles;
}

/** Threat: with all of X-Forwarded-For trusted, a client can forge its address and evade rate limits. */
function readTrustProxy(text: string | undefined): false | number | string {
  if (!text || text === 'false' || text === '0') return false;
  if (text === 'true')
    throw new ConfigError(
      'TRUST_PROXY=true would trust every X-Forwarded-For, including forged ones: set it to the number of proxies in front of Portico, like 1, or to their addresses, like 10.0.0.0/8.',
    );
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  if (!text.split(',').every((part) => isNetwork(part.trim())))
    throw new ConfigError(
      `TRUST_PROXY must be the number of proxies, like 1, or their addresses, like 10.0.0.0/8, 127.0.0.1, not "${text}".`,
    );
  return text;
}

function readDrainSeconds(text: string | undefined): number {
  if (!text) return 5;
  if (!/^\d{1,4}$/.test(text))
    throw new ConfigError(`PORTICO_DRAIN_SECONDS must be a number of seconds from 0 to 9999, not "${text}".`);
  return Number(text);
}

/** True for an IP address, a range as address/bits, or one of Fastify's names for private ranges. */
function isNetwork(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isAddressRange(text);
}

function isAddressRange(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits && rest.length === 0;
}

function readAllowList(setting: string, text: string | undefined): string[] {
  const entries = (text ?? '').split(',').flatMap((part) => (part.trim() ? [part.trim()] : []));
  const name = /^(?=.*[a-z])[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?$/i;
  const invalidEntry = entries.find((entry) => !name.test(entry) && !isAddressRange(entry));
  if (invalidEntry !== undefined)
    throw new ConfigError(
      `${setting} must be addresses, ranges or host names like 127.0.0.1, 10.0.0.0/8, server.internal, not "${invalidEntry}".`,
    );
  return entries;
}

function readOwner(email: string | undefined, password: string | undefined): Config['owner'] {
  if (!email && !password) return null;
  if (!email || !password)
    throw new ConfigError('PORTICO_OWNER_EMAIL and PORTICO_OWNER_PASSWORD go together: set both or neither.');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new ConfigError('PORTICO_OWNER_EMAIL must be an e-mail address.');
  if (password.length < 8) throw new ConfigError('PORTICO_OWNER_PASSWORD must have at least 8 characters.');
  return { email, password };
}

const STANDARD_PORTS = { TLS: 465, STARTTLS: 587, NONE: 25 } as const;

/** The error never repeats the value, because it contains a password. */
function readSmtp(text: string | undefined): SmtpServer | null {
  if (!text) return null;
  const url = URL.parse(text);
  const security = url && smtpSecurity(url);
  const user = decodeUserInfo(url?.username);
  const password = decodeUserInfo(url?.password);
  if (!url?.hostname || !security || user === null || password === null || !['', '/'].includes(url.pathname))
    throw new ConfigError(
      'PORTICO_SMTP_URL must be like smtps://user:password@mail.example.org or smtp://user:password@mail.example.org:587, with special characters in user and password percent-encoded.',
    );
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(url.port) || STANDARD_PORTS[security], security, user, password };
}

/**
 * Returns the security of a mail server's URL. With smtp://, STARTTLS is required, not optional. Threat: an attacker on
 * the network removes the offer from the server's greeting and reads the password.
 */
function smtpSecurity(url: URL): SmtpServer['security'] | null {
  const security = url.searchParams.get('security');
  if (security !== null && security !== 'none') return null;
  if (url.protocol === 'smtps:') return security ? null : 'TLS';
  if (url.protocol !== 'smtp:') return null;
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(url.hostname);
  return security || local ? 'NONE' : 'STARTTLS';
}

function decodeUserInfo(text = ''): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function readFrom(text: string | undefined): InstallationMail['from'] {
  if (!text) return null;
  const [, name = '', address = ''] =
    /^(?:([^<>\p{Cc}]*)<)?([^\s<>",;@\p{Cc}]+@[^\s<>",;@\p{Cc}]+?)>?$/u.exec(text.trim()) ?? [];
  if (!address || text.includes('<') !== text.includes('>'))
    throw new ConfigError(
      'PORTICO_MAIL_FROM must be an e-mail address, or one with a name like Example <mail@example.org>.',
    );
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
