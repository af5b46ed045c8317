import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Build, isBuilt } from '../builds/index.ts';
import { buildDashboardHeaders } from './content-security.ts';
import { sendProgressPage } from './progress-page.ts';
import { openStaticFiles, type StaticFiles } from './static-files.ts';

export const DASHBOARD_PATH = '/dashboard';

/** Handles one request below `/dashboard`; `path` is the rest of its path. */
export type ServeDashboard = (request: FastifyRequest, reply: FastifyReply, path: string) => unknown;

/**
 * Serves the built dashboard: its files, and for every other path its single page, whose script chooses what to show.
 */
export function serveBuiltDashboard(build: Build): ServeDashboard {
  let openedBuild: { files: StaticFiles; page: string; headers: Record<string, string> } | undefined;
  return (_request, reply, path) => {
    if (!openedBuild) {
      if (!isBuilt(build)) return sendProgressPage(reply, build);
      const page = readFileSync(join(build.output, 'index.html'), 'utf8');
      openedBuild = {
        files: openStaticFiles(build.output),
        page,
        headers: buildDashboardHeaders(hashInlineScripts(page)),
      };
    }
    if (openedBuild.files.send(reply, path)) return reply;
    // Returns 404 for a file of an earlier build, because a browser would run the dashboard's page as a script.
    if (path.startsWith('/assets/')) return reply.code(404).type('text/plain; charset=utf-8').send('No such file.');
    return reply.headers(openedBuild.headers).type('text/html; charset=utf-8').send(openedBuild.page);
  };
}

function hashInlineScripts(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}`,
  );
}
