/**
 * Builds `@portico/sdk` and `@portico/react` as they are published, and writes their tarballs into a folder:
 * `npm run -s pack -- DIR`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InputOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Packages that the published `@portico/react` depends on. In the repository they are development dependencies, because
 * the server does not need them: the pages that use them are built before they are served.
 */
const REACT_DEPENDENCIES = ['libphonenumber-js', 're2js', 'react-day-picker', 'signature_pad'];

/** Builds `@portico/sdk` and returns the path of its tarball. */
export async function packSdk(outputFolder: string): Promise<string> {
  mkdirSync(outputFolder, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'portico-pack-'));
  try {
    return tarball(await buildSdk(join(work, 'sdk')), outputFolder);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Builds both packages and returns the paths of their tarballs. */
export async function pack(outputFolder: string): Promise<{ sdk: string; react: string } & Iterable<string>> {
  mkdirSync(outputFolder, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'portico-pack-'));
  try {
    const sdk = await packSdk(outputFolder);
    const react = tarball(await buildReact(join(work, 'react')), outputFolder);
    return Object.assign([sdk, react], { sdk, react });
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function buildSdk(out: string): Promise<string> {
  const entries = {
    index: 'index.ts',
    admin: 'admin/index.ts',
    cookies: 'auth/cookie-storage.ts',
    'external-login': 'auth/external-login.ts',
    'form-progress': 'form-progress.ts',
    submissions: 'submissions.ts',
  };
  await bundleCode('sdk', out, entries);
  await bundleTypes('sdk', out, entries);
  const cliOptions = { external: ['node:fs/promises', 'node:util'], banner: '#!/usr/bin/env node' };
  await bundleCode('sdk', out, { cli: 'cli/bin.ts' }, cliOptions);
  cpSync(join(ROOT, 'sdk/src/wix'), join(out, 'dist/wix'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  for (const [file, types] of Object.entries(wixTypes)) writeFileSync(join(out, 'dist/wix', file), types);
  const { version, license } = manifestOf('sdk');
  writePackage('sdk', out, {
    name: '@portico/sdk',
    version,
    description: 'The client of Portico: members, collections and forms for any website.',
    license,
    type: 'module',
    engines: { node: '>=20' },
    // The two scripts replace the global fetch. Nothing else has side effects.
    sideEffects: ['./dist/wix/browser.js', './dist/wix/register.js'],
    exports: {
      '.': entry('index'),
      './admin': entry('admin'),
      './cookies': entry('cookies'),
      './external-login': entry('external-login'),
      './form-progress': entry('form-progress'),
      './submissions': entry('submissions'),
      './wix': entry('wix/index'),
      './wix/browser': entry('wix/browser'),
      './wix/register': entry('wix/register'),
      './package.json': './package.json',
    },
    bin: { portico: './dist/cli.js' },
    files: ['dist'],
  });
  return out;
}

/** The entries of `wix/` are plain JavaScript and remain as they are. */
const wixTypes = {
  'index.d.ts': `/**
 * Redirects every request of the unmodified Wix SDK to a Portico server, by wrapping the global \`fetch\`. Call it once,
 * before the first request, in every JavaScript environment that sends requests.
 * @param url origin of the server, for example http://localhost:4000
 * @returns a function that restores the original \`fetch\`
 */
export declare function pointWixSdkAt(url: string): () => void;
`,
  'browser.d.ts': 'export {};\n',
  'register.d.ts': 'export {};\n',
};

const STYLES = join(ROOT, 'react/src/styles');

/**
 * Returns the style sheet of the components as one file. A prefix separates its variables from those of the website.
 * Their defaults have no specificity, so that a rule for `:root` in the website overrides them.
 */
function styleSheet(): string {
  const files = [...readFileSync(join(STYLES, 'all.css'), 'utf8').matchAll(/@import "\.\/(.+)"/g)];
  return files
    .map(([, file]) => readFileSync(join(STYLES, file as string), 'utf8'))
    .join('\n')
    .replace(/--(?=[a-z])/g, '--portico-')
    .replace(/^:root,\n:host \{/m, ':where(:root) {')
    .replace(/^:root:lang\(he\),\n:host\(:lang\(he\)\) \{/m, ':where(:root:lang(he)) {');
}

/**
 * The client entry and the server entry share no chunk, because 'use client' turns each export of a chunk into a
 * reference that server code cannot call.
 */
async function buildReact(out: string): Promise<string> {
  const { version, license, devDependencies, peerDependencies } = manifestOf('react');
  const external = [...REACT_DEPENDENCIES, ...Object.keys(peerDependencies ?? {}), '@portico/sdk'];
  await bundleCode('react', out, { index: 'index.ts' }, { external, banner: "'use client';" });
  await bundleCode('react', out, { server: 'server.ts' }, { external });
  await bundleTypes('react', out, { index: 'index.ts', server: 'server.ts' }, external);
  writeFileSync(join(out, 'dist/styles.css'), styleSheet());
  writeFileSync(join(out, 'dist/styles.css.d.ts'), 'export {};\n');
  writePackage('react', out, {
    name: '@portico/react',
    version,
    description: 'React components and hooks for the members, collections and forms of a Portico server.',
    license,
    type: 'module',
    sideEffects: ['./dist/styles.css'],
    exports: {
      '.': entry('index'),
      './server': entry('server'),
      // TypeScript rejects the import of a file without types.
      './styles.css': { types: './dist/styles.css.d.ts', default: './dist/styles.css' },
      './package.json': './package.json',
    },
    files: ['dist'],
    dependencies: Object.fromEntries(REACT_DEPENDENCIES.map((name) => [name, devDependencies[name]])),
    // The website passes a client of the SDK to the provider, so both must use one copy, which the website installs.
    // The peer is optional, because npm would look for any other peer in its registry, which does not have it.
    peerDependencies: { ...peerDependencies, '@portico/sdk': manifestOf('sdk').version },
    peerDependenciesMeta: { '@portico/sdk': { optional: true } },
  });
  return out;
}

type Entries = Readonly<Record<string, string>>;

/** Returns the options that both bundles of a package share. The code and types of domain/ become part of it. */
const inputOf = (name: string, entries: Entries, external: readonly string[]): InputOptions => ({
  input: Object.fromEntries(Object.entries(entries).map(([key, file]) => [key, join(ROOT, name, 'src', file)])),
  external: (id) => external.some((one) => id === one || id.startsWith(`${one}/`)),
  platform: 'neutral',
  checks: { bundlerTimings: false },
});

async function bundleCode(
  name: string,
  out: string,
  entries: Entries,
  { external = [], banner = '' }: { external?: readonly string[]; banner?: string } = {},
): Promise<void> {
  const dir = join(out, 'dist');
  const chunkFileNames = `${Object.keys(entries)[0]}-[name]-[hash].js`;
  await build({ ...inputOf(name, entries, external), output: { dir, chunkFileNames, banner } });
}

async function bundleTypes(name: string, out: string, entries: Entries, external: readonly string[] = []) {
  const plugins = [dts({ cwd: ROOT, tsconfig: join(ROOT, 'tsconfig.pack.json'), emitDtsOnly: true })];
  const output = { dir: join(out, 'dist'), chunkFileNames: 'types-[hash].d.ts' };
  await build({ ...inputOf(name, entries, external), plugins, output });
}

const entry = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` });

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8'));

function writePackage(name: string, out: string, manifest: object): void {
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
  cpSync(join(ROOT, name, 'README.md'), join(out, 'README.md'));
}

function tarball(folder: string, destination: string): string {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const [{ filename }] = JSON.parse(execFileSync(npm, args, { cwd: folder, encoding: 'utf8' }));
  return join(destination, filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (!folder) {
    console.error('Name the folder for the tarballs: npm run -s pack -- DIR');
    process.exitCode = 2;
  } else for (const file of await pack(resolve(folder))) console.log(file);
}
