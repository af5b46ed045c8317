import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { MEGABYTE } from '@portico/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBuild, repository } from '../builds/index.ts';
import { sendErrorPage } from '../http/error-page.ts';
import { isApiPath, isSharedPath } from '../http/prefixes.ts';
import { notFoundError } from '../http/serve.ts';
import type { Environment } from '../kernel/ctx.ts';
import type { Log } from '../kernel/log.ts';
import { createApiFetch } from './api-fetch.ts';
import { DASHBOARD_PATH, serveBuiltDashboard } from './dashboard-pages.ts';
import { createDevelopmentPages } from './development.ts';
import { isDocumentationPath, serveBuiltDocumentation } from './docs-pages.ts';
import { isEmbedPath, serveBuiltEmbed } from './embed-files.ts';
import { isPackagePath, serveBuiltPackages } from './packages.ts';
import { originOf, type SiteOptions, serveBuiltSite } from './site-pages.ts';

export interface PagesOptions {
  readonly env: Environment;
  readonly mode: 'production' | 'development';
  readonly log: Log;
}

export interface MountedPages {
  /** Stops the file watchers of development mode. */
  stop(): Promise<void>;
}

/**
 * Mounts the dashboard, the visitors' site and the documentation. Unknown paths return the API's 404 if they are below a
 * path segment of the API or a prefix of the vendor, and otherwise the site's 404 page. Call it before the server
 * listens. Pages of a package that is not built yet return 503.
 */
export async function mountPages(http: FastifyInstance, { env, mode }: PagesOptions): Promise<MountedPages> {
  let stop = async (): Promise<void> => undefined;
  await http.register(async (scope) => {
    // The folder of a build is known only after the build, so each call of sendFile sets the root.
    await scope.register(fastifyStatic, { serve: false, root: repository, preCompressed: true });
    await scope.register(fastifyCompress, { encodings: ['br', 'gzip'] });
    scope.addHook('preParsing', http.guardBody);
    leaveBodiesUnparsed(scope);
    const options: SiteOptions = { env, apiFor: (request) => createApiFetch(http, request) };
    const sendPackage = serveBuiltPackages(readBuild('packages'));
    const sendEmbed = serveBuiltEmbed(readBuild('embed'));
    const pages = mode === 'development' ? await createDevelopmentPages(scope, options) : createBuiltPages(options);
    stop = async () => ('stop' in pages ? pages.stop() : undefined);
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      handler: async (request, reply) => {
        const path = request.originalUrl.split('?')[0] as string;
        if (isPackagePath(path) && sendPackage(reply, path)) return reply;
        if (isDocumentationPath(path) && request.method !== 'POST') return pages.documentation(request, reply, path);
        if (isApiPath(path)) throw notFoundError(request);
        if (isAmbiguous(path)) return sendErrorPage(reply, 404, notFoundError(request).message);
        if (request.method === 'POST' && request.headers.origin !== (await originOf(env, request))) {
          if (isSharedPath(path)) throw notFoundError(request);
          return sendErrorPage(reply, 403, FOREIGN_POST_MESSAGE);
        }
        const destination = await destinationOf(env, request, path);
        if (destination === 'dashboard') return pages.dashboard(request, reply, path.slice(DASHBOARD_PATH.length));
        if (destination === 'redirect-to-dashboard') return redirectToDashboard(request, reply, path);
        if (isEmbedPath(path)) return sendEmbed(reply, path);
        return pages.site(request, reply, path);
      },
    });
  });
  http.setNotFoundHandler((request) => {
    throw notFoundError(request);
  });
  return { stop: () => stop() };
}

function createBuiltPages(options: SiteOptions) {
  return {
    dashboard: serveBuiltDashboard(readBuild('dashboard')),
    site: serveBuiltSite(readBuild('site'), options),
    documentation: serveBuiltDocumentation({
      env: options.env,
      docs: readBuild('docs'),
      packages: readBuild('packages'),
    }),
  };
}

/** Threat: a page of another site posts a form on the visitor's behalf (CSRF). A POST contains the page's origin. */
const FOREIGN_POST_MESSAGE = 'This form was sent from a page of another site. Open the page here and send it again.';

/**
 * True unless the path begins with exactly one slash. Threat: in a link or a redirect, browsers interpret `//host` or
 * `/\host` as the address of another host.
 */
const isAmbiguous = (path: string): boolean => !/^\/(?![/\\])/.test(path);

/**
 * Decides which handler serves a request. With several sites, the dashboard has a separate origin that no site shares.
 */
async function destinationOf(
  env: Environment,
  request: FastifyRequest,
  path: string,
): Promise<'dashboard' | 'redirect-to-dashboard' | 'site'> {
  const isDashboardPath = path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`);
  if (env.dashboardOrigin !== env.publicUrl) {
    if (request.host !== new URL(env.dashboardOrigin).host) return 'site';
    return isDashboardPath ? 'dashboard' : 'redirect-to-dashboard';
  }
  if (!isDashboardPath) return 'site';
  const site = await env.siteOfHost(request.host);
  return !site || site.origin === env.publicUrl ? 'dashboard' : 'site';
}

function redirectToDashboard(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  if (path !== '/') throw notFoundError(request);
  return reply.header('cache-control', 'no-store').redirect(DASHBOARD_PATH);
}

/**
 * Maximum body of a form with files that is sent without scripts. With scripts, files are uploaded separately, up to
 * the owner's limit.
 */
const POSTED_FILES_BYTES = 10 * MEGABYTE;

/** Passes form posts to the pages unparsed. The normal maximum size applies unless they contain files. */
function leaveBodiesUnparsed(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MEGABYTE }, (_request, body, done) =>
    done(null, body),
  );
  const files = { parseAs: 'buffer', bodyLimit: POSTED_FILES_BYTES } as const;
  scope.addContentTypeParser(/^multipart\/form-data/, files, (_request, body, done) => done(null, body));
}
