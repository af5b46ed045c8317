import { fieldTypes } from '@portico/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { convert } from '../testing/convert-oracle.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

async function convertInSql(values: readonly [unknown, string, string][]): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    select portico.converted(value -> 0, value ->> 1, value ->> 2) as value
    from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as input(value, ordinal) order by ordinal`.execute(
    t.db,
  );
  return rows.map(({ value }) => value);
}

describe('a value', () => {
  it.each([
    ['" 12.50 "', 'TEXT', 'NUMBER', 12.5],
    ['"1e3"', 'TEXT', 'NUMBER', 1000],
    ['"12 apples"', 'TEXT', 'NUMBER', undefined],
    ['1e21', 'NUMBER', 'TEXT', '1000000000000000000000'],
    ['1e-7', 'NUMBER', 'TEXT', '0.0000001'],
    ['"Yes"', 'TEXT', 'BOOLEAN', true],
    ['2', 'NUMBER', 'BOOLEAN', undefined],
    ['"2024-02-29T23:30:00+02:00"', 'TEXT', 'DATETIME', { $date: '2024-02-29T21:30:00.000Z' }],
    ['"2023-02-29"', 'TEXT', 'DATE', undefined],
    ['{"$date":"2024-01-02T03:04:05.678Z"}', 'DATETIME', 'DATE', '2024-01-02'],
    ['{"$date":"2024-01-02T03:04:05.678Z"}', 'DATETIME', 'TIME', '03:04:05.678'],
    ['"red, green,,blue"', 'TEXT', 'ARRAY_STRING', ['red', 'green', 'blue']],
    ['["red","green"]', 'ARRAY_STRING', 'TEXT', 'red, green'],
    ['[5]', 'ARRAY', 'NUMBER', 5],
    ['[5,6]', 'ARRAY', 'NUMBER', undefined],
    ['{"_id":"x"}', 'OBJECT', 'REFERENCE', 'x'],
    ['"javascript:alert(1)"', 'TEXT', 'URL', undefined],
    ['"https://example.org/a b"', 'TEXT', 'URL', undefined],
    ['"<script>"', 'TEXT', 'RICH_TEXT', '&lt;script&gt;'],
    ['"<b>"', 'RICH_TEXT', 'TEXT', '<b>'],
    ['null', 'TEXT', 'NUMBER', null],
    ['" "', 'TEXT', 'NUMBER', null],
    ['""', 'TEXT', 'URL', ''],
    ['"wix:video://v1/a"', 'TEXT', 'IMAGE', undefined],
    ['"x"', 'TEXT', 'MULTI_REFERENCE', undefined],
  ] as const)('%s of %s as %s', async (value, from, to, expected) => {
    expect(convert(JSON.parse(value), from, to)).toEqual(expected);
    expect(await convertInSql([[JSON.parse(value), from, to]])).toEqual([expected ?? null]);
  });
});

const unusualValue = fc.constantFrom(
  ...[
    '',
    ' ',
    '1',
    '-0',
    '+1.',
    '.5',
    '1e400',
    '00012',
    '١',
    '1_000',
    'TRUE',
    'off',
    'ſ',
    'K',
    '2024-13-01',
    '0000-01-01',
  ],
  ...['2024-02-30', '2024-02-29', '1999-12-31T23:59:60Z', '9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00'],
  ...['2020-01-01T10:00', '2020-01-01T10:00:00.123456789Z', '2020-01-01T10:00+0530', '24:00', '09:30', '09:30:15.5'],
  ...[
    'a@b.c',
    'a@b',
    'a b@c.d',
    'https://x.y',
    'HTTPS://x',
    'wix:image://v1/a/b.png',
    'wix:video://v1/a',
    '/a',
    '#a',
    'a<@b',
    'mailto:a@b.c',
    'en',
    'en-GB',
  ],
  ...['a,b', ',', ' a , b ', '<i>&amp;</i>', 'a/b', 'a#b', 'line\nbreak', '😀', '\u2028', '\u00a05'],
);
const scalar = fc.oneof(
  unusualValue,
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
);
const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const values = fc.oneof(
  scalar,
  fc.constant(null),
  moments.map((date) => ({ $date: date.toISOString() })),
  moments.map((date) => date.toISOString()),
  fc.array(fc.oneof(scalar, fc.constant(null), fc.constant({ a: 1 })), { maxLength: 3 }),
  fc.record({ _id: scalar, nodes: fc.oneof(fc.constant([]), scalar) }, { requiredKeys: [] }),
);
const type = fc.constantFrom(...fieldTypes);

describe('random values', () => {
  it('are converted equally by the database and the oracle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(values, type, type), { minLength: 1, maxLength: 200 }), async (cases) => {
        // Values that PostgreSQL cannot store are excluded, because writes reject them. -0 is stored as 0.
        const stored = cases.map(
          ([value, from, to]) => [JSON.parse(toStorable(value)), from, to === 'MULTI_REFERENCE' ? 'TEXT' : to] as const,
        );
        const results = await convertInSql(stored.map((value) => [...value]));
        stored.forEach(([value, from, to], i) => {
          expect([value, from, to, results[i]]).toEqual([value, from, to, convert(value, from, to) ?? null]);
        });
      }),
      { numRuns: runs(500), seed },
    );
  });
});

const toStorable = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.toWellFormed().replaceAll('\u0000', '') : part));
