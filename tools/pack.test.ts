/** Installs the published packages outside the repository, as their users do. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { pack } from './pack.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/**
 * The largest permitted size of what a page loads from the package, in bytes: minified and compressed with gzip (decision
 * 0044). The first entry is all that a page imports that signs members in on the hosted pages, keeps them signed in, and
 * reads items by queries and ids.
 */
const BUDGETS: readonly { feature: string; code: string; bytes: number }[] = [
  {
    feature: 'sign-in and reading items',
    code: "export { completeSignIn, connect, createItemsQueries, localTokenStorage, redirectAuth, signInWithRedirect } from '@portico/sdk';",
    bytes: 8_000,
  },
  { feature: 'everything that @portico/sdk exports', code: "export * from '@portico/sdk';", bytes: 15_000 },
];

const SCRIPT = `
import { createClient } from '@portico/sdk';
import { createFullClient } from '@portico/sdk/admin';

delete globalThis.btoa;
delete globalThis.localStorage;
Object.defineProperty(globalThis, 'crypto', { value: undefined });
Object.defineProperty(globalThis, 'navigator', { value: undefined });
const calls = [];
const token = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'Bearer' };
const responses = {
  '/oauth2/token': token,
  '/v2/items/query': {
    dataItems: [{ id: 'x', data: { _id: 'x', at: { $date: '2026-01-02T03:04:05.000Z' } } }],
    pagingMetadata: { count: 1 },
  },
  '/v4/submissions': { submission: { id: 's' } },
  '/v2/items/x': { dataItem: { id: 'x', data: { _id: 'x' } } },
  '/portico/v1/sites': { sites: [] },
};
const fetch = async (url) => {
  const { pathname } = new URL(url);
  calls.push(pathname);
  return Response.json(responses[pathname]);
};
const client = createClient({ url: 'https://portico.example', clientId: 'app', fetch });
const { items } = await client.items.query('Books').eq('year', 1815).find();
await client.items.get('Books', 'x');
await client.forms.submit('form', { email: 'jane@example.com' });
const full = createFullClient({ url: 'https://portico.example', auth: client.auth, fetch });
await full.call('sites.sites.list');
console.log(JSON.stringify({ at: items[0].at.toISOString(), calls }));
`;

const TYPED_PROGRAM = `
import { type AnySite, type Client, connect, createClient, createItemsReader, type Member, PorticoError, type RedirectAuth, redirectAuth, type VisitorAuth } from '@portico/sdk';
import { createFullClient } from '@portico/sdk/admin';
import { type ExternalLoginAuth, externalLoginAuth } from '@portico/sdk/external-login';
import { pointWixSdkAt } from '@portico/sdk/wix';

export const client: Client<AnySite, VisitorAuth> = createClient({ url: '', clientId: 'app' });
export const books = createItemsReader(connect({ url: '', clientId: 'app' }).call).query('Books').eq('year', 1815).find();
export const member: Promise<Member | null> = client.members.getCurrentMember();
export const restore: () => void = pointWixSdkAt('http://localhost:4000');
export const code = (error: unknown): string => (error instanceof PorticoError ? error.code : '');
const full = createFullClient({ url: '', auth: client.auth });
export const name = full.call('data.collections.get', { query: { dataCollectionId: 'Books' } }).then(({ collection }) => collection.id);
export const file = client.forms.upload('form', new File([], 'a.png'), { signal: AbortSignal.timeout(1), fetch });
export const custom = createClient({ url: '', clientId: 'app', fetch: (...args: Parameters<typeof fetch>) => fetch(...args) });
export const memberOnly: RedirectAuth = createClient({ url: '', auth: redirectAuth({ clientId: 'app' }) }).auth;
export const external: ExternalLoginAuth = createClient<AnySite>({ url: '', auth: externalLoginAuth({ clientId: 'app' }) }).auth;
// @ts-expect-error There is no such call.
full.call('data.collections.got');
// @ts-expect-error The id of the collection must be a text.
full.call('data.collections.get', { query: { dataCollectionId: 7 } });
`;

