import type { FastifyReply } from 'fastify';

/**
 * Responds to a failed navigation with a plain page, for example to an authorize request that must not be redirected.
 */
export function sendErrorPage(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${status}</title>
<style>
  :root { color-scheme: light dark; font-family: system-ui, sans-serif }
  body { max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem; line-height: 1.5 }
</style></head>
<body><main><h1>This did not work</h1><p>${escapeHtml(sentence)}</p></main></body>
</html>`;
  // Threats: scripts or external resources in the page, and another site that frames it. The policy forbids all of
  // them.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Escapes text for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
