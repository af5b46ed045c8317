import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Build, isBuilt } from '../builds/index.ts';
import { html } from '../http/reference/html.ts';
import type { Environment } from '../kernel/ctx.ts';
import { documentationPageHeaders } from './content-security.ts';
import { readTarballNames } from './packages.ts';
import { sendProgressPage } from './progress-page.ts';
import { originOf } from './site-pages.ts';
import { openStaticFiles, type StaticFiles } from './static-files.ts';

const DOCS_PATH = '/docs';
const PAGE_LIST_PATH = '/llms.txt';

/** Handles one request at or below `/docs`, or for `/llms.txt`; `path` is the whole path. */
export type ServeDocumentation = (request: FastifyRequest, reply: FastifyReply, path: string) => unknown;

interface DocumentationOptions {
  readonly env: Environment;
  readonly docs: Build;
  readonly packages: Build;
}

/** True for paths of the documentation. The API reference at `/docs/api` has separate routes. */
export const isDocumentationPath = (path: string): boolean =>
  path === DOCS_PATH || path.startsWith(`${DOCS_PATH}/`) || path === PAGE_LIST_PATH;

/**
 * Serves the built documentation: static pages and their files, and `/llms.txt`, the list of the pages for programs. The
 * page at `/docs/a/b` is the file `a/b.html`.
 */
export function serveBuiltDocumentation({ env, docs, packages }: DocumentationOptions): ServeDocumentation {
  let files: StaticFiles | undefined;
  return async (request, reply, path) => {
    if (!files) {
      if (!isBuilt(docs)) return sendProgressPage(reply, docs);
      files = openStaticFiles(docs.output, { includePages: true });
    }
    if (path !== DOCS_PATH && path.endsWith('/'))
      return reply.header('cache-control', 'no-cache').redirect(path.replace(/\/+$/, ''));
    const read = (file: string): string => readFileSync(join(docs.output, file), 'utf8');
    const origin = await originOf(env, request);
    if (path === PAGE_LIST_PATH) {
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8');
      return sendRevalidated(
        request,
        reply,
        read(PAGE_LIST_PATH).replaceAll(PLACEHOLDER, () => origin),
      );
    }
    const rest = path.slice(DOCS_PATH.length);
    if (!rest.endsWith('.html') && files.send(reply, rest)) return reply;
    reply.headers(documentationPageHeaders).type('text/html; charset=utf-8');
    const page = `${rest || '/index'}.html`;
    if (!files.has(page)) return reply.code(404).send(read('404.html'));
    return sendRevalidated(request, reply, withServer(read(page), origin, readTarballNames(packages)));
  };
}

/** The address of the server in the code samples of docs/. */
const PLACEHOLDER = 'http://localhost:4000';

const CODE = /<pre\b[\s\S]*?<\/pre>/g;
const STABLE_NAME = /portico-(?:sdk|react)\.tgz/g;

/**
 * Inserts the address of this server into the code samples of a page, so that copied code calls it, and the names that
 * the tarballs of the packages have in this version, so that lockfiles stay valid.
 */
function withServer(page: string, origin: string, names: Readonly<Record<string, string>>): string {
  const escapedOrigin = html`${origin}`.text;
  return page.replace(CODE, (code) =>
    code.replaceAll(PLACEHOLDER, () => escapedOrigin).replace(STABLE_NAME, (name) => names[name] ?? name),
  );
}

/** Sends a text with an ETag, or 304 if the browser has the same text. */
function sendRevalidated(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
}
