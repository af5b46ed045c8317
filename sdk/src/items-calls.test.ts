/** Tests the requests of item calls and the conversion of their responses. */
import { describe, expect, it, vi } from 'vitest';
import { routeTable } from './admin/route-table.gen.ts';
import type { Call } from './call.ts';
import { createItemsClient } from './items.ts';

const idOf = (route: string): string => Object.entries(routeTable).find(([, one]) => one === route)?.[0] ?? route;

function client(...answers: unknown[]) {
  const requests: [string, unknown][] = [];
  const call = (async (route: string, input: { body?: unknown; query?: unknown } = {}) => {
    requests.push([idOf(route), input.body ?? input.query]);
    return answers.shift() ?? {};
  }) as Call;
  return { items: createItemsClient(call), requests };
}

it('warns about field names that queries cannot reach, and sends them', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { items, requests } = client(stored);
  await items.insert('Col', { $a: 1, 'b.c': 2 });
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    'The field name "$a" starts with $ or contains a dot.',
    'The field name "b.c" starts with $ or contains a dot.',
  ]);
  expect(requests).toHaveLength(1);
  warn.mockRestore();
});

const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

const stored = {
  dataItem: { id: 'x', dataCollectionId: 'Col', data: { _id: 'x', at: { $date: '1970-01-01T00:00:00.000Z' } } },
};

describe('a patch', () => {
  it('sends each change with encoded dates and the condition', async () => {
    const { items, requests } = client(stored);
    const patch = items.patch('Col', 'x').setField('a.b', new Date(0)).incrementField('n', 2);
    const changed = await patch
      .appendToArray('t', 'z')
      .removeFromArray('t', 'y')
      .removeField('q')
      .run({ condition: items.filter().eq('a', 1) });
    expect(requests).toEqual([
      [
        'data.items.patch',
        {
          dataCollectionId: 'Col',
          patch: {
            dataItemId: 'x',
            fieldModifications: [
              {
                action: 'SET_FIELD',
                fieldPath: 'a.b',
                setFieldOptions: { value: { $date: '1970-01-01T00:00:00.000Z' } },
              },
              { action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 2 } },
              { action: 'APPEND_TO_ARRAY', fieldPath: 't', appendToArrayOptions: { value: 'z' } },
              { action: 'REMOVE_FROM_ARRAY', fieldPath: 't', removeFromArrayOptions: { value: 'y' } },
              { action: 'REMOVE_FIELD', fieldPath: 'q' },
            ],
          },
          condition: { filter: { a: 1 } },
        },
      ],
    ]);
    expect(changed).toEqual({ _id: 'x', at: new Date(0) });
  });
});

const result = (action: string, id: string, index: number, code?: string) => ({
  action,
  itemMetadata: {
    id,
    originalIndex: index,
    success: code === undefined,
    ...(code ? { error: { code, description: `${code}: why`, data: {} } } : {}),
  },
});
const noMetadata = { bulkActionMetadata: { totalSuccesses: 0, totalFailures: 0, undetailedFailures: 0 } };

describe('the result of a bulk call', () => {
  it('counts each action', async () => {
    const results = [result('INSERT', 'a', 0), result('UPDATE', 'b', 1), result('INSERT', 'c', 2, 'WDE0009')];
    const { items } = client({ results, ...noMetadata });
    expect(await items.bulkSave('Col', [{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }])).toEqual({
      inserted: 1,
      updated: 1,
      removed: 0,
      skipped: 0,
      errors: [{ message: 'WDE0009: why', code: 'WDE0009', originalIndex: 2, item: { _id: 'c' } }],
      insertedItemIds: ['a'],
      updatedItemIds: ['b'],
      removedItemIds: [],
    });
  });

  it('counts existing inserts and missing updates as skipped', async () => {
    const insertion = client({ results: [result('INSERT', 'a', 0, 'WDE0074')], ...noMetadata });
    expect(await insertion.items.bulkInsert('Col', [{ _id: 'a' }])).toMatchObject({
      inserted: 0,
      skipped: 1,
      errors: [],
    });
    const removal = client({ results: [result('DELETE', 'a', 0), result('DELETE', 'b', 1, 'WDE0073')], ...noMetadata });
    expect(await removal.items.bulkRemove('Col', ['a', 'b'])).toMatchObject({ removed: 1, skipped: 1, errors: [] });
    const patched = client({ results: [result('PATCH', 'a', 0), result('PATCH', 'b', 1, 'WDE0073')], ...noMetadata });
    expect(await patched.items.bulkPatch('Col', ['a', 'b']).setField('n', 1).run()).toMatchObject({
      updatedItemIds: ['a'],
      skipped: 1,
    });
  });
});

