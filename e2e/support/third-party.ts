/** Bundles third-party websites and serves each at its own origin. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SOURCES = new URL('../third-party/', import.meta.url);
/** The vendor's packages are resolved from here, because only the conformance tests install them. */
const CONFORMANCE_PACKAGE = fileURLToPath(new URL('../../conformance/package.json', import.meta.url));

interface Website {
  /** Uses 127.0.0.1, so that the browser treats a product on localhost as another site. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface ThirdParty extends Website {
  /** Makes the page load `/wix.js` from this URL and use this OAuth app. */
  connect(portico: string, clientId: string): void;
}

/** Serves a website that uses the vendor's SDK. */
export async function serveThirdParty(): Promise<ThirdParty> {
  let html = '';
  const website = await serveWebsite('app.js', () => html);
  return {
    ...website,
    connect(portico, clientId) {
      html = page(portico, clientId);
    },
  };
}

/**
 * @param source a file in `third-party/`, which the page loads as `/app.js`
 * @param headers the headers of a page
 */
export async function serveWebsite(
  source: string,
  html: () => string,
  headers: (path: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Website> {
  const script = await bundle(fileURLToPath(new URL(source, SOURCES)));
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js';
    if (!isScript) for (const header of Object.entries(headers(request.url ?? '/'))) response.setHeader(...header);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : html());
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

async function bundle(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'vendor-packages',
        enforce: 'pre',
        resolveId(source, importer) {
          return importer === input && source.startsWith('@wix/') ? this.resolve(source, CONFORMANCE_PACKAGE) : null;
        },
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input, output: { codeSplitting: false } } },
  });
  const [chunk] = (built as { output: { code: string }[] }).output;
  return (chunk as { code: string }).code;
}

const page = (portico: string, clientId: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <link rel="icon" href="data:,">
    <title>A third-party website</title>
    <script src="${portico}/wix.js"></script>
    <script type="module" src="/app.js"></script>
  </head>
  <body data-client-id="${clientId}">
    <p id="status"></p>
    <ul id="books"></ul>
    <button id="list">List books</button>
    <button id="write">Write a book</button>
    <button id="redirect">Sign in at the portal</button>
    <button id="query">Sign in at the portal, by query</button>
    <button id="silent">Sign in silently</button>
    <button id="forgot">Forgot the password</button>
    <input id="email" aria-label="E-mail"> <input id="password" type="password" aria-label="Password">
    <button id="direct">Sign in here</button>
    <button id="leave">Sign out</button>
  </body>
</html>`;
