/**
 * Serves an app of conformance/apps with Vite's development server. A build would not be enough, because the tests also
 * cover React's StrictMode, which runs effects twice in development only.
 */
import { createServer } from 'vite';

export interface ViteApp {
  readonly origin: string;
  /** Must be called before the first page is opened. */
  setEnvironment(clientId: string): void;
  close(): Promise<void>;
}

/** @param preload source of `/wix-register.mjs`, which the app imports as a separate file */
export async function serveViteApp(root: string, preload: string): Promise<ViteApp> {
  let clientId = '';
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    // Several tests may run at once, so each process has its own cache.
    cacheDir: `${root}/../../node_modules/.cache/vite-app-${process.pid}`,
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false },
    plugins: [
      {
        name: 'wix-register',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('/wix-register.mjs') ? '\0wix-register.mjs' : null),
        load: (id) => (id === '\0wix-register.mjs' ? preload : null),
        transform: (code) => code.replace('import.meta.env.VITE_WIX_CLIENT_ID', () => JSON.stringify(clientId)),
      },
    ],
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || !address) throw new Error('Vite does not listen on a port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    setEnvironment(id) {
      clientId = id;
    },
    close: () => server.close(),
  };
}
