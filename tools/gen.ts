/**
 * Writes every generated file from its source. With `--check` it writes nothing and reports differences as errors.
 * Table types are read from a database: DATABASE_URL, or else an embedded one that is started for this purpose.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withScratchDatabase } from '../server/src/testing/scratch-database.ts';
import { biomeConfig } from './import-rules.ts';
import { compatibilityPage, errorsPage } from './pages.ts';
import { isReferenceUpToDate, rememberReference } from './reference-cache.ts';
import { sdkReference } from './sdk-reference.ts';
import { sdkRoutes, sdkRouteTable } from './sdk-routes.ts';
import { sdkCalls } from './sdk-types.ts';
import { subdivisionNames } from './subdivision-names.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');

await generate('server/src/db/tables.gen.ts', tableTypes);
await generate('sdk/src/routes.gen.ts', async () => sdkRoutes());
await generate('sdk/src/admin/route-table.gen.ts', async () => sdkRouteTable());
await generate('sdk/src/calls.gen.ts', async () => sdkCalls());
await generate('react/src/forms/inputs/subdivision-names.gen.ts', async () => subdivisionNames());
await generate('biome.json', async () => formatFile('biome.json', biomeConfig()));
await generate('docs/compatibility.md', async () => compatibilityPage());
await generate('docs/errors.md', async () => errorsPage());
await generateReference();

/** Skips the check if the last one passed with the same sources and pages. */
async function generateReference(): Promise<void> {
  if (isCheck && isReferenceUpToDate(ROOT)) return;
  let isUpToDate = true;
  for (const [path, text] of sdkReference()) isUpToDate = (await generate(path, async () => text)) && isUpToDate;
  if (isUpToDate) rememberReference(ROOT);
}

/**
 * Writes one generated file; with `--check`, compares the file with its source instead. Returns false if the check found
 * a difference.
 */
async function generate(path: string, make: () => Promise<string>): Promise<boolean> {
  const file = join(ROOT, path);
  const text = await make();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return true;
  if (isCheck) {
    console.error(`${path} does not match its source: run npm run gen`);
    process.exitCode = 1;
    return false;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
  return true;
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

/** Returns the text as the formatter writes it. */
function formatFile(path: string, text: string): string {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], { cwd: ROOT, input: text, encoding: 'utf8' });
}
