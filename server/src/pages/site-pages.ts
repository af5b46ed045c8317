import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Build, isBuilt } from '../builds/index.ts';
import { addConsistencyCookie } from '../http/consistency.ts';
import { isSharedPath } from '../http/prefixes.ts';
import { notFoundError } from '../http/serve.ts';
import type { Environment } from '../kernel/ctx.ts';
import { buildSiteHeaders, type PagePolicy, type ThirdPartyCaptcha } from './content-security.ts';
import { sendProgressPage } from './progress-page.ts';
import { openStaticFiles, type StaticFiles } from './static-files.ts';

/** The context that the server passes to the site's pages; `site/src/host.ts` has the same shape. */
export interface Host {
  /** Nonce of the page's inline scripts and styles; empty in development. */
  readonly nonce: string;
  /** Calls the API in this process on behalf of the browser that requested the page. */
  readonly api: typeof fetch;
  /** Makes the content security policy of this page allow the provider. */
  allowCaptcha(provider: ThirdPartyCaptcha): void;
  /** Makes the content security policy of this page allow these origins to show it in a frame. */
  allowFraming(origins: readonly string[]): void;
}

/** The parts of the site's build that the server uses: React Router's build, with the exports of entry.server.tsx. */
export interface SiteBuild {
  readonly entry: {
    readonly module: {
      createHandler(
        build: SiteBuild,
        mode: 'production' | 'development',
      ): (request: Request, host: Host) => Promise<Response>;
    };
  };
}

/** Handles one request for a page or file of the visitors' site. */
export type ServeSite = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<unknown>;

export interface SiteOptions {
  readonly env: Environment;
  apiFor(request: FastifyRequest): typeof fetch;
}

/** Serves the built site: its files, and a rendered page for every other path. */
export function serveBuiltSite(build: Build, options: SiteOptions): ServeSite {
  let openedBuild: { files: StaticFiles; siteBuild: Promise<SiteBuild> } | undefined;
  return async (request, reply, path) => {
    if (!openedBuild) {
      if (!isBuilt(build)) return sendProgressPage(reply, build);
      const siteBuild = import(pathToFileURL(join(build.output, 'server', 'index.js')).href) as Promise<SiteBuild>;
      openedBuild = { files: openStaticFiles(join(build.output, 'client')), siteBuild };
    }
    if (openedBuild.files.send(reply, path)) return reply;
    return renderPage(await openedBuild.siteBuild, 'production', options, buildSiteHeaders, request, reply);
  };
}

/** Statuses of React Router for a path without a page, and for a post to it. */
const WITHOUT_PAGE: readonly number[] = [404, 405];

/**
 * Renders and sends one page, or only its data for a client-side navigation.
 * @throws AppError for a path below a prefix of the vendor where the site has no page
 */
export async function renderPage(
  build: SiteBuild,
  mode: 'production' | 'development',
  options: SiteOptions,
  headersFor: (nonce: string, policy: PagePolicy) => Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // In development, the policy names no script sources, and a nonce would only make server and browser output differ.
  const nonce = mode === 'production' ? randomBytes(16).toString('base64') : '';
  const handler = build.entry.module.createHandler(build, mode);
  let policy: PagePolicy = { captcha: null, ancestors: [] };
  const response = await handler(await toRequest(options.env, request), {
    nonce,
    api: options.apiFor(request),
    allowCaptcha(captcha) {
      policy = { ...policy, captcha };
    },
    allowFraming(ancestors) {
      policy = { ...policy, ancestors };
    },
  });
  if (WITHOUT_PAGE.includes(response.status) && isSharedPath(request.originalUrl.split('?')[0] as string))
    throw notFoundError(request);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (request.consistencyToken) addConsistencyCookie(reply, request.consistencyToken, options.env);
  reply.headers(headersFor(nonce, policy)).code(response.status);
  // The page is buffered, not streamed: no part of it is deferred, and compressing a stream would require flushing.
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

async function toRequest(env: Environment, request: FastifyRequest): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const entry of Array.isArray(value) ? value : [value]) if (entry !== undefined) headers.append(name, entry);
  }
  const disconnect = new AbortController();
  request.raw.once('close', () => {
    if (!request.raw.complete) disconnect.abort();
  });
  return new Request((await originOf(env, request)) + request.originalUrl, {
    method: request.method,
    headers,
    signal: disconnect.signal,
    ...(Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
  });
}

/**
 * Returns the origin that the browser sees, which the Origin header of a form post must equal. At the site's own host
 * it is the configured one, so that a TLS-terminating proxy needs no further setting.
 */
export async function originOf(env: Environment, request: FastifyRequest): Promise<string> {
  const site = await env.siteOfHost(request.host);
  if (site && new URL(site.origin).host === request.host) return site.origin;
  return URL.parse(`${request.protocol}://${request.host}`)?.origin ?? env.publicUrl;
}
