/**
 * Writes every generated file from its source. With `--check` nothing is written, and a difference is an error.
 * Needs a database to read the tables from: DATABASE_URL, or an embedded one started for the purpose.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@portico/contract';
import { withScratchDatabase } from '../server/src/testing/scratch-database.ts';
import { biomeConfig } from './import-rules.ts';
import { compatibilityPage, errorsPage } from './pages.ts';
import { subdivisionNames } from './subdivision-names.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const checking = process.argv.includes('--check');

await generate('server/src/db/tables.gen.ts', tableTypes);
await generate('sdk/src/routes.gen.ts', async () => sdkRoutes());
await generate('react/src/forms/inputs/subdivision-names.gen.ts', async () => subdivisionNames());
await generate('biome.json', async () => formatted('biome.json', biomeConfig()));
await generate('docs/compatibility.md', async () => compatibilityPage());
await generate('docs/errors.md', async () => errorsPage());

/** Compares or writes one file. */
async function generate(path: string, make: () => Promise<string>): Promise<void> {
  const file = join(ROOT, path);
  const text = await make();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (checking) {
    console.error(`${path} does not match its source: run npm run gen`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}

async function tableTypes(): Promise<string> {
  return withScratchDatabase(async (url) => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-gen-'));
    const out = join(folder, 'tables.ts');
    try {
      const args = [
        '--url',
        url,
        '--dialect',
        'postgres',
        '--default-schema',
        'portico',
        '--include-pattern',
        'portico.*',
        '--out-file',
        out,
      ];
      execFileSync(process.execPath, [join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js'), ...args], {
        stdio: 'pipe',
      });
      return readFileSync(out, 'utf8').replace('export interface DB ', 'export interface Tables ');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

/** Method and bare path of every call, so that the sdk needs none of the contract's schemas. */
function sdkRoutes(): string {
  const lines = endpoints.map(({ id, method, path }) => `  '${id}': ['${method}', '${path}'],`);
  return `/** Generated from contract/ by npm run gen. */\nexport const routeTable = {\n${lines.join('\n')}\n} as const;\n`;
}

/** As the formatter would write it. */
function formatted(path: string, text: string): string {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], { cwd: ROOT, input: text, encoding: 'utf8' });
}
