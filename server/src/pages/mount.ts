import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { MEGABYTE } from '@portico/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBuild, repository } from '../builds/index.ts';
import { sendErrorPage } from '../http/error-page.ts';
import { isApiPath, isOtherProduct } from '../http/prefixes.ts';
import { notFound } from '../http/serve.ts';
import type { Environment } from '../kernel/ctx.ts';
import type { Log } from '../kernel/log.ts';
import { apiFetch } from './api-fetch.ts';
import { builtDashboard, DASHBOARD_PATH } from './dashboard-pages.ts';
import { developmentPages } from './development.ts';
import { builtSite, originOf, type SiteOptions } from './site-pages.ts';

export interface PagesOptions {
  readonly env: Environment;
  readonly mode: 'production' | 'development';
  readonly log: Log;
}

export interface MountedPages {
  /** stops the watchers of development mode */
  stop(): Promise<void>;
}

/**
 * Mounts the dashboard, the visitors' site and the fallback for unknown paths: the API's 404 below its path segments, the
 * site's page everywhere else. Call before listening. A package that is not built yet returns 503.
 */
export async function mountPages(http: FastifyInstance, { env, mode }: PagesOptions): Promise<MountedPages> {
  let stop = async (): Promise<void> => undefined;
  await http.register(async (scope) => {
    // The folders of the builds are known only once they are built, so each call of sendFile passes its root.
    await scope.register(fastifyStatic, { serve: false, root: repository, preCompressed: true });
    await scope.register(fastifyCompress, { encodings: ['br', 'gzip'] });
    scope.addHook('preParsing', http.guardBody);
    readBodiesRaw(scope);
    const options: SiteOptions = { env, apiFor: (request) => apiFetch(http, request) };
    const pages = mode === 'development' ? await developmentPages(scope, options) : builtPages(options);
    stop = async () => ('stop' in pages ? pages.stop() : undefined);
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      handler: async (request, reply) => {
        const path = request.originalUrl.split('?')[0] as string;
        if (isCall(request, path)) throw notFound(request);
        if (isAmbiguous(path)) return sendErrorPage(reply, 404, notFound(request).message);
        if (request.method === 'POST') {
          if (request.headers.origin !== (await originOf(env, request))) return sendErrorPage(reply, 403, FOREIGN_POST);
          if (!(await isReadable(request, path))) return sendErrorPage(reply, 400, UNREADABLE_FORM);
        }
        const door = await doorOf(env, request, path);
        if (door === 'dashboard') return pages.dashboard(request, reply, path.slice(DASHBOARD_PATH.length));
        if (door === 'to-dashboard') return toDashboard(request, reply, path);
        return pages.site(request, reply, path);
      },
    });
  });
  http.setNotFoundHandler((request) => {
    throw notFound(request);
  });
  return { stop: () => stop() };
}

function builtPages(options: SiteOptions) {
  return { dashboard: builtDashboard(readBuild('dashboard')), site: builtSite(readBuild('site'), options) };
}

/** Threat: a page of another site that posts a form on the visitor's behalf (CSRF). Browsers send the origin of each post. */
const FOREIGN_POST = 'This form was sent from a page of another site. Open the page here and send it again.';

const UNREADABLE_FORM = 'The server could not read this form. Send it as multipart/form-data or urlencoded.';

/** The page of a form sends its calls as JSON (site/src/forms/form-call.ts); every other post to a page is a form. */
const FORM_CALL = /^\/form\/[^/]+\/[^/]+$/;

/** Pages read the body and would fail on a malformed one. */
async function isReadable({ body, headers }: FastifyRequest, path: string): Promise<boolean> {
  const type = headers['content-type'];
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : null;
  if (!bytes && !type) return true;
  const copy = new Response(bytes, { headers: { 'content-type': type ?? '' } });
  const isJson = FORM_CALL.test(path) && /^application\/json\b/.test(type ?? '');
  return (isJson ? copy.json() : copy.formData()).then(
    () => true,
    () => false,
  );
}

/** Threat: a path that browsers read as an address of another host when it occurs in a link or a redirect. */
const isAmbiguous = (path: string): boolean => !/^\/(?![/\\])/.test(path);

function isCall(request: FastifyRequest, path: string): boolean {
  if (isApiPath(path)) return true;
  // A site may use the names of the vendor's other products for its pages: a browser's navigation gets the page.
  return isOtherProduct(path) && !(request.headers.accept ?? '').includes('text/html');
}

/** Decides which handler serves a request. With several sites, the dashboard has an origin of its own that no site shares. */
async function doorOf(
  env: Environment,
  request: FastifyRequest,
  path: string,
): Promise<'dashboard' | 'to-dashboard' | 'site'> {
  const asked = path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`);
  if (env.dashboardOrigin !== env.publicUrl) {
    if (request.host !== new URL(env.dashboardOrigin).host) return 'site';
    return asked ? 'dashboard' : 'to-dashboard';
  }
  if (!asked) return 'site';
  const site = await env.siteOfHost(request.host);
  return !site || site.origin === env.publicUrl ? 'dashboard' : 'site';
}

function toDashboard(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  if (path !== '/') throw notFound(request);
  return reply.header('cache-control', 'no-store').redirect(DASHBOARD_PATH);
}

/** Maximum body with files of a form without scripts; with scripts, files are uploaded separately, up to the owner's limit. */
const POSTED_FILES_BYTES = 10 * MEGABYTE;

/** Form posts reach the pages unparsed, with the normal maximum size unless they contain files. */
function readBodiesRaw(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MEGABYTE }, (_request, body, done) =>
    done(null, body),
  );
  const files = { parseAs: 'buffer', bodyLimit: POSTED_FILES_BYTES } as const;
  scope.addContentTypeParser(/^multipart\/form-data/, files, (_request, body, done) => done(null, body));
}
