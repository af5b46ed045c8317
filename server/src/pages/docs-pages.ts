import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
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

/** A page as it is sent, with its ETag. */
interface RenderedPage {
  readonly text: string;
  readonly etag: string;
}

/** Threat: clients choose the Host header, and a page is cached for each origin. The limit is in characters. */
const MAX_CACHED_CHARACTERS = 8_000_000;

/**
 * Serves the built documentation: static pages and their files, and `/llms.txt`, the list of the pages for programs.
 * The page at `/docs/a/b` is the file `a/b.html`.
 */
export function serveBuiltDocumentation({ env, docs, packages }: DocumentationOptions): ServeDocumentation {
  let files: StaticFiles | undefined;
  const rendered = new LRUCache<string, RenderedPage>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });
  const read = (file: string): string => readFileSync(join(docs.output, file), 'utf8');
  // Returns the page of a file for an origin. The page is cached once the packages are built, because the names of
  // their tarballs, which replace the stable names in its code samples, are known only then.
  const render = (file: string, origin: string, renderText: () => string): RenderedPage => {
    const key = `${origin} ${file}`;
    const cached = rendered.get(key);
    if (cached) return cached;
    const text = renderText();
    const page = { text, etag: `W/"${createHash('sha256').update(text).digest('base64url')}"` };
    if (isBuilt(packages)) rendered.set(key, page);
    return page;
  };
  return async (request, reply, path) => {
    if (!files) {
      if (!isBuilt(docs)) return sendProgressPage(reply, docs);
      files = openStaticFiles(docs.output, { includePages: true });
    }
    if (path !== DOCS_PATH && path.endsWith('/'))
      return reply.header('cache-control', 'no-cache').redirect(path.replace(/\/+$/, ''));
    const origin = await originOf(env, request);
    if (path === PAGE_LIST_PATH) {
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8');
      const list = render(path, origin, () => read(path).replaceAll(PLACEHOLDER, () => origin));
      return sendRevalidated(request, reply, list);
    }
    const rest = path.slice(DOCS_PATH.length);
    if (!rest.endsWith('.html') && files.send(reply, rest)) return reply;
    reply.headers(documentationPageHeaders).type('text/html; charset=utf-8');
    const file = `${rest || '/index'}.html`;
    if (!files.has(file)) return reply.code(404).send(read('404.html'));
    const page = render(file, origin, () => withServer(read(file), origin, readTarballNames(packages)));
    return sendRevalidated(request, reply, page);
  };
}

/** The address of the server in the code samples of docs/. */
const PLACEHOLDER = 'http://localhost:4000';

const CODE = /<pre\b[\s\S]*?<\/pre>/g;
const STABLE_NAME = /portico-(?:sdk|react)\.tgz/g;

/**
 * Adapts the code samples of a page: inserts the address of this server, so that copied code calls it, and the names of
 * its tarballs, so that lockfiles stay valid.
 */
function withServer(page: string, origin: string, names: Readonly<Record<string, string>>): string {
  const escapedOrigin = html`${origin}`.text;
  return page.replace(CODE, (code) =>
    code.replaceAll(PLACEHOLDER, () => escapedOrigin).replace(STABLE_NAME, (name) => names[name] ?? name),
  );
}

/** Sends a page with its ETag, or 304 if the browser has the same page. */
function sendRevalidated(request: FastifyRequest, reply: FastifyReply, { text, etag }: RenderedPage): FastifyReply {
  reply.header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
}
