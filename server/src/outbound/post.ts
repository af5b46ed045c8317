import { isIP } from 'node:net';
import type { AllowedAddresses } from './allowed-addresses.ts';
import {
  type ConnectionRules,
  createCheckedLookup,
  permits,
  RefusedAddressError,
  type Resolve,
  resolveBySystem,
} from './resolve.ts';

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostRules {
  readonly allowed: AllowedAddresses;
  /** Maximum time until the status of the response, including name resolution. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  readonly resolve?: Resolve;
}

/** The response. Without a response, `httpStatus` is null and `error` has the reason. */
export interface Reply {
  readonly httpStatus: number | null;
  /** The first 2 kB of the body, as text. */
  readonly responseText: string | null;
  readonly error: string | null;
}

/** Not imported, because an import of node:http also loads Node's WebSocket and fetch, which take 10 MB of memory. */
const { request: requestHttp } = process.getBuiltinModule('node:http');
const { request: requestHttps } = process.getBuiltinModule('node:https');

const RESPONSE_BYTES = 2_048;
/** Milliseconds to wait for the body after the status. The rest of a slow body is ignored. */
const RESPONSE_MS = 1_000;

/**
 * Posts to an address that an owner has set. Follows no redirect (it could lead anywhere), and checks the address when
 * its name is resolved and again on the connected socket. Never throws.
 */
export function post({ url: text, headers, body }: PostRequest, rules: PostRules): Promise<Reply> {
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const connectionRules: ConnectionRules = { allowed: rules.allowed, host, isEncrypted };
  return new Promise((settle) => {
    const fail = (error: Error): void => {
      clearTimeout(timer);
      settle({ httpStatus: null, responseText: null, error: sentenceOf(error) });
    };
    // A literal address is never resolved, so it is checked here.
    if (isIP(host) !== 0 && !permits(connectionRules, host)) {
      settle({
        httpStatus: null,
        responseText: null,
        error: new RefusedAddressError(host, rules.allowed, !isEncrypted).message,
      });
      return;
    }
    const send = isEncrypted ? requestHttps : requestHttp;
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // Each request has a new connection, because a pooled one may have been checked under other rules.
      agent: false,
      lookup: createCheckedLookup(connectionRules, rules.resolve ?? resolveBySystem(rules.allowed)),
      ...(rules.signal ? { signal: rules.signal } : {}),
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`No response within ${rules.timeoutMs / 1_000} seconds.`)),
      rules.timeoutMs,
    );
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        if (!permits(connectionRules, socket.remoteAddress ?? ''))
          socket.destroy(new RefusedAddressError(host, rules.allowed, !isEncrypted));
      });
    });
    request.on('error', fail);
    request.on('response', (response) => {
      clearTimeout(timer);
      const parts: Buffer[] = [];
      let bytes = 0;
      const finish = (): void => {
        clearTimeout(last);
        request.destroy();
        settle({ httpStatus: response.statusCode ?? null, responseText: textOf(Buffer.concat(parts)), error: null });
      };
      const last = setTimeout(finish, RESPONSE_MS);
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= RESPONSE_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', finish);
    });
    request.end(body);
  });
}

/** Text for the log, without characters that the database would reject. */
const textOf = (bytes: Buffer): string =>
  bytes
    .subarray(0, RESPONSE_BYTES)
    .toString()
    .replace(/(?![\t\n])\p{Cc}/gu, '');

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this address and port.',
  ECONNRESET: 'The receiver closed the connection before it responded.',
  ENOTFOUND: 'There is no such host.',
  ENODATA: 'There is no such host.',
  ETIMEDOUT: 'The receiver did not respond in time.',
  EHOSTUNREACH: 'There is no route to the receiver.',
  ENETUNREACH: 'There is no route to the receiver.',
  ETIMEOUT: 'The name of the host could not be resolved in time.',
};

function sentenceOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (SENTENCES[code] ?? error.message.slice(0, 300)) || 'The connection failed.';
}
