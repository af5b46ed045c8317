/** Folders of websites outside the repository, with the packages that the server of a test serves. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLES = join(ROOT, 'examples');
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export interface WebsiteFolder {
  readonly path: string;
  /** Writes a file and the folders above it. */
  write(file: string, text: string): void;
  remove(): void;
}

/** Creates a folder and installs packages into it, as a developer does. */
export async function createWebsiteFolder(packages: readonly string[]): Promise<WebsiteFolder> {
  const path = mkdtempSync(join(tmpdir(), 'portico-website-'));
  const write: WebsiteFolder['write'] = (file, text) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  const args = ['i', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  await run(NPM, args, { cwd: path, shell: process.platform === 'win32' });
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Returns the packages of a React app, as arguments of `npm i`: the client that a server serves, and the packages around
 * it in the versions of this repository.
 * @param server origin of the server
 */
export function reactAppPackages(server: string): string[] {
  const readManifest = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  const { devDependencies } = readManifest('package.json');
  const { devDependencies: sitePackages } = readManifest('site/package.json');
  const { dependencies: examplePackages } = readManifest('examples/vite/package.json');
  return [
    `${server}/packages/portico-sdk.tgz`,
    `${server}/packages/portico-react.tgz`,
    ...['react', 'react-dom'].map((name) => `${name}@${sitePackages[name]}`),
    `@tanstack/react-query@${examplePackages['@tanstack/react-query']}`,
    ...['@types/react', '@types/react-dom', '@types/node'].map((name) => `${name}@${devDependencies[name]}`),
  ];
}

/** Returns the files of an example by their paths inside it. @param replace replaces the placeholders */
export function readExample(name: string, replace: (text: string) => string): Map<string, string> {
  const folder = join(EXAMPLES, name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/node_modules|package-lock/.test(join(entry.parentPath, entry.name)),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1).replaceAll('\\', '/'), replace(readFileSync(path, 'utf8'))];
    }),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * Serves a folder at a separate origin, like the static web server of a single-page app: every path without a file
 * extension returns `index.html`.
 */
export async function serveFolder(path: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(path, extname(pathname) ? normalize(pathname) : 'index.html');
    try {
      const content = readFileSync(file);
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
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

/**
 * Builds an app with Vite and its own configuration, as `npm run build` does, into its folder `dist`. Uses the Vite that
 * is installed above the app, or else that of this repository. Runs in a separate process, because Vitest changes the
 * environment that Vite reads.
 */
export async function buildViteApp(root: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const vite = join(dirname(resolve('vite/package.json', { paths: [root, ROOT] })), 'bin/vite.js');
  await run(process.execPath, [vite, 'build'], { cwd: root, env: { ...process.env, NODE_ENV: '', VITEST: '' } });
}
