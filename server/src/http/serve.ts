/**
 * The HTTP server. Mounts every declared endpoint (those without a handler return 501) and converts each error to the
 * wire's shape. A result is sent with 200 as JSON (identity contract section 0), unless it is an HttpResponse.
 */
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { type Access, type Endpoint, MEGABYTE } from '@portico/contract/endpoint';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type preParsingHookHandler,
} from 'fastify';
import type { Db } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Caller } from '../kernel/caller.ts';
import type { Environment, Site, SiteCtx } from '../kernel/ctx.ts';
import { HttpResponse } from '../kernel/http-response.ts';
import { type AuthenticationLookups, type AuthenticationResult, authenticate } from './authenticate.ts';
import type { RequestInfo, Route } from './bind.ts';
import { createBodyGuard, cutUnreadBody } from './body-guard.ts';
import { addBodyParsers, isForm } from './body-parsers.ts';
import { limitBodyTime, MAX_REQUEST_MS } from './body-time.ts';
import { addToken, CONSISTENCY_HEADER, readStaleReads } from './consistency.ts';
import { createDrain, type Drain } from './drain.ts';
import { sendErrorPage } from './error-page.ts';
import { isListed, toAppError, toErrorResponse } from './errors.ts';
import { readInput } from './input.ts';
import { isOtherProduct, toBarePath } from './prefixes.ts';
import {
  assertResponseDeclared,
  rejectUndeclaredCaller,
  rejectUndeclaredCode,
  UndeclaredBehaviour,
} from './response-check.ts';
import { acceptFiles, readIncomingFile } from './uploads.ts';

export interface HttpOptions {
  readonly db: Db;
  readonly env: Environment;
  readonly lookups: AuthenticationLookups;
  readonly routes: readonly Route[];
  /** Every endpoint of the contract. */
  readonly endpoints: readonly Endpoint[];
  readonly logLevel: string;
  readonly trustProxy: false | number | string;
  /** True in tests: an undeclared error code, response field or caller becomes a 500 that names it. */
  readonly isStrict: boolean;
  /** Returns false if the declared access of an endpoint excludes the caller. Called only if `isStrict` is true. */
  readonly mayCall: (caller: Caller, access: Access) => boolean;
  /** Counts a call to a site; throws if the site has used up its calls. */
  readonly countCall: (site: Site | null, caller: Caller) => void;
  /** Adds hooks that observe every request. Called before the endpoints are mounted. */
  readonly observe: (app: FastifyInstance) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, determined before the body is read; null if no endpoint matches. */
    authenticated: AuthenticationResult | null;
    /** Code of the error that the client got; null without an error. */
    errorCode: string | null;
  }
  interface FastifyContextConfig {
    /** True if the body is a file, which the handler reads as a stream. */
    upload?: boolean;
    /** Id of the endpoint, for logs and metrics. */
    endpoint?: string;
  }
  interface FastifyInstance {
    drain: Drain;
    /** Limits the memory of request bodies; every Fastify scope that parses bodies runs it before parsing. */
    guardBody: preParsingHookHandler;
  }
}

/**
 * Maximum calls per minute from one address. Single-page apps send bursts, and the vendor's client never retries a 429.
 */
const CALLS_PER_MINUTE = 6_000;

/**
 * Replaces Fastify's compilers of schemas, which take 2 MB of memory. Endpoints are validated by the contract instead.
 */
function rejectSchema(): never {
  throw new Error('Routes have no Fastify schema: declare the endpoint in contract/.');
}

