import type pg from 'pg';
import { type ConnectionOptions, parse } from 'pg-connection-string';

export interface Host {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseUrl {
  /** Options for pg, with the first host. */
  readonly config: pg.ClientConfig;
  /** All hosts of the URL, in order. The client connects to the primary. */
  readonly hosts: readonly Host[];
}

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const TARGETS = ['any', 'read-write', 'primary', 'prefer-primary'];

/**
 * Parses a connection URL as libpq does: several hosts, and `sslmode` with libpq's meaning (`require` encrypts,
 * `verify-full` also checks the server's certificate and name).
 * @throws Error whose message never contains the URL, because the URL holds a password
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme, hostList, rest] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(text) ?? [];
  if (scheme === undefined || hostList === undefined)
    throw new Error('DATABASE_URL must start with postgres:// or postgresql://.');
  const parsedUrl = parseUrlOfOneHost(`${scheme}${hostList.split(',')[0]}${rest}`);
  rejectUnsupported(parsedUrl);
  const hosts = parsedUrl.host?.includes(',')
    ? listHosts(parsedUrl.host.split(','), String(parsedUrl.port ?? '').split(','))
    : hostList.includes(',')
      ? hostList.split(',').map(parseHost)
      : [{ host: parsedUrl.host || 'localhost', port: readPort(String(parsedUrl.port ?? '')) }];
  const [first] = hosts as [Host];
  return { config: toClientConfig(parsedUrl, first), hosts };
}

/** Returns the URL of another database of the same server. */
export function inDatabase(
  { connectionString }: { readonly connectionString: string },
  database: string,
): { connectionString: string } {
  const [, server = '', query = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^/?#@]*)[^?]*(\?.*)?$/s.exec(connectionString) ?? [];
  return { connectionString: `${server}/${encodeURIComponent(database)}${query}` };
}

/** @throws Error without the URL, which pg's own errors may contain */
function parseUrlOfOneHost(text: string): ConnectionOptions {
  try {
    return parse(text.replace(/([?&])sslrootcert=system(&|$)/, '$1'), { useLibpqCompat: true });
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (path) throw new Error(`DATABASE_URL names the file "${path}", which cannot be read (${code}).`);
    if (message.includes('sslmode=verify-ca')) throw new Error('DATABASE_URL: sslmode=verify-ca needs sslrootcert.');
    throw new Error(
      'DATABASE_URL must be like postgres://user:password@host:5432/database, with special characters percent-encoded.',
    );
  }
}

function rejectUnsupported(parsed: ConnectionOptions): void {
  const { sslmode, target_session_attrs: target } = parsed as Record<string, string | undefined>;
  // "prefer" and "allow" fall back to plain text, which an attacker on the network can force.
  if (sslmode && !SSL_MODES.includes(sslmode))
    throw new Error(`DATABASE_URL: sslmode must be one of ${SSL_MODES.join(', ')}, not "${sslmode}".`);
  if (target && !TARGETS.includes(target))
    throw new Error('DATABASE_URL: target_session_attrs must be read-write or primary, because Portico writes.');
}

function toClientConfig(parsed: ConnectionOptions, { host, port }: Host): pg.ClientConfig {
  const { user, password, database, ssl, options, application_name: name } = parsed;
  return {
    host,
    port,
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    ...(ssl === undefined || ssl === null ? {} : { ssl: ssl as pg.ClientConfig['ssl'] }),
    ...(options ? { options } : {}),
    ...(name ? { application_name: name } : {}),
  };
}

function parseHost(text: string): Host {
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d*))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (!host)
    throw new Error('DATABASE_URL: each of several hosts must be like db1.example.org or db1.example.org:5432.');
  return { host: decodeURIComponent(host), port: readPort(port) };
}

function listHosts(hosts: readonly string[], ports: readonly string[]): Host[] {
  return hosts.map((host, index) => ({ host, port: readPort(ports[ports.length === 1 ? 0 : index] ?? '') }));
}

function readPort(text: string): number {
  if (text === '') return 5432;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error('DATABASE_URL: the port must be a number up to 65535.');
  return port;
}
