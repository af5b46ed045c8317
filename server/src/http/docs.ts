import { readFileSync } from 'node:fs';
import { endpoints } from '@portico/contract';
import { openApi } from '@portico/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../kernel/ctx.ts';
import { referencePage } from './reference-page.ts';

/** The contract as a document (`/openapi.json`) and as a page (`/docs/api`), and the script that points the vendor's SDK here. */
export function mountDocs(app: FastifyInstance, env: Environment): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(endpoints, env.publicUrl));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/docs/api', async (_request, reply) => {
    page ??= referencePage(endpoints);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(page);
  });
  const script = readFileSync(new URL(import.meta.resolve('@portico/sdk/wix/browser')), 'utf8');
  app.get('/wix.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
}
