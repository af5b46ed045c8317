import type { Endpoint, Input, Output } from '@portico/contract/endpoint';
import type { Answer } from '../kernel/answer.ts';
import type { OpenCtx, SiteCtx } from '../kernel/ctx.ts';
import type { IncomingFile } from './uploads.ts';

/** The parts of the HTTP request that a few handlers need beside their input. */
export interface RequestInfo {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Host header as sent: never a source of addresses in mails or redirects, only to find the site of a page */
  readonly host: string;
  readonly origin: string | null;
  /** of an endpoint that takes uploads: the file in the body */
  readonly incomingFile?: () => Promise<IncomingFile>;
}

/** An endpoint with its handler, ready to be mounted. `access` open: no token needed, and no site is looked up. */
export interface Route {
  /** the handler refuses every call, so docs/compatibility.md does not list the endpoint as served */
  readonly isRefusal?: true;
  readonly endpoint: Endpoint;
  readonly access: 'site' | 'open';
  readonly handle: (ctx: SiteCtx, input: { query: never; body: never }, request: RequestInfo) => Promise<unknown>;
}

/** Binds an endpoint that acts within the site of the caller's token or key; without one it answers 401. */
export function bind<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: SiteCtx, input: Input<E>, request: RequestInfo) => Promise<Output<E> | Answer>,
): Route {
  return { endpoint, access: 'site', handle: handle as Route['handle'] };
}

/** Binds an endpoint whose handler checks the caller's rights and then refuses with a declared code. */
export function bindRefusal<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: SiteCtx, input: Input<E>) => Promise<Output<E>>,
): Route {
  return { ...bind(endpoint, handle), isRefusal: true };
}

/** Binds an endpoint that anybody may call; `ctx.caller` may be nobody and `ctx.site` null. */
export function bindOpen<E extends Endpoint>(
  endpoint: E,
  handle: (ctx: OpenCtx, input: Input<E>, request: RequestInfo) => Promise<Output<E> | Answer>,
): Route {
  return { endpoint, access: 'open', handle: handle as Route['handle'] };
}