describe('an aggregation', () => {
  it('sends filter, groups, operations and the having filter', async () => {
    const row = { _id: { state: 'NY' }, popSum: 5, at: { $date: '1970-01-01T00:00:00.000Z' } };
    const { items, requests } = client({ results: [row, { _id: { a: 1, b: 2 } }], pagingMetadata: { count: 2 } });
    const page = await items
      .aggregate('Col')
      .filter(items.filter().gt('pop', 10))
      .group('state')
      .sum('pop')
      .avg('pop', 'mean')
      .count()
      .having({ popSum: { $gt: 1 } })
      .descending('popSum')
      .limit(2)
      .run();
    expect(requests[0]).toEqual([
      'data.items.aggregate',
      {
        dataCollectionId: 'Col',
        initialFilter: { pop: { $gt: 10 } },
        aggregation: {
          groupingFields: ['state'],
          operations: [
            { resultFieldName: 'popSum', sum: { itemFieldName: 'pop' } },
            { resultFieldName: 'mean', average: { itemFieldName: 'pop' } },
            { resultFieldName: 'count', itemCount: {} },
          ],
        },
        finalFilter: { popSum: { $gt: 1 } },
        sort: [{ fieldName: 'popSum', order: 'DESC' }],
        paging: { limit: 2, offset: 0 },
      },
    ]);
    expect(page.items).toEqual([{ _id: 'NY', popSum: 5, at: new Date(0) }, { _id: { a: 1, b: 2 } }]);
  });
});

describe('references', () => {
  it('accept items or ids, single or in arrays', async () => {
    const { items, requests } = client();
    await items.insertReference('Col', 'refs', 'x', [{ _id: 'y' }, 'z']);
    await items.replaceReferences('Col', 'refs', { _id: 'x' }, 'y');
    const link = { referringItemFieldName: 'refs', referringItemId: 'x' };
    expect(requests).toEqual([
      [
        'data.references.insert',
        {
          dataCollectionId: 'Col',
          dataItemReferences: [
            { ...link, referencedItemId: 'y' },
            { ...link, referencedItemId: 'z' },
          ],
        },
      ],
      ['data.references.replace', { dataCollectionId: 'Col', ...link, newReferencedItemIds: ['y'] }],
    ]);
  });

  it('omit unreadable items and continue by cursor only', async () => {
    const unresolvedReference = { referringItemId: 'x', referencedItemId: 'z', unauthorized: true };
    const response = {
      results: [stored, { unresolvedReference }],
      pagingMetadata: { count: 2, hasNext: true, cursors: { next: 'n' } },
    };
    const { items, requests } = client(response, { results: [], pagingMetadata: { count: 0 } });
    const page = await items.queryReferenced('Col', 'x', 'refs', { order: 'desc' });
    expect(page.items).toEqual([{ _id: 'x', at: new Date(0) }]);
    await page.next();
    expect(requests.map(([, body]) => body)).toEqual([
      {
        dataCollectionId: 'Col',
        referringItemFieldName: 'refs',
        referringItemId: 'x',
        order: 'DESC',
        paging: { limit: 50, offset: 0 },
      },
      { dataCollectionId: 'Col', cursorPaging: { limit: 50, cursor: 'n' } },
    ]);
  });
});

/** The checks of specification section 5, with the codes of data contract section 6.2. */
describe('invalid arguments are rejected before any request', () => {
  const { items, requests } = client();
  const repeat = <T>(value: T): T[] => Array.from({ length: 1_001 }, () => value);
  it.each([
    ['1,001 items', 'WDE0006', () => items.bulkInsert('Col', repeat({}))],
    ['1,001 ids', 'WDE0069', () => items.bulkRemove('Col', repeat('x'))],
    ['1,001 patches', 'WDE0006', () => items.bulkPatch('Col', repeat('x'))],
    ['items that are no list', 'WDE0005', () => items.bulkSave('Col', {} as never)],
    ['an item that is not an object', 'WDE0004', () => items.save('Col', 'x' as never)],
    ['an item among several that is not an object', 'WDE0005', () => items.bulkSave('Col', ['x' as never])],
    ['ids that are no texts', 'WDE0068', () => items.bulkRemove('Col', [5 as never])],
    ['an _id that is not a string', 'WDE0007', () => items.save('Col', { _id: 5 as never })],
    ['an _id that is null', 'WDE0007', () => items.insert('Col', { _id: null as never })],
    ['a flag that is not a boolean', 'WDE0018', () => items.insert('Col', {}, { saveReferences: 'yes' as never })],
    ['a limit of references that is none', 'WDE0033', () => items.queryReferenced('Col', 'x', 'refs', { limit: 0 })],
    ['an update without _id', 'WDE0007', () => items.update('Col', {} as never)],
    ['a patch without changes', 'WDE0080', () => items.patch('Col', 'x').run()],
    ['an increment by a text', 'WDE0045', () => items.patch('Col', 'x').incrementField('n', '1' as never)],
    ['a filter set twice', 'WDE0012', () => items.aggregate('Col').filter({}).filter({})],
    ['groups set twice', 'WDE0013', () => items.aggregate('Col').group('a').group('b')],
    ['a filter that is none', 'WDE0049', () => items.asyncRemoveByFilter('Col', 'all' as never)],
    ['a regular expression', 'WDE0070', () => items.asyncRemoveByFilter('Col', { a: { $regex: '.' } })],
    ['a having filter set twice', 'WDE0012', () => items.aggregate('Col').having({}).having({})],
    ['an aggregated field that is not a string', 'WDE0044', () => items.aggregate('Col').sum(5 as never)],
    ['a reference without id', 'WDE0021', () => items.insertReference('Col', 'refs', 'x', {} as never)],
    [
      'a condition with a regular expression',
      'WDE0070',
      () => items.remove('Col', 'x', { condition: { a: { $regex: '.' } } }),
    ],
  ])('%s: %s', async (_what, code, work) => {
    expect(await codeOf(work)).toBe(code);
    expect(requests).toEqual([]);
  });
});
