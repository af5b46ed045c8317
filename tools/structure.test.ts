/** The rules of the structure that the linter cannot see (ARCHITECTURE.md). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cyclesOf, mutualFolders, readImports } from './import-graph.ts';
import { layers, slices } from './import-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['domain', 'contract', 'server', 'sdk', 'react', 'dashboard', 'site'];
const imports = readImports(ROOT, [...PACKAGES.map((name) => `${name}/src`), 'e2e', 'tools']);

/** Tests may import whatever they test. */
const isTest = (file: string): boolean => /\.(?:test|fixture)\.tsx?$|\/(?:testing|process-tests)\//.test(file);
const production = new Map([...imports].filter(([file]) => !isTest(file)));

describe('imports', () => {
  it('form no cycle, type-only imports included', () => {
    expect(cyclesOf(imports)).toEqual([]);
  });

  it('form a cycle where one is planted', () => {
    const planted = new Map([
      ['a.ts', new Set(['b.ts'])],
      ['b.ts', new Set(['c.ts', 'd.ts'])],
      ['c.ts', new Set(['a.ts'])],
      ['d.ts', new Set<string>()],
    ]);
    expect(cyclesOf(planted)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
    expect(cyclesOf(new Map([...planted, ['c.ts', new Set(['d.ts'])]]))).toEqual([]);
  });

  it.each(slices)('never lead both ways between two folders of %s/', (slice) => {
    expect(mutualFolders(production, `server/src/${slice}`)).toEqual([]);
  });

  it('lead both ways where two folders are planted so', () => {
    const planted = new Map([
      ['s/a/x.ts', new Set(['s/b/y.ts'])],
      ['s/b/z.ts', new Set(['s/a/x.ts'])],
    ]);
    expect(mutualFolders(planted, 's')).toEqual(['a <> b']);
  });

  it('of kernel/ lead nowhere else', () => {
    const leaving = [...production].flatMap(([file, targets]) =>
      file.startsWith('server/src/kernel/')
        ? [...targets]
            .filter((target) => !target.startsWith('server/src/kernel/'))
            .map((target) => `${file} → ${target}`)
        : [],
    );
    expect(leaving).toEqual([]);
  });
});

it.each(Object.entries(layers))('each folder and file of %s/ has its layer', (slice, { base, folders, top }) => {
  const entries = readdirSync(join(ROOT, 'server/src', slice), { withFileTypes: true });
  const named = entries
    .filter(({ name }) => !isTest(name) && name !== 'testing')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name.replace(/\.ts$/, '')));
  expect(named.sort()).toEqual([...base, ...folders.map((folder) => `${folder}/`), ...top].sort());
});
