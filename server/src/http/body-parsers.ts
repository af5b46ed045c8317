/** The parsers of request bodies that are not files. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Accepts JSON and form bodies. Requests with a body of another type are rejected (415). */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  addJsonParser(app);
  addFormParser(app);
}

/** Returns true if the body is an HTML form's. */
export const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');

/** Treats an empty body as no body, because many clients send `Content-Type: application/json` on every call. */
function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}
