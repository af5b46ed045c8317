/** Checks the types of the code blocks of the documentation. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Snippet } from '../../docs/src/snippets.ts';
import type { WebsiteFolder } from '../support/website-folder.ts';

const run = promisify(execFile);
const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/**
 * Returns the errors in the types of the code blocks; an empty text if there are none.
 * @param siteTypes the generated types of the site, for code blocks that import them
 */
export async function typeErrorsOf(
  folder: WebsiteFolder,
  name: string,
  snippets: readonly Snippet[],
  siteTypes: string,
): Promise<string> {
  for (const { path, code } of snippets) {
    // A code block that extends a file has a title such as `add to src/portico.ts`.
    const file = path.replace('/add to ', '/');
    folder.write(`${name}/${file}`, code);
    if (/from '\.\/site(?:\.ts)?'/.test(code)) folder.write(`${name}/${dirname(file)}/site.ts`, siteTypes);
  }
  folder.write(`${name}/globals.d.ts`, GLOBALS);
  folder.write(`${name}/tsconfig.json`, JSON.stringify(TSCONFIG));
  const { stdout } = await run(TSC, ['-p', join(folder.path, name)]).catch((error) => error);
  return stdout;
}

/** Declares the variables that code blocks use without declaring them. */
const GLOBALS = `
declare const url: string;
declare const clientId: string;
declare const siteId: string;
declare const formId: string;
declare const email: string;
declare const password: string;
declare const file: File;
declare const signal: AbortSignal;
declare const input: HTMLInputElement;
declare const form: import('@portico/sdk').Form;
declare const ids: string[];
declare const server: import('@portico/sdk/admin').FullClient;
declare const client: import('@portico/sdk').Client<import('@portico/sdk').AnySite, import('@portico/sdk').MemberAuth>;
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    types: ['node'],
  },
  include: ['**/*'],
};
