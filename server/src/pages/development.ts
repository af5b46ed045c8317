/** Serves the dashboard and the site through Vite behind the server's own port, with hot reload (npm run dev). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { InlineConfig, ViteDevServer } from 'vite';
import { repository } from '../builds/index.ts';
import { developmentPageHeaders } from './content-security.ts';
import { DASHBOARD_PATH, type ServeDashboard } from './dashboard-pages.ts';
import { renderPage, type ServeSite, type SiteBuild, type SiteOptions } from './site-pages.ts';

export interface DevelopmentPages {
  readonly dashboard: ServeDashboard;
  readonly site: ServeSite;
  stop(): Promise<void>;
}

/** @param scope the part of the server that serves pages; Vite serves its modules there before any page */
export async function developmentPages(scope: FastifyInstance, options: SiteOptions): Promise<DevelopmentPages> {
  const { createServer } = await import('vite');
  const dashboard = await createServer(configFor('dashboard', scope));
  const site = await createServer(configFor('site', scope));
  answerModules(scope, dashboard, site);
  return {
    async dashboard(request, reply) {
      const template = await readFile(join(repository, 'dashboard', 'index.html'), 'utf8');
      const page = await dashboard.transformIndexHtml(request.originalUrl, template);
      return reply.headers(developmentPageHeaders).type('text/html; charset=utf-8').send(page);
    },
    async site(request, reply) {
      const build = (await site.ssrLoadModule('virtual:react-router/server-build')) as unknown as SiteBuild;
      return renderPage(build, 'development', options, () => developmentPageHeaders, request, reply);
    },
    async stop() {
      await Promise.all([dashboard.close(), site.close()]);
    },
  };
}

const configFor = (name: 'dashboard' | 'site', scope: FastifyInstance): InlineConfig => ({
  root: join(repository, name),
  appType: 'custom',
  cacheDir: join(repository, '.cache', 'vite', name),
  // Each has its own socket path, because both share the server's port.
  server: { middlewareMode: true, ws: { server: scope.server, path: `/__hmr/${name}` } },
});

function answerModules(scope: FastifyInstance, dashboard: ViteDevServer, site: ViteDevServer): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const vite = request.originalUrl.startsWith(`${DASHBOARD_PATH}/`) ? dashboard : site;
    vite.middlewares(request.raw, reply.raw, (error?: unknown) => done(error as Error | undefined));
  });
}
