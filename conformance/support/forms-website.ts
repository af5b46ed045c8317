/** Bundles the website in forms-app/ with the vendor's packages and serves it at its own origin. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const FOLDER = fileURLToPath(new URL('../forms-app/', import.meta.url));

export interface FormsWebsite {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * The website shows the form whose id is in the parameter `form` of its URL.
 * @param portico URL of the Portico server that the website calls
 */
export async function serveFormsWebsite(portico: string, clientId: string): Promise<FormsWebsite> {
  const script = await bundle();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isScript = url.pathname === '/app.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : page(portico, clientId, url.searchParams.get('form') ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bundle(): Promise<string> {
  const buildResult = await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry: `${FOLDER}app.js`, formats: ['iife'], name: 'app' } },
  });
  const [{ output }] = buildResult as unknown as [{ output: { fileName: string; code?: string }[] }];
  return output.find(({ code }) => code)?.code as string;
}

const page = (portico: string, clientId: string, formId: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <link rel="icon" href="data:,">
    <title>A form on a website of somebody else</title>
    <script src="${portico}/wix.js"></script>
  </head>
  <body data-client-id="${clientId}" data-form-id="${formId}">
    <div id="root"></div>
    <script src="/app.js"></script>
  </body>
</html>`;
