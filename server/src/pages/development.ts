/** Serves the dashboard, the site and the documentation through Vite on the server's own port (npm run dev). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { InlineConfig, ViteDevServer } from 'vite';
import { repository } from '../builds/index.ts';
import { buildDevelopmentHeaders } from './content-security.ts';
import { DASHBOARD_PATH, type ServeDashboard } from './dashboard-pages.ts';
import { isDocumentationPath, type ServeDocumentation } from './docs-pages.ts';
import { renderPage, type ServeSite, type SiteBuild, type SiteOptions } from './site-pages.ts';

export interface DevelopmentPages {
  readonly dashboard: ServeDashboard;
  readonly site: ServeSite;
  readonly documentation: ServeDocumentation;
  stop(): Promise<void>;
}

/**
 * Starts Vite.
 * @param scope the part of the server that serves pages; Vite serves its modules there before any page
 */
export async function createDevelopmentPages(scope: FastifyInstance, options: SiteOptions): Promise<DevelopmentPages> {
  const { createServer } = await import('vite');
  const dashboard = await createServer(configFor('dashboard', scope));
  const site = await createServer(configFor('site', scope));
  const docs = await createServer(configFor('docs', scope));
  serveModules(scope, { dashboard, site, docs });
  return {
    async dashboard(request, reply) {
      const template = await readFile(join(repository, 'dashboard', 'index.html'), 'utf8');
      const page = await dashboard.transformIndexHtml(request.originalUrl, template);
      return reply
        .headers(buildDevelopmentHeaders({ ancestors: [] }))
        .type('text/html; charset=utf-8')
        .send(page);
    },
    async site(request, reply) {
      const build = (await site.ssrLoadModule('virtual:react-router/server-build')) as unknown as SiteBuild;
      return renderPage(
        build,
        'development',
        options,
        (_nonce, policy) => buildDevelopmentHeaders(policy),
        request,
        reply,
      );
    },
    // The Vite server of docs/ renders every page before this handler, except while it closes.
    documentation: (_request, reply) => reply.code(503).send(),
    async stop() {
      await Promise.all([dashboard.close(), site.close(), docs.close()]);
    },
  };
}

const configFor = (name: 'dashboard' | 'site' | 'docs', scope: FastifyInstance): InlineConfig => ({
  root: join(repository, name),
  appType: 'custom',
  cacheDir: join(repository, '.cache', 'vite', name),
  // Each Vite server has its own socket path, because all of them share the server's port.
  server: { middlewareMode: true, ws: { server: scope.server, path: `/__hmr/${name}` } },
});

function serveModules(scope: FastifyInstance, servers: Record<'dashboard' | 'site' | 'docs', ViteDevServer>): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const path = request.originalUrl.split('?')[0] as string;
    const vite = path.startsWith(`${DASHBOARD_PATH}/`)
      ? servers.dashboard
      : isDocumentationPath(path)
        ? servers.docs
        : servers.site;
    vite.middlewares(request.raw, reply.raw, (error?: unknown) => done(error as Error | undefined));
  });
}