export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: options.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => toBarePath(request.url ?? '/'),
    schemaController: { compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema } },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 1_024 },
    bodyLimit: MEGABYTE,
    trustProxy: trustProxyOf(options.trustProxy),
    requestTimeout: MAX_REQUEST_MS,
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections while the server stops are served as usual.
    return503OnClosing: false,
  });
  await app.register(cookie);
  await app.register(cors, {
    // Any origin may call, because tokens travel in a header and cookies are never sent cross-origin (identity contract
    // 9).
    origin: '*',
    methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
    exposedHeaders: ['x-wix-request-id', CONSISTENCY_HEADER, 'retry-after'],
    maxAge: 86_400,
  });
  if (options.env.hasRateLimits) {
    await app.register(rateLimit, {
      max: CALLS_PER_MINUTE,
      timeWindow: 60_000,
      // The token endpoint is exempt, because a refresh that returns 429 would turn a member into a visitor (identity
      // contract section 2).
      allowList: (request) => request.routeOptions.url === '/oauth2/token',
      errorResponseBuilder: (_request, context) =>
        new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(context.ttl / 1_000) }),
    });
  }
  app.decorateRequest('authenticated', null);
  app.decorateRequest('errorCode', null);
  app.decorateRequest('consistencyToken', null);
  app.decorate('guardBody', createBodyGuard({ limitsAddresses: options.env.hasRateLimits }));
  app.addHook('onResponse', cutUnreadBody);
  addBodyParsers(app);
  app.decorate('drain', createDrain(app));
  limitBodyTime(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-wix-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
  });
  app.setErrorHandler((error, request, reply) => sendError(reply, request, error, undefined));
  options.observe(app);

  const bound = new Map(options.routes.map((route) => [route.endpoint.id, route]));
  const mountAll = (scope: FastifyInstance, upload: boolean): void => {
    for (const endpoint of options.endpoints) {
      if ((endpoint.upload ?? false) === upload) mount(scope, endpoint, bound.get(endpoint.id), options);
    }
  };
  await acceptFiles(app, (scope) => mountAll(scope, true));
  mountAll(app, false);
  return app;
}

/**
 * Returns a function instead of a number, because Fastify trusts no proxy if it gets a number. Hops count from this
 * server: 0 is the connection's peer.
 */
const trustProxyOf = (setting: HttpOptions['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;

/**
 * Handles requests that match no endpoint, page or file. Pages are mounted after the API and call this for the rest.
 */
export function notFoundError(request: FastifyRequest): AppError {
  const path = (request.originalUrl ?? request.url).split('?')[0] as string;
  return new AppError(isOtherProduct(path) ? 'VENDOR_PRODUCT_NOT_SERVED' : 'NOT_FOUND', { path });
}

function mount(app: FastifyInstance, endpoint: Endpoint, route: Route | undefined, options: HttpOptions): void {
  const variants = [
    [endpoint.method, endpoint.path, false] as const,
    ...(endpoint.also ?? []).map(([method, path]) => [method, path, false] as const),
  ];
  if (endpoint.alsoPackedGet) variants.push(['GET', endpoint.path, true] as never);
  for (const [method, path, isBodyPacked] of variants) {
    app.route({
      method,
      url: toRouterPath(path),
      bodyLimit: endpoint.bodyLimit ?? MEGABYTE,
      config: { upload: endpoint.upload ?? false, endpoint: endpoint.id },
      // Does not authenticate in onRequest, because that runs before the rate limit, which must count attempts to guess
      // keys.
      preParsing: [authenticateBeforeBody(route, options), ...(endpoint.upload ? [] : [app.guardBody])],
      errorHandler: (error, request, reply) => sendError(reply, request, error, endpoint),
      handler: (request, reply) => respond(request, reply, endpoint, route, isBodyPacked, options),
    });
  }
}

async function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  route: Route | undefined,
  isBodyPacked: boolean,
  options: HttpOptions,
): Promise<FastifyReply> {
  try {
    if (!route) throw new AppError('NOT_IMPLEMENTED');
    if (!endpoint.form && !endpoint.upload && isForm(request)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    const url = request.url;
    const search = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
    const input = readInput(
      endpoint,
      readPathParams(request, endpoint),
      search,
      endpoint.upload ? {} : request.body,
      isBodyPacked,
    );
    const staleReads = readStaleReads(request, endpoint, input, options.env);
    const ctx = { ...contextOf(request, options), ...(staleReads ? { staleReads } : {}) };
    const output = await route.handle(ctx, input as never, requestInfo(request, endpoint));
    await addToken(request, reply, endpoint, options);
    if (options.isStrict) {
      assertResponseDeclared(endpoint, output);
      if (!options.mayCall(ctx.caller, endpoint.access)) rejectUndeclaredCaller(endpoint, ctx.caller.kind);
    }
    return send(reply, output);
  } catch (error) {
    if (options.isStrict) assertCodeDeclared(endpoint, error);
    await addToken(request, reply, endpoint, options);
    return sendError(reply, request, error, endpoint);
  }
}

/**
 * Authenticates before the body has arrived. Threat: unauthenticated clients make the server buffer bodies that it
 * would reject unread.
 */
function authenticateBeforeBody(route: Route | undefined, { lookups, env, countCall }: HttpOptions) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!route) return;
    const siteHeader = request.headers['wix-site-id'];
    const authenticated = await authenticate(
      lookups,
      env,
      request.headers.authorization,
      typeof siteHeader === 'string' && siteHeader !== '' ? siteHeader : undefined,
      new Date(),
    );
    const { site, caller } = authenticated;
    if (route.access === 'site' && (!site || caller.kind === 'unauthenticated')) throw new AppError('UNAUTHENTICATED');
    request.authenticated = authenticated;
    countCall(site, caller);
  };
}

