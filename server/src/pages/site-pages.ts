import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Build, isBuilt } from '../builds/index.ts';
import type { Environment } from '../kernel/ctx.ts';
import { type OutsideCaptcha, sitePageHeaders } from './content-security.ts';
import { sendProgressPage } from './progress-page.ts';
import { type StaticFiles, staticFiles } from './static-files.ts';

/** The context that the server passes to the site's pages; `site/src/host.ts` has the same shape. */
export interface Host {
  /** nonce of the page's inline scripts and styles; '' in development */
  readonly nonce: string;
  /** calls the API in this process on behalf of the browser that requested the page */
  readonly api: typeof fetch;
  /** makes the content security policy of this page allow the provider */
  allowCaptcha(provider: OutsideCaptcha): void;
}

/** The build of the site as far as the server uses it: React Router's, with the exports of entry.server.tsx. */
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

/** Serves the built site: its files, and everything else rendered by it. */
export function builtSite(build: Build, options: SiteOptions): ServeSite {
  let opened: { files: StaticFiles; siteBuild: Promise<SiteBuild> } | undefined;
  return async (request, reply, path) => {
    if (!opened) {
      if (!isBuilt(build)) return sendProgressPage(reply, build);
      const siteBuild = import(pathToFileURL(join(build.output, 'server', 'index.js')).href) as Promise<SiteBuild>;
      opened = { files: staticFiles(join(build.output, 'client')), siteBuild };
    }
    if (opened.files.send(reply, path)) return reply;
    return renderPage(await opened.siteBuild, 'production', options, sitePageHeaders, request, reply);
  };
}

/** Renders and sends one page, or the data of one for a client-side navigation. */
export async function renderPage(
  build: SiteBuild,
  mode: 'production' | 'development',
  options: SiteOptions,
  headersFor: (nonce: string, captcha: OutsideCaptcha | null) => Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // In development no policy names scripts, and a nonce would only make server and browser output differ.
  const nonce = mode === 'production' ? randomBytes(16).toString('base64') : '';
  const handler = build.entry.module.createHandler(build, mode);
  let captcha: OutsideCaptcha | null = null;
  const response = await handler(await toRequest(options.env, request), {
    nonce,
    api: options.apiFor(request),
    allowCaptcha(provider) {
      captcha = provider;
    },
  });
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  reply.headers(headersFor(nonce, captcha)).code(response.status);
  // Buffered, not streamed: pages defer nothing, and compression needs no flushing.
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

async function toRequest(env: Environment, request: FastifyRequest): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  const gone = new AbortController();
  request.raw.once('close', () => {
    if (!request.raw.complete) gone.abort();
  });
  return new Request((await originOf(env, request)) + request.originalUrl, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
  });
}

/**
 * Returns the origin that the browser sees, which the Origin header of a form post must equal. At the site's own host it is
 * the configured one, so that a TLS-terminating proxy needs no further setting.
 */
export async function originOf(env: Environment, request: FastifyRequest): Promise<string> {
  const site = await env.siteOfHost(request.host);
  if (site && new URL(site.origin).host === request.host) return site.origin;
  return URL.parse(`${request.protocol}://${request.host}`)?.origin ?? env.publicUrl;
}