/** Compiles without the types of browsers and Node. */
const PLAIN_PROGRAM = `
import { createClient, type Client, memberAuth, PorticoError, type WebFetch, type WebFile, type WebSignal } from '@portico/sdk';
import { createAdminClient, createFullClient } from '@portico/sdk/admin';
import { cookieTokenStorage } from '@portico/sdk/cookies';
import { externalLoginAuth } from '@portico/sdk/external-login';
import { createFormProgress } from '@portico/sdk/form-progress';
import { createSubmissionsClient } from '@portico/sdk/submissions';
import '@portico/sdk/wix';

declare const signal: WebSignal;
const fetch: WebFetch = async (url, init) => ({
  status: init?.method === 'GET' ? 200 : 400, statusText: '', url, headers: { get: () => null },
  json: async () => ({}), text: async () => '', arrayBuffer: async () => new ArrayBuffer(0),
});
const client = createClient({ url: '', auth: memberAuth({ clientId: 'app' }), fetch });
const file: WebFile = { name: 'a.png', type: 'image/png', size: 1 };
export const photo = client.forms.upload('form', file, { signal });
export const books = client.items.query('Books').find({ signal });
export const code = (error: unknown): string => (error instanceof PorticoError ? error.code : '');
export const others: unknown[] = [createAdminClient, createFullClient, cookieTokenStorage, externalLoginAuth, createFormProgress, createSubmissionsClient];
// @ts-expect-error A signal has a property aborted.
client.items.query('Books').find({ signal: {} });
`;

const REACT_PROGRAM = `
import { Collection, Form, PorticoProvider, SignIn, type SignInProps, useItem, useMutation, useQuery } from '@portico/react';
import '@portico/react/styles.css';
import { describeForm, type FormView, readValues, schemaOf, textsOf } from '@portico/react/server';
import type { AnyClient, Form as FormObject, FormValues } from '@portico/sdk';
import type { ComponentProps } from 'react';

interface Book { _id: string; title: string; pages: number }
interface Site {
  collections: { Books: { item: Book; insert: Omit<Book, '_id'>; update: Book; references: {} } };
  forms: {};
}
declare module '@portico/react' {
  interface Register { site: Site }
}

export const view = (form: FormObject): FormView => describeForm(schemaOf(form), textsOf('de'));
export const values = (form: FormObject, data: FormData): FormValues => readValues(view(form).fields, data);
export const App = ({ client, form }: { client: AnyClient; form: ComponentProps<typeof Form> }) => (
  <PorticoProvider client={client}>
    <Form {...form} />
    <SignIn signUpUrl="/sign-up" />
    <Books />
    <Collection collectionId="Books">{(book) => <li>{book.title}</li>}</Collection>
  </PorticoProvider>
);
const Books = () => {
  const { items } = useQuery('Books', (books) => books.gt('pages', 100).ascending('title'));
  const { item } = useItem('Books', 'x');
  const books = useMutation('Books');
  const add = () => books.insert({ title: 'Emma', pages: 474 });
  return <button onClick={add}>{items.map(({ title }) => title)} {item?.pages.toFixed()}</button>;
};
export const props: SignInProps = {};
// @ts-expect-error There is no such collection.
export const useBoks = () => useQuery('Boks');
// @ts-expect-error There is no such field.
export const useLong = () => useQuery('Books', (books) => books.gt('pagez', 100));
// @ts-expect-error The number of pages is a number.
export const useBad = () => useMutation('Books').patch('x', { pages: 'many' });
`;

/** A program that runs in browsers and edge runtimes: an anonymous visitor writes an item and reads it. */
const APP_PROGRAM = `
import { createClient } from '@portico/sdk';

export async function run(url, clientId) {
  const client = createClient({ url, clientId });
  const { _id } = await client.items.insert('Books', { title: 'Emma', published: new Date(0) });
  const { items } = await client.items.query('Books').eq('title', 'Emma').find();
  return JSON.stringify({ isStored: items[0]._id === _id, date: items[0].published.toISOString() });
}
`;
const EXPECTED_APP_RESULT = { isStored: true, date: '1970-01-01T00:00:00.000Z' };

const EDGE_PROGRAM = `
import { readFileSync } from 'node:fs';
import { EdgeVM } from '@edge-runtime/vm';

const [url, clientId] = process.argv.slice(2);
const vm = new EdgeVM();
vm.evaluate(readFileSync('app.iife.js', 'utf8'));
console.log(await vm.evaluate(\`app.run(\${JSON.stringify(url)}, \${JSON.stringify(clientId)})\`));
`;

const PAGE = `
import { Form, PorticoProvider } from '@portico/react';
import { connect, createItemsReader } from '@portico/sdk';
import { createRoot } from 'react-dom/client';

const { call } = connect({ url: location.origin, clientId: 'app' });
createItemsReader(call).query('Books').find().then(console.log);
createRoot(document.body).render(<PorticoProvider client={undefined}><Form formId="x" /></PorticoProvider>);
`;

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'nodenext', jsx: 'react-jsx', types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
  },
  include: ['*.ts', '*.tsx'],
};

