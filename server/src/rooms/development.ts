/** Both rooms through Vite behind the server's own port, with hot reload (npm run dev). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { InlineConfig, ViteDevServer } from 'vite';
import { repository } from '../builds/index.ts';
import { developmentPageHeaders } from './content-security.ts';
import { DASHBOARD_PATH, type ServeDashboard } from './dashboard-room.ts';
import { renderPage, type ServeSite, type SiteBuild, type SiteOptions } from './site-room.ts';

export interface DevelopmentRooms {
  readonly dashboard: ServeDashboard;
  readonly site: ServeSite;
  stop(): Promise<void>;
}

/** @param scope the part of the server that answers pages; Vite answers its modules there before any page does */
export async function developmentRooms(scope: FastifyInstance, options: SiteOptions): Promise<DevelopmentRooms> {
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

const configFor = (room: 'dashboard' | 'site', scope: FastifyInstance): InlineConfig => ({
  root: join(repository, room),
  appType: 'custom',
  cacheDir: join(repository, '.cache', 'vite', room),
  // Each room has a socket path of its own: both share the server's port.
  server: { middlewareMode: true, ws: { server: scope.server, path: `/__hmr/${room}` } },
});

function answerModules(scope: FastifyInstance, dashboard: ViteDevServer, site: ViteDevServer): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const vite = request.originalUrl.startsWith(`${DASHBOARD_PATH}/`) ? dashboard : site;
    vite.middlewares(request.raw, reply.raw, (error?: unknown) => done(error as Error | undefined));
  });
}
