import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isFull } from '../server/src/testing/runs.ts';
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
