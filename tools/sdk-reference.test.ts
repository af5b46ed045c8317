import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isFull } from '../server/src/testing/runs.ts';
import { isReferenceUpToDate, REFERENCE_INPUTS, rememberReference } from './reference-cache.ts';
import { sdkReference } from './sdk-reference.ts';

it('the reference describes no symbol with the comment of its module', () => {
  for (const [page, sentence] of [
    ['react', 'React components and hooks for sites on Portico'],
    ['sdk', 'The published client for the visitors'],
    ['sdk/members', 'The published client for the visitors'],
    ['admin', 'Two clients that can make every call'],
  ] as const) {
    const path = fileURLToPath(new URL(`../docs/reference/${page}.md`, import.meta.url));
    const [beforeSymbols = '', ...symbols] = readFileSync(path, 'utf8').split(/^### /m);
    expect(beforeSymbols, page).toContain('# @portico/');
    expect(symbols.filter((symbol) => symbol.includes(sentence)).map((symbol) => symbol.split('\n')[0])).toEqual([]);
  }
});

it('the check of the reference is repeated after a change of a source or a page', () => {
  const root = mkdtempSync(join(tmpdir(), 'portico-reference-'));
  try {
    const files = REFERENCE_INPUTS.map((path) => (/\.\w+$/.test(path) ? path : `${path}/file.ts`));
    for (const file of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), '');
    }
    expect(isReferenceUpToDate(root)).toBe(false);
    for (const file of [...files, 'sdk/src/new.ts']) {
      rememberReference(root);
      expect(isReferenceUpToDate(root)).toBe(true);
      appendFileSync(join(root, file), '// changed');
      expect(isReferenceUpToDate(root), file).toBe(false);
    }
  } finally {
    rmSync(root, { recursive: true });
  }
});

it.skipIf(!isFull)(
  'the reference of the packages is up to date with their doc comments',
  () => {
    const stale = [...sdkReference()].filter(
      ([path, text]) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8') !== text,
    );
    // If this fails, `npm run gen` updates the pages.
    expect(stale.map(([path]) => path)).toEqual([]);
  },
  120_000,
);
