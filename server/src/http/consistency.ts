/**
 * Lets callers read their own writes although reads may use replicas. The response to a write has a token, which is the
 * position of the write in the WAL. Clients send it with later calls in the same header, and browsers in a cookie,
 * which also covers the pages that the server renders.
 */
import type { Endpoint } from '@portico/contract/endpoint';
import { onlyReads } from '@portico/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/index.ts';
import type { Position } from '../db/replicas/position.ts';
import { readPosition } from '../db/replicas/replicas.ts';
import type { StaleReads } from '../db/replicas/stale-reads.ts';
import type { Environment } from '../kernel/ctx.ts';

export const CONSISTENCY_HEADER = 'x-wix-consistent';
const COOKIE = 'portico-consistent';
/** Lifetime of the cookie in seconds. A replica that is further behind is not used anyway. */
const COOKIE_SECONDS = 60;
const PURPOSE = 'consistency';

declare module 'fastify' {
  interface FastifyRequest {
    /** Token of the latest write that this request has caused. */
    consistencyToken: string | null;
  }
}

/** The slices whose reads may use replicas. */
const SLICES: ReadonlySet<string> = new Set(['data', 'forms']);

let turn = 0;

/** Returns what the reads of a call require of a replica; undefined if they must use the primary. */
export function readStaleReads(
  request: FastifyRequest,
  endpoint: Endpoint,
  input: { readonly query?: unknown; readonly body?: unknown },
  env: Environment,
): StaleReads | undefined {
  if (!env.connectionPools.replicas || !isRead(endpoint) || isConsistent(input.query) || isConsistent(input.body))
    return undefined;
  // After parallel writes, a client sends the token of each, because it cannot tell which of them is the newest.
  const headers = [request.headers[CONSISTENCY_HEADER], request.cookies[COOKIE]].filter((header) => !!header);
  const after = headers.flatMap((header) => String(header).split(',')).map((token) => openToken(env, token));
  // The position in a token that this installation has not issued is unknown, so the call reads from the primary.
  if (after.some((position) => position === null)) return undefined;
  return { after: after as Position[], turn: turn++ };
}

/**
 * Adds the token to the response of a call that may have written, also if the call failed, because a part of it may
 * have been stored. Costs one short statement, and only if there are replicas.
 */
export async function addToken(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  { db, env }: { readonly db: Db; readonly env: Environment },
): Promise<void> {
  if (!env.connectionPools.replicas || !SLICES.has(endpoint.slice) || isRead(endpoint)) return;
  // Without the primary, nothing can be committed, and the client keeps its earlier token.
  const position = await readPosition(db).catch(() => null);
  if (!position) return;
  const token = env.vault.seal(PURPOSE, `${position.timeline} ${position.lsn}`);
  request.consistencyToken = token;
  reply.header(CONSISTENCY_HEADER, token);
  const { origin, host } = request.headers;
  // Browsers ignore cookies of calls from other origins, and other clients have no pages to load.
  if (origin && URL.parse(origin)?.host === host) addConsistencyCookie(reply, token, env);
}

/** Makes the next pages that the browser requests within a minute show the write of this token. */
export function addConsistencyCookie(reply: FastifyReply, token: string, { publicUrl }: Environment): void {
  const secure = publicUrl.startsWith('https:');
  reply.setCookie(COOKIE, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: COOKIE_SECONDS });
}

function openToken(env: Environment, token: string): Position | null {
  const [, timeline, lsn] = /^(\d{1,10}) (\d{1,20})$/.exec(env.vault.open(PURPOSE, token) ?? '') ?? [];
  return timeline && lsn ? { timeline: Number(timeline), lsn: BigInt(lsn) } : null;
}

const isRead = ({ slice, method, path }: Endpoint): boolean => SLICES.has(slice) && onlyReads(`${method} ${path}`);

const isConsistent = (part: unknown): boolean =>
  (part as { consistentRead?: boolean } | undefined)?.consistentRead === true;
