import type { Readable } from 'node:stream';

/** An answer that is not plain JSON: a redirect, a page, a file, or JSON text that is already printed. */
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

/** JSON text that PostgreSQL printed, sent through without being parsed and printed again. */
export const jsonText = (text: string): Answer =>
  new Answer(200, { 'content-type': 'application/json; charset=utf-8' }, text);

/** 302 to an absolute URL. The caller has checked it against the app's list: this is where open redirects would start. */
export const redirect = (url: string): Answer => new Answer(302, { location: url, 'cache-control': 'no-store' }, '');

/** A page of the server's own; `headers` usually carries its Content-Security-Policy. */
export const page = (html: string, headers: Readonly<Record<string, string>> = {}, status = 200): Answer =>
  new Answer(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers }, html);