let folder: string;
let tarballs: { sdk: string; react: string };
let server: TestServer;
/** Where the SDK is after `@portico/react` was installed without it. */
let copiesOfFirstInstall: string[];

function install(cwd: string, ...packages: string[]): void {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['i', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  execFileSync(npm, args, { cwd, stdio: 'pipe' });
}

/** Returns the folders below node_modules/ in which the SDK is installed. */
const copiesOfSdk = (cwd: string): string[] =>
  readdirSync(join(cwd, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(join('@portico', 'sdk', 'package.json')),
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-packed-'));
  tarballs = await pack(join(folder, 'tarballs'));
  const app = { private: true, type: 'module', dependencies: {} };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(app));
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { react } = JSON.parse(readFileSync(join(ROOT, 'site/package.json'), 'utf8')).devDependencies;
  install(
    folder,
    ...[tarballs.react, `react@${react}`, `react-dom@${react}`],
    ...[`@types/react@${devDependencies['@types/react']}`, '@edge-runtime/vm@5.0.0'],
  );
  copiesOfFirstInstall = copiesOfSdk(folder);
  install(folder, tarballs.sdk);
  server = await testServer();
  await server.listen();
  const permissions = { read: 'ANYONE', insert: 'ANYONE', update: 'ADMIN', remove: 'ADMIN' };
  const body = { collection: { id: 'Books', permissions } };
  expect((await server.call({ method: 'POST', path: '/v2/collections', body, as: server.key })).status).toBe(200);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const installedPathOf = (name: string): string => join(folder, 'node_modules/@portico', name);
const filesOf = (name: string, end: string): string[] =>
  readdirSync(join(installedPathOf(name), 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(end),
  );
const read = (name: string, file: string): string => readFileSync(join(installedPathOf(name), 'dist', file), 'utf8');

describe('the published packages', () => {
  it('need no package of the workspace and have a readme and a licence', () => {
    for (const name of ['sdk', 'react']) {
      const { dependencies = {} } = JSON.parse(readFileSync(join(installedPathOf(name), 'package.json'), 'utf8'));
      const own = Object.keys(dependencies).filter((one) => one.startsWith('@portico/'));
      expect(own).toEqual([]);
      for (const file of [...filesOf(name, '.js'), ...filesOf(name, '.ts')]) {
        expect(read(name, file), file).not.toMatch(/from ['"](@portico\/(domain|contract|react)|typebox)/);
        if (file !== 'cli.js') expect(read(name, file), file).not.toMatch(/from ['"]node:/);
      }
      for (const file of ['README.md', 'LICENSE'])
        expect(existsSync(join(installedPathOf(name), file)), file).toBe(true);
    }
    expect(readdirSync(join(folder, 'node_modules/@portico')).sort()).toEqual(['react', 'sdk']);
  });

  it('use one copy of the SDK, which may be installed before or after the components', () => {
    expect(copiesOfFirstInstall).toEqual([]);
    const onlyCopy = [join('@portico', 'sdk', 'package.json')];
    expect(copiesOfSdk(folder)).toEqual(onlyCopy);
    const other = mkdtempSync(join(tmpdir(), 'portico-sdk-first-'));
    onTestFinished(() => rmSync(other, { recursive: true }));
    writeFileSync(join(other, 'package.json'), JSON.stringify({ private: true }));
    install(other, tarballs.sdk);
    install(other, tarballs.react);
    expect(copiesOfSdk(other)).toEqual(onlyCopy);
  }, 120_000);

  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('have strict types for module resolution $moduleResolution', (resolution) => {
    writeFileSync(join(folder, 'program.ts'), TYPED_PROGRAM);
    writeFileSync(join(folder, 'app.tsx'), REACT_PROGRAM);
    const compilerOptions = { ...TSCONFIG.compilerOptions, ...resolution };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...TSCONFIG, compilerOptions }));
    const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('have types for programs without those of browsers and Node', () => {
    const plain = join(folder, 'plain');
    mkdirSync(plain, { recursive: true });
    writeFileSync(join(plain, 'plain.ts'), PLAIN_PROGRAM);
    const compilerOptions = { ...TSCONFIG.compilerOptions, lib: ['es2022'] };
    writeFileSync(join(plain, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['plain.ts'] }));
    const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', plain], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('run in an edge runtime', async () => {
    await bundleApp();
    writeFileSync(join(folder, 'edge.js'), EDGE_PROGRAM);
    const { origin, app } = server;
    const { stdout } = await run(process.execPath, ['edge.js', origin, app.clientId], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(EXPECTED_APP_RESULT);
  });

  it('run with only those globals that React Native has', async () => {
    await bundleApp();
    const context = createContext({ fetch, setTimeout, clearTimeout, AbortController, TextEncoder });
    runInContext(readFileSync(join(folder, 'app.iife.js'), 'utf8'), context);
    const response = await runInContext('app.run', context)(server.origin, server.app.clientId);
    expect(JSON.parse(response)).toEqual(EXPECTED_APP_RESULT);
  });

  it('are built by Vite', async () => {
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="/page.jsx"></script>');
    writeFileSync(join(folder, 'page.jsx'), PAGE);
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    const { stderr } = await run(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder });
    expect(stderr).toBe('');
    expect(readdirSync(join(folder, 'dist/assets')).some((file) => file.endsWith('.js'))).toBe(true);
  });

  it.each(nodes())('run on Node without Web Crypto, btoa and localStorage (%s)', (_, node) => {
    writeFileSync(join(folder, 'script.js'), SCRIPT);
    const { stdout, stderr } = spawnSync(node, ['script.js'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    const paths = ['/oauth2/token', '/v2/items/query', '/v2/items/x', '/v4/submissions', '/portico/v1/sites'];
    expect(JSON.parse(stdout)).toEqual({ at: '2026-01-02T03:04:05.000Z', calls: paths });
  });

  it('contain no method that is newer than ES2022', () => {
    for (const name of ['sdk', 'react']) {
      for (const file of filesOf(name, '.js')) {
        expect(read(name, file), file).not.toMatch(/\.(toSorted|toReversed|toSpliced|isWellFormed|withResolvers)\(/);
      }
    }
  });

  it("mark each chunk of the client entry, and none of the server entry, with 'use client'", () => {
    const marked = filesOf('react', '.js').map(
      (file) => [file, /^['"]use client['"]/.test(read('react', file))] as const,
    );
    expect(marked.length).toBeGreaterThan(2);
    for (const [file, isClient] of marked) expect([file, isClient]).toEqual([file, !file.startsWith('server')]);
    const server = "import { textsOf } from '@portico/react/server'; console.log(typeof textsOf('en').forms.submit);";
    writeFileSync(join(folder, 'server.js'), server);
    expect(execFileSync(process.execPath, ['server.js'], { cwd: folder, encoding: 'utf8' })).toBe('string\n');
  });

  it('have one style sheet, whose variables start with --portico-', () => {
    const css = read('react', 'styles.css');
    expect(css.match(/--(?!portico-)[a-z][\w-]*/g)).toBe(null);
    for (const part of [':where(:root) {', '.portico-input', '.portico-panel', '.portico-items'])
      expect(css).toContain(part);
    expect(css).not.toMatch(/:host|@import|color-scheme/);
  });

  it.each(['sdk', 'react'])('pass publint: %s', async (name) => {
    const { messages, pkg } = await publint({ pkgDir: installedPathOf(name), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it.each(BUDGETS)('stay within the size budget: $feature', async ({ feature, code, bytes }) => {
    const file = join(folder, 'entry.js');
    writeFileSync(file, code);
    const { output } = await build({ input: file, platform: 'browser', write: false, output: { minify: true } });
    const size = output.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? gzipSync(chunk.code).length : 0), 0);
    console.log(`${feature}: ${size} of ${bytes} bytes`);
    expect(size).toBeLessThanOrEqual(bytes);
  });
});

/** Bundles APP_PROGRAM into one script with the global `app`. */
async function bundleApp(): Promise<void> {
  writeFileSync(join(folder, 'app.js'), APP_PROGRAM);
  const output = { file: join(folder, 'app.iife.js'), format: 'iife', name: 'app' } as const;
  await build({ input: join(folder, 'app.js'), platform: 'browser', output });
}

/** Returns this Node and each other version on the PATH, such as the oldest supported one. */
function nodes(): [version: string, path: string][] {
  const found = new Map([[process.version, process.execPath]]);
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const path = join(folder, 'node');
    if (existsSync(path)) found.set(execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(), path);
  }
  return [...found];
}
