/** Rules of the architecture that the linter cannot check (ARCHITECTURE.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cyclesOf, mutualFolders, readImports } from './import-graph.ts';
import { layers, slices } from './import-rules.ts';
import { holdsSql, mayHoldSql, mixesQueryStyles } from './sql-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['domain', 'contract', 'server', 'sdk', 'react', 'dashboard', 'site', 'docs', 'embed'];
const imports = readImports(ROOT, [...PACKAGES.map((name) => `${name}/src`), 'e2e', 'tools']);

/** True for tests. Some rules omit them, because tests may import whatever they test. */
const isTest = (file: string): boolean => /\.(?:test|fixture)\.tsx?$|\/(?:testing|process-tests)\//.test(file);
const productionImports = new Map([...imports].filter(([file]) => !isTest(file)));

describe('imports', () => {
  it('form no cycle, type-only imports included', () => {
    expect(cyclesOf(imports)).toEqual([]);
  });

  it('form a planted cycle', () => {
    const planted = new Map([
      ['a.ts', new Set(['b.ts'])],
      ['b.ts', new Set(['c.ts', 'd.ts'])],
      ['c.ts', new Set(['a.ts'])],
      ['d.ts', new Set<string>()],
    ]);
    expect(cyclesOf(planted)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
    expect(cyclesOf(new Map([...planted, ['c.ts', new Set(['d.ts'])]]))).toEqual([]);
  });

  it.each(slices)('never form a cycle between two folders of %s/', (slice) => {
    expect(mutualFolders(productionImports, `server/src/${slice}`)).toEqual([]);
  });

  it('form a cycle between two planted folders', () => {
    const planted = new Map([
      ['s/a/x.ts', new Set(['s/b/y.ts'])],
      ['s/b/z.ts', new Set(['s/a/x.ts'])],
    ]);
    expect(mutualFolders(planted, 's')).toEqual(['a <> b']);
  });

  it('of kernel/ stay within kernel/', () => {
    const outgoingImports = [...productionImports].flatMap(([file, targets]) =>
      file.startsWith('server/src/kernel/')
        ? [...targets]
            .filter((target) => !target.startsWith('server/src/kernel/'))
            .map((target) => `${file} → ${target}`)
        : [],
    );
    expect(outgoingImports).toEqual([]);
  });
});

it.each(Object.entries(layers))('each folder and file of %s/ has its layer', (slice, { base, folders, top }) => {
  const entries = readdirSync(join(ROOT, 'server/src', slice), { withFileTypes: true });
  const named = entries
    .filter(({ name }) => !isTest(name) && name !== 'testing')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name.replace(/\.ts$/, '')));
  expect(named.sort()).toEqual([...base, ...folders.map((folder) => `${folder}/`), ...top].sort());
});

describe('SQL in server/src', () => {
  const files = [...productionImports.keys()].filter((file) => file.startsWith('server/src/'));
  const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

  it('occurs only in stores and in the folders of tools/sql-rules.ts', () => {
    expect(files.filter((file) => !mayHoldSql(file) && holdsSql(textOf(file)))).toEqual([]);
  });

  it('has one style per file: Kysely or written statements', () => {
    expect(files.filter((file) => mixesQueryStyles(textOf(file)))).toEqual([]);
  });

  it.each([
    ["await db.selectFrom('sites').selectAll().execute();", true, false],
    ['await sql`select 1`.execute(db);', true, false],
    ['const row = await firstRow<Row>(db, sql`select 1`);', true, false],
    ["await client.query('select 1');", true, false],
    ["await db.selectFrom('sites').where(sql<boolean>`deleted_at is null`).execute();", true, false],
    ["await db.selectFrom('sites').execute();\nawait sql`select 1`.execute(db);", true, true],
    ["await db.deleteFrom('sites').execute();\nawait firstRow(db, sql`select 1`);", true, true],
    ["const [message] = await listMessages(ctx, 'select');", false, false],
  ])('is seen where it is planted: %s', (text, sql, mixed) => {
    expect([holdsSql(text), mixesQueryStyles(text)]).toEqual([sql, mixed]);
  });
});

describe('test support', () => {
  it('is in folders named testing/', () => {
    const fixtures = [...imports.keys()].filter((file) => /\.fixture\.tsx?$/.test(file) && !file.includes('/testing/'));
    expect(fixtures).toEqual([]);
  });

  it('is not imported by production code', () => {
    const importers = [...productionImports]
      .filter(([file]) => file.includes('/src/'))
      .flatMap(([file, targets]) => [...targets].filter(isTest).map((target) => `${file} → ${target}`));
    expect(importers).toEqual([]);
  });
});
