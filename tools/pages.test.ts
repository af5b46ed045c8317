import { readFileSync } from 'node:fs';
import { describeError, errorTable } from '@portico/domain';
import { describe, expect, it } from 'vitest';
import { compatibilityPage, errorsPage } from './pages.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('docs/errors.md', () => {
  const rows = [...read('docs/errors.md').matchAll(/^\| `([^`]+)` \| (\d+) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);

  it('names every code of the table with its status, and no other', () => {
    const table = Object.entries(errorTable).map(([code, { status }]) => [code, status]);
    expect(rows.toSorted()).toEqual(table.toSorted());
  });

  it('is the page that the generator writes', () => expect(read('docs/errors.md')).toBe(errorsPage()));
});

it('docs/compatibility.md is the page that the generator writes', () => {
  expect(read('docs/compatibility.md')).toBe(compatibilityPage());
});

it('every sentence of the error table ends as a sentence, and its placeholders are filled', () => {
  for (const [code, { sentence }] of Object.entries(errorTable)) {
    expect(sentence, code).toMatch(/[.]$/);
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    const filled = describeError(code as keyof typeof errorTable, Object.fromEntries(names.map((name) => [name, 'x'])));
    expect(filled, code).not.toMatch(/[{}]/);
  }
});
