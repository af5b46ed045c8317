import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { biomeConfig } from './import-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-import-rules-'));
  const config = JSON.parse(biomeConfig());
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** True when the linter, with the project's import rules, refuses a file that imports `source`. */
async function isRefused(file: string, source: string): Promise<boolean> {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { x } from '${source}';\n\nconsole.log(x);\n`);
  const { stdout, stderr } = await run(join(ROOT, 'node_modules/.bin/biome'), ['lint', file], { cwd: folder }).catch(
    (error) => error,
  );
  rmSync(path);
  return `${stdout}${stderr}`.includes('noRestrictedImports');
}

describe('a planted import is refused', () => {
  it.each([
    ['server/src/sites/a.ts', '../forms/index.ts'],
    ['server/src/identity/oauth/grants/a.ts', '../../../forms/index.ts'],
    ['server/src/forms/a.ts', '../sites/store.ts'],
    ['server/src/forms/a.ts', '../data/index.ts'],
    ['server/src/data/a.ts', '../forms/index.ts'],
    ['server/src/sites/users/a.ts', '../../app.ts'],
    ['server/src/http/a.ts', '../sites/index.ts'],
    ['server/src/db/a.ts', '../identity/index.ts'],
    ['server/src/kernel/a.ts', '../sites/index.ts'],
    ['server/src/captcha/a.ts', '../identity/index.ts'],
    ['server/src/mail/a.ts', '../sites/index.ts'],
    ['server/src/builds/a.ts', '../sites/index.ts'],
    ['domain/src/a.ts', 'typebox'],
    ['domain/src/a.ts', '@portico/contract'],
    ['contract/src/a.ts', 'kysely'],
    ['contract/src/a.ts', '@portico/server/app'],
    ['sdk/src/a.ts', 'react'],
    ['react/src/a.ts', '@portico/server/app'],
    ['dashboard/src/a.ts', '@portico/server/app'],
    ['site/src/a.ts', '@portico/dashboard'],
  ])('%s → %s', async (file, source) => {
    expect(await isRefused(file, source)).toBe(true);
  });
});

describe('an allowed import passes', () => {
  it.each([
    ['server/src/forms/a.ts', '../sites/index.ts'],
    ['server/src/forms/submissions/a.ts', '../../sites/index.ts'],
    ['server/src/forms/a.ts', '@portico/contract/forms/index'],
    ['domain/src/forms/a.ts', '../errors/index.ts'],
    ['contract/src/a.ts', 'typebox'],
    ['contract/src/a.ts', '@portico/domain'],
    ['dashboard/src/a.ts', '@mantine/core'],
    ['sdk/src/a.ts', './call.ts'],
  ])('%s → %s', async (file, source) => {
    expect(await isRefused(file, source)).toBe(false);
  });
});

it('browser packages import only types from the contract, so that its schemas stay out of their bundles', () => {
  const offenders = ['sdk/src', 'react/src', 'dashboard/src', 'site/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        /^(?:import|export) (?!type\b)[^;]*from '@portico\/contract/m.test(
          readFileSync(join(ROOT, folder, file), 'utf8'),
        ),
      )
      .map((file) => `${folder}/${file}`),
  );
  expect(offenders).toEqual([]);
});
