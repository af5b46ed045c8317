import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { createCollection } from '../index.ts';
import { itemCalls } from '../testing/item-calls.ts';
import * as arbitrary from '../testing/query-arbitraries.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'P' });
});
afterAll(() => t.stop());

const { post } = itemCalls(() => t, { dataCollectionId: 'P', caller: 'key' });

type Modification = { action: string; fieldPath: string; [option: string]: unknown };

const name = fc.constantFrom('a', 'b', 'c', 'x y', 'constructor', '0');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('.'));
const modification: fc.Arbitrary<Modification> = fc.oneof(
  fc.record({ fieldPath: path, value: arbitrary.value }).map(({ fieldPath, value }) => ({
    action: 'SET_FIELD',
    fieldPath,
    setFieldOptions: { value },
  })),
  fc
    .record({ fieldPath: path, value: fc.constantFrom(1, -1, 0.1, 2.5, 1e21, 1e308, 5e-324) })
    .map(({ fieldPath, value }) => ({
      action: 'INCREMENT_FIELD',
      fieldPath,
      incrementFieldOptions: { value },
    })),
  fc.record({ fieldPath: path, value: arbitrary.value }).map(({ fieldPath, value }) => ({
    action: 'APPEND_TO_ARRAY',
    fieldPath,
    appendToArrayOptions: { value },
  })),
  fc.record({ fieldPath: path, value: arbitrary.value }).map(({ fieldPath, value }) => ({
    action: 'REMOVE_FROM_ARRAY',
    fieldPath,
    removeFromArrayOptions: { value },
  })),
  path.map((fieldPath) => ({ action: 'REMOVE_FIELD', fieldPath })),
);

const data = fc.dictionary(name, arbitrary.value, { maxKeys: 5 });

/** Applies a patch independently of the server's code. Returns null if the patch cannot be applied. */
function evaluate(item: unknown, modifications: readonly Modification[]): unknown {
  let result: unknown = item;
  try {
    for (const modification of modifications) {
      result = at(result, modification.fieldPath.split('.'), modification);
    }
  } catch {
    return null;
  }
  return result;
}

const NOTHING = Symbol('nothing');

function at(node: unknown, keys: string[], modification: Modification): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return applyToLeaf(node, modification);
  const isMissing = node === NOTHING || node === null;
  const onlyRemoves = modification.action.startsWith('REMOVE');
  if (isMissing && onlyRemoves) return node;
  const isObject = typeof node === 'object' && node !== null && !Array.isArray(node) && !('$date' in node);
  if (!isMissing && !isObject) {
    if (onlyRemoves) return node;
    throw new Error('not an object');
  }
  const entries = new Map(isMissing ? [] : Object.entries(node as object));
  const next = at(entries.has(key) ? entries.get(key) : NOTHING, rest, modification);
  if (next === NOTHING) entries.delete(key);
  else entries.set(key, next);
  return Object.fromEntries(entries);
}

function applyToLeaf(node: unknown, modification: Modification): unknown {
  const { action } = modification;
  const isMissing = node === NOTHING || node === null;
  const { value } = (Object.values(modification).find((part) => typeof part === 'object') ?? {}) as { value: unknown };
  if (action === 'SET_FIELD') return value;
  if (action === 'REMOVE_FIELD') return NOTHING;
  if (action === 'INCREMENT_FIELD') {
    if (!isMissing && typeof node !== 'number') throw new Error('not a number');
    const sum = (isMissing ? 0 : (node as number)) + (value as number);
    if (!Number.isFinite(sum)) throw new Error('too large');
    return sum;
  }
  if (isMissing) return action === 'APPEND_TO_ARRAY' ? [value] : node;
  if (!Array.isArray(node)) throw new Error('not an array');
  return action === 'APPEND_TO_ARRAY' ? [...node, value] : node.filter((element) => toText(element) !== toText(value));
}

/** Returns the JSON of the value, with sorted keys. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const withoutSystemFields = ({ _id, _owner, _createdDate, _updatedDate, ...rest }: Record<string, unknown>) => rest;

describe('the server and a plain evaluator', () => {
  it('patch items equally, or reject the patch and change nothing', async () => {
    let [applied, rejected] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(data, { minLength: 8, maxLength: 8 }),
        fc.array(modification, { minLength: 1, maxLength: 6 }),
        async (items, fieldModifications) => {
          await post('items/truncate', {});
          await post('bulk/items/insert', { dataItems: items.map((data, i) => ({ id: `i${i}`, data })) });
          const patches = items.map((_, i) => ({ dataItemId: `i${i}`, fieldModifications }));
          const { body } = await post('bulk/items/patch', { patches, returnEntity: true });
          const stored = await post('items/query', { query: { sort: [{ fieldName: '_id' }] } });
          for (const [i, item] of items.entries()) {
            const expected = evaluate(item, fieldModifications);
            const result = body.results[i];
            expect(result.itemMetadata.success).toBe(expected !== null);
            expect(withoutSystemFields(stored.body.dataItems[i].data)).toEqual(
              JSON.parse(JSON.stringify(expected ?? item)),
            );
            if (expected === null) rejected += 1;
            else {
              applied += 1;
              expect(result.dataItem).toEqual(stored.body.dataItems[i]);
            }
          }
        },
      ),
      { numRuns: runs(500), seed },
    );
    expect(applied).toBeGreaterThan(0);
    expect(rejected).toBeGreaterThan(0);
  });
});
