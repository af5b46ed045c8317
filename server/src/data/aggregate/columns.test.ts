import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import { buildReach, type Reach } from '../collections/reach.ts';
import { createCollection } from '../index.ts';
import type { ColumnKind, StoredColumn } from '../query/scope.ts';
import { insertItems } from '../table/write-store.ts';
import { prepareInsert } from '../values/prepare.ts';
import { parsePipeline } from './parse-pipeline.ts';
import { listResults } from './store.ts';

let t: TestServer;
let plain: Reach;
let promoted: Reach;

const KINDS: readonly ColumnKind[] = ['text', 'number', 'boolean', 'date'];

/** Inserts items with a field per kind of value, some null or missing, and promotes each field to a column. */
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'Columns' });
  const collection = await loadCollection(t.ctx, 'Columns');
  const now = new Date('2024-05-06T00:00:00.000Z');
  const rows = Array.from({ length: 60 }, (_, i) => ({
    ...(i % 7 === 0 ? {} : { text: i % 5 === 0 ? null : ['a', 'Z', 'ä', '😀', '\uffee'][i % 6] }),
    ...(i % 6 === 0 ? {} : { number: i % 11 === 0 ? null : (i % 9) / 10 }),
    ...(i % 4 === 0 ? {} : { boolean: i % 3 === 0 }),
    ...(i % 5 === 0 ? {} : { date: { $date: `20${10 + (i % 8)}-01-01T00:00:00.000Z` } }),
  })).map((data) => prepareInsert(collection, { data }, { owner: 'ann', now, maySetOwner: false }));
  await insertItems(t.db, collection, rows, now);
  for (const kind of KINDS) {
    const type = {
      text: 'text collate "C"',
      number: 'numeric',
      boolean: 'boolean',
      date: 'text collate "C"',
      list: 'jsonb',
    };
    await sql.raw(`alter table ${collection.table} add column f_${kind} ${type[kind]}`).execute(t.db);
    await sql.raw(`update ${collection.table} set f_${kind} = portico.${kind}_of(data -> '${kind}')`).execute(t.db);
  }
  plain = buildReach(t.ctx, collection, null);
  const columns = KINDS.map((kind): StoredColumn => ({ name: `f_${kind}`, path: [kind], kind, state: 'READY' }));
  promoted = { ...plain, columns };
});
afterAll(() => t.stop());

const field = (fieldPath: string) => ({ fieldPath });
const all = (...kinds: string[]) =>
  KINDS.flatMap((column) =>
    kinds.map((kind) => ({ [kind]: { expression: field(column) }, resultFieldName: `${kind} ${column}` })),
  );

describe('promoted columns return the same results as the document', () => {
  it.each<[string, unknown[]]>([
    ...KINDS.map((kind): [string, unknown[]] => [
      `grouped by ${kind}`,
      [{ group: { groupIds: [{ expression: field(kind) }], accumulators: all('sum', 'avg', 'min', 'max') } }],
    ]),
    [
      'grouped by several fields',
      [{ group: { groupIds: KINDS.map((kind) => ({ expression: field(kind) })), accumulators: all('sum') } }],
    ],
    [
      'in order',
      [
        { sort: { values: KINDS.map((fieldName) => ({ fieldName })) } },
        { group: { accumulators: all('first', 'last', 'push') } },
      ],
    ],
    [
      'filtered',
      [{ filter: { number: { $gt: 0.2 }, text: { $ne: 'a' } } }, { group: { accumulators: all('min', 'max') } }],
    ],
    [
      'computed',
      [
        {
          projection: {
            fields: KINDS.flatMap((column) => [
              { reshape: { resultFieldName: column, expression: field(column) } },
              ...['stringify', 'toLower', 'length', 'abs'].map((kind) => ({
                reshape: {
                  resultFieldName: `${kind} ${column}`,
                  expression: { [kind]: { expression: field(column) } },
                },
              })),
            ]),
          },
        },
        { limit: 1_000 },
      ],
    ],
  ])('%s', async (_, stages) => {
    const tree = parsePipeline(stages);
    const page = { limit: 1_000, offset: 0 };
    const expected = (await listResults(t.db, plain, tree, page)).map((text) => JSON.parse(text));
    expect((await listResults(t.db, promoted, tree, page)).map((text) => JSON.parse(text))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });
});
