import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Build, isBuilt } from '../builds/index.ts';
import { documentationPageHeaders } from './content-security.ts';
import { sendProgressPage } from './progress-page.ts';
import { openStaticFiles, type StaticFiles } from './static-files.ts';

const DOCS_PATH = '/docs';

/** Handles one request at or below `/docs`; `path` is the whole path. */
export type ServeDocumentation = (request: FastifyRequest, reply: FastifyReply, path: string) => unknown;

/** True for paths of the documentation. The API reference at `/docs/api` has separate routes. */
export const isDocumentationPath = (path: string): boolean => path === DOCS_PATH || path.startsWith(`${DOCS_PATH}/`);

/** Serves the built documentation: static pages and their files. The page at `/docs/a/b` is the file `a/b.html`. */
export function serveBuiltDocumentation(build: Build): ServeDocumentation {
  let files: StaticFiles | undefined;
  return (_request, reply, path) => {
    if (!files) {
      if (!isBuilt(build)) return sendProgressPage(reply, build);
      files = openStaticFiles(build.output, { includePages: true });
    }
    if (path !== DOCS_PATH && path.endsWith('/'))
      return reply.header('cache-control', 'no-cache').redirect(path.replace(/\/+$/, ''));
    const rest = path.slice(DOCS_PATH.length);
    if (!rest.endsWith('.html') && files.send(reply, rest)) return reply;
    reply.headers(documentationPageHeaders);
    if (files.send(reply, `${rest || '/index'}.html`)) return reply;
    files.send(reply.code(404), '/404.html');
    return reply;
  };
}
