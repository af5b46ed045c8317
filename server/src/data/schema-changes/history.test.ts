/**
 * Tests random sequences of schema changes and writes: all reads must equal those of a plain model, and no value may be
 * lost.
 */
import type { FieldType } from '@portico/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import { findCollection } from '../collections/store.ts';
import { createModel, type Model, type Step } from '../testing/history-oracle.ts';
import { finishReshape, reshapeBatch } from './reshape-job.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const KEYS = ['a', 'b', 'c', 'é "$.x'];
const IDS = ['1', '2', '3', '4'];
const key = fc.constantFrom(...KEYS);
const id = fc.constantFrom(...IDS);
const type = fc.constantFrom<FieldType>('TEXT', 'NUMBER', 'BOOLEAN', 'ARRAY_STRING', 'DATETIME', 'ANY', 'URL');
const value = fc.oneof(
  fc.constantFrom<unknown>('1', '01', 'yes', 'a, b', 'https://x.y', '2024-02-03', '', 1, 0, -2.5, true, false, null),
  fc.constantFrom<unknown>(['a', 'b'], [1], { $date: '2024-02-03T00:00:00.000Z' }, { n: 1 }),
);
const fields = fc.dictionary(key, value, { noNullPrototype: true });
const step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), id, fields }),
  fc.record({ do: fc.constant('update' as const), id, fields }),
  fc.record({ do: fc.constant('save' as const), id, fields }),
  fc.record({ do: fc.constant('patch' as const), id, key: fc.constantFrom('a', 'b', 'c'), value }),
  fc.record({ do: fc.constant('remove' as const), id }),
  fc.record({ do: fc.constant('add' as const), key, type }),
  fc.record({ do: fc.constant('rename' as const), key, to: key }),
  fc.record({ do: fc.constant('retype' as const), key, type }),
  fc.record({ do: fc.constant('drop' as const), key }),
  fc.record({ do: fc.constant('undo' as const), number: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ do: fc.constant('job' as const), rows: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('finish' as const) }),
  fc.record({ do: fc.constant('find' as const), key, value }),
);

let count = 0;

describe('500 random histories', () => {
  it('agree with the model at every step and lose no value', { timeout: 1_800_000 }, async () => {
    const seen = { accepted: 0, undone: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        count += 1;
        const history = await begin(`H${count}`);
        for (const step of steps) await history.compare(step);
        await history.end();
        seen.accepted += history.model.changes.length;
        seen.undone += history.model.changes.filter(({ undoes }) => undoes !== undefined).length;
      }),
      { numRuns: runs(500), seed },
    );
    // If all steps were rejected, the comparison would prove nothing.
    expect(seen.accepted).toBeGreaterThan(count);
    expect(seen.undone).toBeGreaterThan(0);
  });
});

const { post } = createVerbs(() => t);

async function begin(name: string) {
  await post('/v2/collections', {
    collection: {
      id: name,
      fields: [
        { key: 'a', type: 'TEXT' },
        { key: 'b', type: 'NUMBER' },
      ],
    },
  });
  const at = { dataCollectionId: name };
  const model: Model = createModel({ a: 'TEXT', b: 'NUMBER' });
  let after = '';

  const change = (body: object) => post('/portico/v1/data/schema-changes', { ...at, change: body });
  const write = (call: string, id: string, fields: object) =>
    post(`/v2/items${call}`, { ...at, dataItem: { id, data: { ...fields, _id: id } } });

  async function apply(step: Step): Promise<{ status: number; text: string }> {
    switch (step.do) {
      case 'insert':
        return write('', step.id, step.fields);
      case 'update':
      case 'save':
        return write(`/${step.do}`, step.id, step.fields);
      case 'patch': {
        const modification = { action: 'SET_FIELD', fieldPath: step.key, setFieldOptions: { value: step.value } };
        const patch = { dataItemId: step.id, fieldModifications: [modification] };
        return post('/v2/items/patch', { ...at, patch });
      }
      case 'remove':
        return post('/v2/items/remove', { ...at, dataItemId: step.id });
      case 'add':
        return post('/v2/collections/create-field', { ...at, field: { key: step.key, type: step.type } });
      case 'rename':
        return change({ kind: 'RENAME', field: step.key, to: step.to });
      case 'retype':
        return change({ kind: 'RETYPE', field: step.key, type: step.type });
      case 'drop':
        return post('/v2/collections/delete-field', { ...at, fieldKey: step.key });
      case 'undo':
        return post('/portico/v1/data/schema-changes/undo', { ...at, number: step.number });
    }
  }

  async function readItems(): Promise<Record<string, object>> {
    const { body } = await post('/v2/items/query', { ...at, query: { sort: [{ fieldName: '_id' }] } });
    return Object.fromEntries(
      body.dataItems.map(({ id, data }: { id: string; data: Record<string, unknown> }) => {
        const { _id, _owner, _createdDate, _updatedDate, ...rest } = data;
        return [id, rest];
      }),
    );
  }

  async function finishAll(): Promise<void> {
    let at: string | null = '';
    while (at !== null) at = (await reshapeBatch(t.ctx, name, at, 3)).last;
    const { shape } = await readCollection();
    await finishReshape(t.ctx, name, shape, 0);
  }

  async function readCollection() {
    const found = await findCollection(t.db, t.site, name);
    if (!found) throw new Error('the collection is gone');
    return found;
  }

  return {
    model,
    async compare(
      step: Step | { do: 'job'; rows: number } | { do: 'finish' } | { do: 'find'; key: string; value: unknown },
    ) {
      if (step.do === 'job') {
        after = (await reshapeBatch(t.ctx, name, after, step.rows)).last ?? '';
      } else if (step.do === 'finish') {
        await finishAll();
      } else if (step.do === 'find') {
        const { body } = await post('/v2/items/count', { ...at, filter: { [step.key]: { $eq: step.value } } });
        // In queries, a dot separates the parts of a path, so the count of a key with a dot is not checked here. Its
        // values are compared when the items are read.
        if (!step.key.includes('.')) expect(body).toEqual({ totalCount: model.count(step.key, step.value) });
      } else {
        const { status, text } = await apply(step);
        expect([step, status === 200, text]).toEqual([step, model.apply(step), text]);
      }
      evictCollection(changeKey(t.site.id, name));
      expect([step, await readItems()]).toEqual([step, model.items()]);
    },
    async end() {
      await finishAll();
      expect(await readItems()).toEqual(model.items());
      const { rows } = await sql<{ number: number; item_id: string; value: { was: unknown } }>`
        select number, item_id, value from ${sql.table(`${t.site.schema}.kept_values`)}
        where table_name = ${(await readCollection()).tableName}`.execute(t.db);
      for (const { number, id, was } of model.previousValues()) {
        expect(rows.find((row) => row.number === number && row.item_id === id)?.value.was).toEqual(was);
      }
    },
  };
}
