import type { Readable } from 'node:stream';

/** A response that is not plain JSON: a redirect, a page, a file, or JSON text that is already serialized. */
export class HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Readable;

  constructor(status: number, headers: Readonly<Record<string, string | readonly string[]>>, body: string | Readable) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Returns a response with JSON text from PostgreSQL, which is sent without parsing and serializing it again. */
export const jsonTextResponse = (text: string): HttpResponse =>
  new HttpResponse(200, { 'content-type': 'application/json; charset=utf-8' }, text);

/**
 * Returns a 302 to an absolute URL. The calling code has already checked the URL against the app's list, which prevents
 * open redirects.
 */
export const redirect = (url: string): HttpResponse =>
  new HttpResponse(302, { location: url, 'cache-control': 'no-store' }, '');

/** Returns an HTML page that the server renders itself; `headers` usually contain its Content-Security-Policy. */
export const page = (html: string, headers: Readonly<Record<string, string>> = {}, status = 200): HttpResponse =>
  new HttpResponse(
    status,
    { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    html,
  );
