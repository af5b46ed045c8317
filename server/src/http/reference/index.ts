import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastifyCompress from '@fastify/compress';
import type { Endpoint } from '@portico/contract/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendErrorPage } from '../error-page.ts';
import type { ReferenceOptions } from './layout.ts';
import { renderResourcePage, renderSearchPage, renderStartPage } from './pages.ts';
import { REFERENCE_PATH, resourcesOf } from './resources.ts';
import { renderSearchResults } from './search.ts';

/** Pages may load resources only from this server, and inline scripts never run. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-cache',
};

const MAX_QUERY_LENGTH = 200;

interface Search {
  readonly Querystring: { readonly q?: string | string[] };
}

/** Serves the API reference: a start page, one page per resource, search, and the two files that the pages load. */
export function mountReference(app: FastifyInstance, endpoints: readonly Endpoint[], serverUrl: string): void {
  const styles = readAsset('reference.css', 'text/css; charset=utf-8');
  const script = readAsset('reference.js', 'text/javascript; charset=utf-8');
  const resources = resourcesOf(endpoints);
  const options: ReferenceOptions = {
    endpoints,
    resources,
    serverUrl,
    stylesPath: styles.versionedPath,
    scriptPath: script.versionedPath,
  };
  const pages = new Map<string, string>();
  const sendPage = (reply: FastifyReply, path: string, render: () => string): FastifyReply => {
    const page = pages.get(path) ?? render();
    pages.set(path, page);
    return sendHtml(reply, page);
  };

  app.register(async (scope) => {
    await scope.register(fastifyCompress, { encodings: ['br', 'gzip'] });
    scope.get<Search>(REFERENCE_PATH, async (request, reply) => {
      const query = readSearchQuery(request.query);
      if (query !== '') return sendHtml(reply, renderSearchPage(options, query));
      return sendPage(reply, REFERENCE_PATH, () => renderStartPage(options));
    });
    scope.get<Search>(`${REFERENCE_PATH}/search`, async (request, reply) =>
      sendHtml(reply, renderSearchResults(endpoints, readSearchQuery(request.query)).text),
    );
    for (const { path, type, text } of [styles, script]) {
      scope.get(path, async (_request, reply) =>
        reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(text),
      );
    }
    scope.get<{ Params: { slice: string; noun: string } }>(
      `${REFERENCE_PATH}/:slice/:noun`,
      async ({ params: { slice, noun } }, reply) => {
        const resource = resources.find(({ path }) => path === `${REFERENCE_PATH}/${slice}/${noun}`);
        if (!resource) return sendErrorPage(reply, 404, `The API reference has no page for ${slice}/${noun}.`);
        return sendPage(reply, resource.path, () => renderResourcePage(options, resource));
      },
    );
  });
}

const sendHtml = (reply: FastifyReply, page: string): FastifyReply =>
  reply.headers(HEADERS).type('text/html; charset=utf-8').send(page);

const readSearchQuery = ({ q }: Search['Querystring']): string => String(q ?? '').slice(0, MAX_QUERY_LENGTH);

/**
 * Returns a file beside this module. Its address contains a hash of its text, so that browsers never use an outdated
 * copy.
 */
function readAsset(name: string, type: string) {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  const path = `${REFERENCE_PATH}/${name}`;
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path, versionedPath: `${path}?v=${version}`, type, text };
}
