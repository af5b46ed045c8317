import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { biomeConfig, layers } from './import-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-import-rules-'));
  const config = JSON.parse(biomeConfig());
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Planted {
  readonly file: string;
  readonly source: string;
}

/** The files that the linter refuses for what they import, sorted. */
async function refusedFiles(planted: readonly Planted[]): Promise<string[]> {
  for (const { file, source } of planted) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import { x } from '${source}';\n\nconsole.log(x);\n`);
  }
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const { stdout, stderr } = await run(biome, ['lint', '--max-diagnostics=none', '.'], { cwd: folder }).catch(
    (error) => error,
  );
  for (const { file } of planted) rmSync(join(folder, file));
  return [...`${stdout}${stderr}`.matchAll(/^(\S+):\d+:\d+ lint\/style\/noRestrictedImports/gm)]
    .map(([, file]) => file as string)
    .sort();
}

/** True when the linter, with the project's import rules, refuses a file that imports `source`. */
const isRefused = async (file: string, source: string): Promise<boolean> =>
  (await refusedFiles([{ file, source }])).length > 0;

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

describe.each(Object.entries(layers))('the layers of %s/', (slice, { base, folders, top }) => {
  /** every folder imports a file of its neighbour above or below */
  const neighbours = (step: 1 | -1) =>
    folders.flatMap((folder, i) => {
      const neighbour = folders[i + step];
      return neighbour === undefined
        ? []
        : [{ file: `server/src/${slice}/${folder}/a.ts`, source: `../${neighbour}/b.ts` }];
    });
  const nested = folders.slice(0, -1).map((folder, i) => ({
    file: `server/src/${slice}/${folder}/nested/a.ts`,
    source: `../../${folders[i + 1]}/b.ts`,
  }));
  const upToFiles = folders.map((folder) => ({
    file: `server/src/${slice}/${folder}/c.ts`,
    source: `../${top[0]}.ts`,
  }));
  const fromBase = base.map((file) => ({ file: `server/src/${slice}/${file}.ts`, source: `./${folders[0]}/b.ts` }));

  it('refuse an import of a folder or file above', async () => {
    const planted = [...neighbours(1), ...nested, ...upToFiles, ...fromBase];
    expect(await refusedFiles(planted)).toEqual(planted.map(({ file }) => file).sort());
  });

  it('allow an import of a folder or file below', async () => {
    const toBase = base.map((file) => ({
      file: `server/src/${slice}/${folders[0]}/${file}.ts`,
      source: `../${file}.ts`,
    }));
    expect(await refusedFiles([...neighbours(-1), ...toBase])).toEqual([]);
  });

  it('still refuse what the slice may not import', async () => {
    const planted = folders.map((folder) => ({
      file: `server/src/${slice}/${folder}/a.ts`,
      source: '../../sites/store.ts',
    }));
    expect(await refusedFiles(planted)).toEqual(planted.map(({ file }) => file).sort());
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