function contextOf(request: FastifyRequest, { db, env }: HttpOptions): SiteCtx {
  const { caller, site, paired } = request.authenticated as AuthenticationResult;
  return {
    db,
    env,
    caller,
    paired,
    now: new Date(),
    log: request.log,
    requestId: request.id,
    address: request.ip,
    // Handlers of open endpoints, which may run without a site, take a context whose site may be null.
    site: site as SiteCtx['site'],
  };
}

function send(reply: FastifyReply, output: unknown): FastifyReply {
  if (output instanceof HttpResponse) {
    for (const [name, value] of Object.entries(output.headers)) reply.header(name, value);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return reply.code(output.status).send(output.body);
  }
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(output ?? {}));
}

function sendError(
  reply: FastifyReply,
  request: FastifyRequest,
  thrown: unknown,
  endpoint: Endpoint | undefined,
): FastifyReply {
  if (thrown instanceof UndeclaredBehaviour) {
    console.error(thrown.message);
    return reply.code(500).send({ message: thrown.message });
  }
  const errorResponse = toErrorResponse(toAppError(thrown, endpoint), endpoint);
  request.errorCode = errorResponse.code;
  const fields = { err: errorResponse.cause, code: errorResponse.code, endpoint: endpoint?.id };
  if (isAborted(request)) request.log.info({ endpoint: endpoint?.id }, 'client closed the connection early');
  // The server rejects these on purpose, under load or while it indexes; a 503 of a failed database has a cause.
  else if (errorResponse.status === 503 && errorResponse.cause === undefined)
    request.log.warn(fields, 'request rejected');
  else if (errorResponse.status >= 500 && errorResponse.status !== 501) request.log.error(fields, 'request failed');
  else request.log.debug(fields, 'request rejected');
  reply.code(errorResponse.status).header('cache-control', 'no-store').header('x-wix-request-id', request.id);
  if (errorResponse.retryAfterSeconds !== undefined) reply.header('retry-after', errorResponse.retryAfterSeconds);
  // Keeps Fastify from closing the connection after a body that it did not read: a client that is still sending would
  // not see the response.
  reply.removeHeader('connection');
  if (endpoint?.shape === 'page')
    return sendErrorPage(reply, errorResponse.status, (toAppError(thrown, endpoint) as Error).message);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(errorResponse.body));
}

/**
 * True if the connection ended before the request had arrived completely. The server did not cause such a failure.
 */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

function assertCodeDeclared(endpoint: Endpoint, error: unknown): void {
  const response = toErrorResponse(toAppError(error, endpoint), endpoint);
  const listed = response.code === 'INVALID_ARGUMENT' || isListed(endpoint, response.code);
  if (!listed) rejectUndeclaredCode(endpoint, response.code);
}

function requestInfo(request: FastifyRequest, endpoint: Endpoint): RequestInfo {
  const origin = request.headers.origin;
  return {
    headers: request.headers as Record<string, string | undefined>,
    cookies: request.cookies,
    host: request.headers.host ?? '',
    origin: origin ?? null,
    ...(endpoint.upload ? { incomingFile: () => readIncomingFile(request) } : {}),
  };
}

/**
 * Converts a path of the contract to the router's syntax: `{name}` → `:name`, `{thing.id}` → `:thing_id` (a dot
 * would end the name), and a last `{name*}` → a wildcard.
 */
function toRouterPath(path: string): string {
  return path.replace(/\{\w+\*\}$/, '*').replace(/\{([\w.]+)\}/g, (_, name: string) => `:${name.replaceAll('.', '_')}`);
}

/** Returns the parameters of the path, with the wildcard's under the name that the contract gives it. */
function readPathParams(request: FastifyRequest, endpoint: Endpoint): Record<string, string> {
  const params = request.params as Record<string, string>;
  if (params['*'] === undefined) return params;
  const { '*': rest, ...named } = params;
  const name = /\{(\w+)\*\}$/.exec(endpoint.path)?.[1];
  return name ? { ...named, [name]: rest as string } : named;
}
