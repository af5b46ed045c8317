import type { FastifyReply } from 'fastify';
import { type Build, failedBuilds } from '../builds/index.ts';

const RETRY_SECONDS = 2;

/** Responds with 503 while `build` runs, with a page that reloads itself; after a failure, with a page that says so. */
export function sendProgressPage(reply: FastifyReply, build: Build): FastifyReply {
  const failed = failedBuilds.has(build.name);
  const [title, sentence] = failed
    ? [`The ${build.title} could not be built`, 'See the server log for the reason.']
    : [
        `The ${build.title} is being built`,
        'This takes a few seconds and happens once after an update. The page loads by itself.',
      ];
  return reply
    .code(503)
    .header('retry-after', RETRY_SECONDS)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${failed ? '' : `<meta http-equiv="refresh" content="${RETRY_SECONDS}">`}
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 1.0625rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.2 }
</style></head>
<body><main><h1>${title}</h1><p>${sentence}</p></main></body></html>`);
}
