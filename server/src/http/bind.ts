import type { Access, Endpoint, Input, Output } from '@portico/contract/endpoint';
import type { OpenCtx, SiteCtx } from '../kernel/ctx.ts';
import type { HttpResponse } from '../kernel/http-response.ts';
import type { IncomingFile } from './uploads.ts';

/** The parts of the HTTP request that a few handlers need in addition to their input. */
export interface RequestInfo {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /**
   * Host header as the client sent it. It only selects the site of a page, and is never used to build addresses in
   * mails or redirects.
   */
  readonly host: string;
  readonly origin: string | null;
  /** The uploaded file in the body, for endpoints that accept uploads. */
  readonly incomingFile?: () => Promise<IncomingFile>;
}

/** An endpoint with its handler. If its access is `open`, no token is required and no site is looked up. */
export interface Route {
  /** True if the handler rejects every call. docs/compatibility.md does not list such an endpoint as served. */
  readonly isRejection?: true;
  readonly endpoint: Endpoint;
  readonly access: 'site' | 'open';
  readonly handle: (ctx: SiteCtx, input: { query: never; body: never }, request: RequestInfo) => Promise<unknown>;
}

/** Access levels whose handlers determine the caller themselves, because the call needs no token of the site. */
type OpenAccess = 'open' | 'session' | 'user';
type SiteEndpoint = Endpoint & { readonly access: Exclude<Access, OpenAccess> };

/** Binds an endpoint that acts within the site of the caller's token or key. A call without one returns 401. */
export function bind<E extends SiteEndpoint>(
  endpoint: E,
  handle: (ctx: SiteCtx, input: Input<E>, request: RequestInfo) => Promise<Output<E> | HttpResponse>,
): Route {
  return { endpoint, access: 'site', handle: handle as Route['handle'] };
}

/** Binds an endpoint whose handler checks the caller's rights and then always returns a declared error code. */
export function bindRejection<E extends SiteEndpoint>(
  endpoint: E,
  handle: (ctx: SiteCtx, input: Input<E>) => Promise<Output<E>>,
): Route {
  return { ...bind(endpoint, handle), isRejection: true };
}

/** Binds an endpoint that anyone may call; `ctx.caller` may be unauthenticated and `ctx.site` null. */
export function bindOpen<E extends Endpoint & { readonly access: OpenAccess }>(
  endpoint: E,
  handle: (ctx: OpenCtx, input: Input<E>, request: RequestInfo) => Promise<Output<E> | HttpResponse>,
): Route {
  return { endpoint, access: 'open', handle: handle as Route['handle'] };
}
