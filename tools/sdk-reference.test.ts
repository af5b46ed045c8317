import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isFull } from '../server/src/testing/runs.ts';
import { sdkReference } from './sdk-reference.ts';

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
