/** A website that embeds forms: static pages under a strict content security policy, at a separate origin. */
import { createServer } from 'node:http';

interface HostPage {
  readonly body: string;
  readonly lang?: string;
  readonly style?: string;
  /** The header Cross-Origin-Opener-Policy. */
  readonly openerPolicy?: string;
  /** The content security policy of the page; by default the strictest one under which embeds work. */
  readonly policy?: string;
}

export interface HostWebsite {
  /** Uses 127.0.0.1, so that the browser treats a product on localhost as another site. */
  readonly origin: string;
  /** Serves a page at a path. `head` and `body` are its HTML; `style` is served as a file of the website. */
  serve(path: string, page: HostPage): void;
  close(): Promise<void>;
}

interface HostFile {
  readonly type: string;
  readonly content: string;
  readonly openerPolicy: string;
  readonly policy: string;
}

/** @param product origin of the server, the only one whose scripts, calls, frames and images the pages allow */
export async function serveHostWebsite(product: string): Promise<HostWebsite> {
  const files = new Map<string, HostFile>();
  const defaultPolicy = [
    "default-src 'none'; style-src 'self'",
    ...['script-src', 'connect-src', 'frame-src', 'img-src'].map((directive) => `${directive} ${product}`),
  ].join('; ');
  const server = createServer((request, response) => {
    const file = files.get((request.url ?? '/').split('?')[0] as string);
    response.statusCode = file ? 200 : 404;
    response.setHeader('content-security-policy', file?.policy ?? defaultPolicy);
    response.setHeader('content-type', file?.type ?? 'text/plain');
    if (file?.openerPolicy) response.setHeader('cross-origin-opener-policy', file.openerPolicy);
    response.end(file?.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    serve(path, { body, lang = 'en', style = '', openerPolicy = '', policy = defaultPolicy }) {
      const dir = lang === 'he' ? 'rtl' : 'ltr';
      const css = `body { margin: 1rem; background: Canvas } ${style}`;
      files.set(`${path}.css`, { type: 'text/css', content: css, openerPolicy: '', policy });
      files.set(path, {
        type: 'text/html; charset=utf-8',
        openerPolicy,
        policy,
        content: `<!doctype html>
          <html lang="${lang}" dir="${dir}">
            <head>
              <meta charset="utf-8">
              <meta name="viewport" content="width=device-width, initial-scale=1">
              <link rel="stylesheet" href="${path}.css">
              <title>A website</title>
            </head>
            <body><main><h1>A website</h1>${body}</main></body>
          </html>`,
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
