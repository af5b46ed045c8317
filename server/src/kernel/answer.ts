import type { Readable } from 'node:stream';

/** A response that is not plain JSON: a redirect, a page, a file, or JSON text that is already serialised. */
export class Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Readable;

  constructor(status: number, headers: Readonly<Record<string, string | readonly string[]>>, body: string | Readable) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** JSON text from PostgreSQL, sent without parsing and serialising it again. */
export const jsonText = (text: string): Answer =>
  new Answer(200, { 'content-type': 'application/json; charset=utf-8' }, text);

/** 302 to an absolute URL. The caller has checked it against the app's list, which prevents open redirects. */
export const redirect = (url: string): Answer => new Answer(302, { location: url, 'cache-control': 'no-store' }, '');

/** An HTML page that the server renders itself; `headers` usually carries its Content-Security-Policy. */
export const page = (html: string, headers: Readonly<Record<string, string>> = {}, status = 200): Answer =>
  new Answer(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers }, html);
