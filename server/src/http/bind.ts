import type { Endpoint, Input, Output } from '@portico/contract/endpoint';
import type { Answer } from '../kernel/answer.ts';
import type { OpenCtx, SiteCtx } from '../kernel/ctx.ts';
import type { IncomingFile } from './uploads.ts';

/** The parts of the HTTP request that a few handlers need in addition to their input. */
export interface RequestInfo {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Host header as sent; only identifies the site of a page, never used to build addresses in mails or redirects */
  readonly host: string;
  readonly origin: string | null;
  /** the uploaded file in the body, for endpoints that accept uploads */
  readonly incomingFile?: () => Promise<IncomingFile>;
}

/** An endpoint with its handler. With `access` open, no token is needed and no site is looked up. */
export interface Route {
  /** true if the handler rejects every call, so that docs/compatibility.md does not list the endpoint as served */
  readonly isRefusal?: true;
  readonly endpoint: Endpoint;
  readonly access: 'site' | 'open';
  readonly handle: (ctx: SiteCtx, input: { query: never; body: never }, request: RequestInfo) => Promise<unknown>;
}

/** Binds an endpoint that acts within the site of the caller's token or key; without one it returns 401. */
export function bind<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: SiteCtx, input: Input<E>, request: RequestInfo) => Promise<Output<E> | Answer>,
): Route {
  return { endpoint, access: 'site', handle: handle as Route['handle'] };
}

/** Binds an endpoint whose handler checks the caller's rights and then always returns a declared error code. */
export function bindRefusal<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: SiteCtx, input: Input<E>) => Promise<Output<E>>,
): Route {
  return { ...bind(endpoint, handle), isRefusal: true };
}

/** Binds an endpoint that anyone may call; `ctx.caller` may be unauthenticated and `ctx.site` null. */
export function bindOpen<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: OpenCtx, input: Input<E>, request: RequestInfo) => Promise<Output<E> | Answer>,
): Route {
  return { endpoint, access: 'open', handle: handle as Route['handle'] };
}
