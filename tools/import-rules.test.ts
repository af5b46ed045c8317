import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { biomeConfig, layers } from './import-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Files with one import each, by their paths. The linter sees all of them in one run. */
const planted = new Map<string, string>();
let rejected: ReadonlySet<string>;

/** Adds a file that imports `source` and returns its path, which must be new. */
function plant(file: string, source: string): string {
  if (planted.has(file)) throw new Error(`${file} is planted twice`);
  planted.set(file, source);
  return file;
}

/** Adds a file with a unique name to the folder, and returns its path. */
const plantIn = (folder: string, source: string): string => plant(`${folder}/planted-${planted.size}.ts`, source);

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-import-rules-'));
  try {
    const config = JSON.parse(biomeConfig());
    writeFileSync(
      join(folder, 'biome.json'),
      JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }),
    );
    for (const [file, source] of planted) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import { x } from '${source}';\n\nconsole.log(x);\n`);
    }
    const biome = join(ROOT, 'node_modules/.bin/biome');
    const options = { cwd: folder, maxBuffer: 64 * 1_024 * 1_024 };
    const { stdout, stderr } = await run(biome, ['lint', '--max-diagnostics=none', '.'], options).catch(
      (error) => error,
    );
    const diagnostics = `${stdout}${stderr}`.matchAll(/^(\S+):\d+:\d+ lint\/style\/noRestrictedImports/gm);
    rejected = new Set([...diagnostics].map(([, file]) => file as string));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const filterRejected = (files: readonly string[]): string[] => files.filter((file) => rejected.has(file));

/** Adds one file for each row. Tests run after all files are planted. */
const plantRows = (rows: readonly (readonly [folder: string, source: string])[]) =>
  rows.map(([folder, source]) => ({ folder, source, file: plantIn(folder, source) }));

describe('a planted import is rejected', () => {
  const rows = plantRows([
    ['server/src/sites', '../forms/index.ts'],
    ['server/src/identity/oauth/grants', '../../../forms/index.ts'],
    ['server/src/forms', '../sites/store.ts'],
    ['server/src/forms', '../data/index.ts'],
    ['server/src/data', '../forms/index.ts'],
    ['server/src/sites/users', '../../app.ts'],
    ['server/src/http', '../sites/index.ts'],
    ['server/src/db', '../identity/index.ts'],
    ['server/src/kernel', '../sites/index.ts'],
    ['server/src/captcha', '../identity/index.ts'],
    ['server/src/mail', '../sites/index.ts'],
    ['server/src/builds', '../sites/index.ts'],
    ['server/src/backups', '../sites/index.ts'],
    ['domain/src', 'typebox'],
    ['domain/src', '@portico/contract'],
    ['contract/src', 'kysely'],
    ['contract/src', '@portico/server/app'],
    ['sdk/src', 'react'],
    ['react/src', '@portico/server/app'],
    ['dashboard/src', '@portico/server/app'],
    ['site/src', '@portico/dashboard'],
  ]);
  it.each(rows)('$folder → $source', ({ file }) => {
    expect(rejected.has(file)).toBe(true);
  });
});

describe.each(Object.entries(layers))('the layers of %s/', (slice, { base, folders, top }) => {
  const root = `server/src/${slice}`;
  /** Adds to each folder a file that imports from the next folder (1) or the previous one (-1). Returns the paths. */
  const plantNeighbours = (step: 1 | -1) =>
    folders.flatMap((folder, i) => {
      const neighbour = folders[i + step];
      return neighbour === undefined ? [] : [plantIn(`${root}/${folder}`, `../${neighbour}/b.ts`)];
    });
  const upwardImports = [
    ...plantNeighbours(1),
    ...folders.slice(0, -1).map((folder, i) => plantIn(`${root}/${folder}/nested`, `../../${folders[i + 1]}/b.ts`)),
    ...folders.map((folder) => plantIn(`${root}/${folder}`, `../${top[0]}.ts`)),
    ...base.map((file) => plant(`${root}/${file}.ts`, `./${folders[0]}/b.ts`)),
  ];
  const downwardImports = [
    ...plantNeighbours(-1),
    ...base.map((file) => plantIn(`${root}/${folders[0]}`, `../${file}.ts`)),
  ];
  const outwardImports = folders.map((folder) => plantIn(`${root}/${folder}`, '../../sites/store.ts'));

  it('reject an import of a folder or file above', () => {
    expect(filterRejected(upwardImports)).toEqual(upwardImports);
  });

  it('allow an import of a folder or file below', () => {
    expect(filterRejected(downwardImports)).toEqual([]);
  });

  it('still reject what the slice may not import', () => {
    expect(filterRejected(outwardImports)).toEqual(outwardImports);
  });
});

describe('an allowed import passes', () => {
  const rows = plantRows([
    ['server/src/forms', '../sites/index.ts'],
    ['server/src/forms/submissions', '../../sites/index.ts'],
    ['server/src/forms', '@portico/contract/forms/index'],
    ['domain/src/forms', '../errors/index.ts'],
    ['contract/src', 'typebox'],
    ['contract/src', '@portico/domain'],
    ['dashboard/src', '@mantine/core'],
    ['sdk/src', './call.ts'],
  ]);
  it.each(rows)('$folder → $source', ({ file }) => {
    expect(rejected.has(file)).toBe(false);
  });
});

it('browser packages import only types from the contract, so that its schemas stay out of their bundles', () => {
  const offenders = ['sdk/src', 'react/src', 'dashboard/src', 'site/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .filter((file) =>
        /^(?:import|export) (?!type\b)[^;]*from '@portico\/contract/m.test(
          readFileSync(join(ROOT, folder, file), 'utf8'),
        ),
      )
      .map((file) => `${folder}/${file}`),
  );
  expect(offenders).toEqual([]);
});
