import { readFileSync } from 'node:fs';
import { endpoints } from '@portico/contract';
import { openApi } from '@portico/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../kernel/ctx.ts';
import { mountReference } from './reference/index.ts';

/**
 * Serves the contract as OpenAPI (`/openapi.json`) and as pages (`/docs/api`), and the scripts that point the vendor's
 * SDK to this server.
 */
export function mountDocs(app: FastifyInstance, env: Environment): void {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApi(endpoints, { serverUrl: env.publicUrl }));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  mountReference(app, endpoints, env.publicUrl);
  const javascript = 'text/javascript; charset=utf-8';
  const script = readFileSync(new URL(import.meta.resolve('@portico/sdk/wix/browser')), 'utf8');
  app.get('/wix.js', async (_request, reply) => reply.type(javascript).send(script));
  const register = registerModule(env.publicUrl);
  app.get('/wix-register.mjs', async (_request, reply) => reply.type(javascript).send(register));
}

/**
 * Returns a module in a single file that points the vendor's SDK to this server, for projects that cannot install
 * `@portico/sdk`. Projects preload or import it.
 */
function registerModule(publicUrl: string): string {
  const code = readFileSync(new URL(import.meta.resolve('@portico/sdk/wix')), 'utf8');
  return `// Download this file into your project: node --import ./wix-register.mjs app.js, or import it first.
// PORTICO_URL in the environment names another server.
${code}
pointWixSdkAt(globalThis.process?.env?.PORTICO_URL || ${JSON.stringify(publicUrl)});
`;
}
