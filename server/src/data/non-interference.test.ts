/**
 * Tests that invisible data does not change any response. Two worlds that differ only in hidden fields, items of other
 * owners and closed collections get the same requests, and their responses must be equal to the last character.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../testing/index.ts';
import { OPEN } from './testing/item-calls.ts';

let t: TestServer;
const AUTHOR = 'SITE_MEMBER_AUTHOR';
const multiReferenceTo = (referencedCollectionId: string) => ({
  type: 'MULTI_REFERENCE',
  typeMetadata: { multiReference: { referencedCollectionId } },
});
const referenceTo = (referencedCollectionId: string) => ({
  type: 'REFERENCE',
  typeMetadata: { reference: { referencedCollectionId } },
});
const HIDDEN = { access: { read: 'PRIVILEGED' } };

/** `Open` hides the field `pin`, `Own` shows everyone only their own rows, and `Shut` is not readable. */
const COLLECTIONS = [
  { id: 'Shut', fields: [], permissions: {} },
  {
    id: 'Own',
    fields: [{ key: 'n', type: 'NUMBER' }],
    permissions: { read: AUTHOR, insert: AUTHOR, update: AUTHOR, remove: AUTHOR },
  },
  {
    id: 'Open',
    validated: true,
    fields: [
      { key: 'n', type: 'NUMBER' },
      { key: 'pin', type: 'ANY', stringLengthRange: { maxLength: 6 }, ...HIDDEN },
      { key: 'pins', ...multiReferenceTo('Open'), ...HIDDEN },
      { key: 'own', ...referenceTo('Own') },
      { key: 'owns', ...multiReferenceTo('Own') },
      { key: 'shut', ...referenceTo('Shut') },
      { key: 'shuts', ...multiReferenceTo('Shut') },
    ],
    permissions: OPEN,
  },
];

/** The secrets of the two worlds: values of every type, and more rows of other owners in the second. */
const WORLDS = [
  { pins: [7, 'zebra', [1, 2], { a: 1 }, null], others: 2, note: 'alpha', linked: ['1', '2'] },
  {
    pins: ['monkey', { $date: '2020-01-01T00:00:00.000Z' }, 'x', [{ a: 'y' }], 3.5],
    others: 5,
    note: ['beta'],
    linked: ['3'],
  },
] as const;
type World = (typeof WORLDS)[number];

beforeAll(async () => {
  t = await testServer();
  for (const collection of COLLECTIONS) expect((await post('collections', { collection }, t.key)).status).toBe(200);
});
afterAll(() => t.stop());

const post = (path: string, body: object, as: string) => t.call({ method: 'POST', path: `/v2/${path}`, as, body });

async function build({ pins, others, note, linked }: World): Promise<void> {
  for (const dataCollectionId of ['Open', 'Own', 'Shut'])
    expect((await post('items/truncate', { dataCollectionId }, t.key)).status).toBe(200);
  await store('Shut', [{ _id: 'shut', note }]);
  const foreign = Array.from({ length: others }, (_, i) => ({ _id: `other${i}`, n: i, pin: note, _owner: 'somebody' }));
  const memberItems = ['mine1', 'mine2'].map((_id, n) => ({ _id, n, _owner: t.memberId }));
  await store('Own', [...memberItems, ...foreign]);
  const links = { own: 'other0', owns: ['mine1', 'other1'], shut: 'shut', shuts: ['shut'] };
  await store(
    'Open',
    pins.map((pin, i) => ({ _id: String(i), n: i, title: 'one two', pin, pins: linked, ...links })),
  );
  // The stored values violate the declaration. Validation must not reveal them either.
  await declarePin({});
  for (const _id of ['0', '1']) await patchPin(_id, typeof note === 'string' ? 'far too long' : [note, note]);
  await declarePin({ stringLengthRange: { maxLength: 6 } });
}

async function store(dataCollectionId: string, items: readonly object[]): Promise<void> {
  const dataItems = items.map((data) => ({ data }));
  const { body } = await post('bulk/items/insert', { dataCollectionId, dataItems, saveReferences: true }, t.key);
  expect(body.bulkActionMetadata.totalFailures).toBe(0);
}

async function declarePin(declaration: object): Promise<void> {
  const field = { key: 'pin', type: 'ANY', ...declaration };
  await post('collections/update-field', { dataCollectionId: 'Open', field }, t.key);
}

async function patchPin(dataItemId: string, value: unknown): Promise<void> {
  const fieldModifications = [{ action: 'SET_FIELD', fieldPath: 'pin', setFieldOptions: { value } }];
  const patch = { dataItemId, fieldModifications };
  expect((await post('items/patch', { dataCollectionId: 'Open', patch }, t.key)).status).toBe(200);
}

/** Conditions on a field, one of each kind. */
const conditionsOn = (field: string): object[] => [
  { [field]: 7 },
  { [field]: 'x' },
  { [field]: null },
  { [field]: { $ne: 7 } },
  { [field]: { $gt: 3 } },
  { [field]: { $lt: 'n' } },
  { [field]: { $lte: { $date: '2024-01-01T00:00:00.000Z' } } },
  { [field]: { $in: [7, 'x', 3.5, '1'] } },
  { [field]: { $nin: [7, 'x', 3.5, '1'] } },
  { [field]: { $hasSome: [1, '1'] } },
  { [field]: { $hasAll: ['1', '2'] } },
  { [field]: { $contains: 'e' } },
  { [field]: { $startsWith: 'z' } },
  { [field]: { $exists: true } },
  { [field]: { $isEmpty: true } },
  { [field]: { $matches: { ignoreCase: true, spec: [{ type: 'literal', value: 'ZEBRA' }] } } },
  { [`${field}.a`]: { $gte: 1 } },
  { $or: [{ [field]: 7 }, { n: 2 }] },
  { $not: [{ [field]: { $gt: 3 } }] },
];

const FIELDS = ['pin', 'pins', 'own.n', 'shut.note', 'owns.n'];

/** A probe that builds the world again instead of sending a request. */
const REBUILD = 'rebuild';

type Probe = readonly [path: string, body: object];

function reads(dataCollectionId: string, field: string): Probe[] {
  const sort = [{ fieldName: field, order: 'DESC' }, { fieldName: '_id' }];
  const byId = [{ fieldName: '_id' }];
  const total = { returnTotalCount: true };
  const filterProbes = conditionsOn(field).flatMap((filter): Probe[] => [
    ['items/query', { query: { filter, sort: byId, paging: { limit: 1 } }, ...total }],
    ['items/count', { filter }],
    ['items/query-distinct-values', { fieldName: 'n', filter, ...total }],
    ['items/search', { search: { filter, sort: byId, search: { expression: 'one' } }, ...total }],
    [
      'items/aggregate',
      { initialFilter: filter, aggregation: { operations: [{ resultFieldName: 'c', itemCount: {} }] } },
    ],
    ['items/aggregate-pipeline', { pipeline: { stages: [{ filter }, { sort: { values: byId } }] } }],
  ]);
  const pipelineOf = (...stages: object[]): Probe => ['items/aggregate-pipeline', { pipeline: { stages }, ...total }];
  const operand = { expression: { fieldPath: field } };
  const named = { resultFieldName: 'r' };
  const all: Probe[] = [
    ...filterProbes,
    ['items/query', { query: { sort, paging: { limit: 2 } } }],
    ['items/query', { query: { sort: byId, fields: [field, 'n'] } }],
    ['items/query', { query: { paging: { limit: 2 } }, sortMode: 'RANDOM', randomOptions: { seed: 3 } }],
    ['items/query', { query: { sort: byId }, includeReferences: [{ field: field.split('.')[0] }] }],
    ['items/query-distinct-values', { fieldName: field, ...total }],
    ['items/aggregate', { aggregation: { groupingFields: [field] } }],
    ...['sum', 'average', 'min', 'max'].map((name): Probe => {
      const operations = [{ ...named, [name]: { itemFieldName: field } }];
      return ['items/aggregate', { aggregation: { operations }, finalFilter: { r: { $gt: 0 } } }];
    }),
    ['items/aggregate', { aggregation: { groupingFields: ['n'] }, sort: [{ fieldName: field }] }],
    pipelineOf({
      group: {
        groupIds: [{ ...operand, key: 'k' }],
        accumulators: [{ sum: { expression: { numeric: 1 } }, ...named }],
      },
    }),
    ...['push', 'first', 'last', 'min', 'max', 'sum', 'avg'].map((name) =>
      pipelineOf(
        { sort: { values: byId } },
        { group: { groupIds: [], accumulators: [{ [name]: operand, ...named }] } },
      ),
    ),
    pipelineOf({ unwindArray: { arrayFieldName: field } }, { sort: { values: byId } }),
    pipelineOf({ objectToArray: { objectFieldName: field, destinationFieldName: 'o' } }, { sort: { values: byId } }),
    pipelineOf({ sort: { values: sort } }, { limit: 1 }, { projection: { fields: [{ include: { fieldName: 'n' } }] } }),
    pipelineOf(
      { sort: { values: byId } },
      {
        projection: {
          fields: [{ reshape: { ...named, expression: { length: { expression: { stringify: operand } } } } }],
        },
      },
    ),
    ...['zebra', 'monkey', 'zebro', 'alpha', 'beta'].flatMap((expression): Probe[] => [
      ['items/search', { search: { search: { expression, fuzzy: true } }, ...total }],
      ['items/search', { search: { search: { expression, fields: [field] }, sort } }],
    ]),
  ];
  return all.map(([path, body]) => [path, { dataCollectionId, ...body }]);
}

const change = (action: string, fieldPath: string, value?: unknown) => {
  const option = action.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { action, fieldPath, ...(value === undefined ? {} : { [`${option}Options`]: { value } }) };
};

const patches = [
  [change('SET_FIELD', 'n', 9)],
  [{ action: 'INCREMENT_FIELD', fieldPath: 'pin', incrementFieldOptions: { value: 1 } }],
  [{ action: 'APPEND_TO_ARRAY', fieldPath: 'pin', appendToArrayOptions: { value: 1 } }],
  [{ action: 'REMOVE_FROM_ARRAY', fieldPath: 'pin', removeFromArrayOptions: { value: 1 } }],
  [change('SET_FIELD', 'pin.a.b', 1)],
  [change('REMOVE_FIELD', 'pin.a')],
  [{ action: 'APPEND_TO_ARRAY', fieldPath: 'pins', appendToArrayOptions: { value: '2' } }],
  [{ action: 'REMOVE_FROM_ARRAY', fieldPath: 'pins', removeFromArrayOptions: { value: '2' } }],
];

function writes(dataCollectionId: string, ids: readonly string[]): Probe[] {
  const returnEntity = true;
  const filters = [undefined, ...conditionsOn('pin').slice(0, 8), ...conditionsOn('pins').slice(7, 12)];
  const probes = filters.flatMap((filter): Probe[] => {
    const more = filter ? { condition: { filter } } : {};
    const data = { n: 5, title: 'one' };
    return [
      [REBUILD, {}],
      ...ids.flatMap((id): Probe[] => [
        ['items/update', { dataItem: { id, data }, ...more }],
        ...patches.map(
          (fieldModifications): Probe => ['items/patch', { patch: { dataItemId: id, fieldModifications }, ...more }],
        ),
      ]),
      ['bulk/items/update', { dataItems: ids.map((id) => ({ id, data })), returnEntity, ...more }],
      ...patches.map((fieldModifications): Probe => {
        const each = ids.map((dataItemId) => ({ dataItemId, fieldModifications }));
        return ['bulk/items/patch', { patches: each, returnEntity, ...more }];
      }),
      ['jobs', { path: 'patch', filter: filter ?? {}, fieldModifications: patches[0] }],
      ['bulk/items/remove', { dataItemIds: ids.slice(1), returnEntity, ...more }],
      ['jobs', { path: 'remove', filter: filter ?? {} }],
    ];
  });
  const saves: Probe[] = [
    [REBUILD, {}],
    ...ids.map((id) => ['items/save', { dataItem: { id, data: { n: 1 } } }] as const),
  ];
  return [...probes, ...saves].map(([path, body]) => [path, { dataCollectionId, ...body }]);
}

const referenceProbes = (dataCollectionId: string, ids: readonly string[], fields: readonly string[]): Probe[] =>
  fields.flatMap((referringItemFieldName) =>
    ids.flatMap((referringItemId): Probe[] => {
      const one = { dataCollectionId, referringItemFieldName, referringItemId };
      const link = { referringItemFieldName, referringItemId, referencedItemId: '1' };
      return [
        ...['1', '3', 'mine1', 'other1', 'shut'].map(
          (referencedItemId): Probe => ['items/is-referenced', { ...one, referencedItemId }],
        ),
        ['items/query-referenced', { ...one, paging: { limit: 50, offset: 0 }, returnTotalCount: true }],
        ['bulk/items/insert-references', { dataCollectionId, dataItemReferences: [link] }],
        ['bulk/items/remove-references', { dataCollectionId, dataItemReferences: [link] }],
      ];
    }),
  );

const OWN = ['mine1', 'mine2', 'other0', 'nobody'];

describe.each(['a visitor', 'a member'])('%s gets no information', (who) => {
  const tokenOf = () => (who === 'a visitor' ? t.visitor : t.member);

  it.each<[string, () => Probe[]]>([
    ['by reading where a field is hidden', () => FIELDS.flatMap((field) => reads('Open', field))],
    ['by reading where rows are of others', () => ['n', 'pin', '_owner'].flatMap((field) => reads('Own', field))],
    ['by reading references', () => referenceProbes('Open', ['0', '1', 'gone'], ['pins', 'owns', 'shuts'])],
    ['by writing where a field is hidden', () => writes('Open', ['0', '1', '2', 'gone'])],
    ['by writing where rows are of others', () => writes('Own', OWN)],
  ])('%s', async (_, probes) => {
    const [one, other] = await responsesTo(probes(), tokenOf());
    expect(one.length).toBeGreaterThan(20);
    expect(other).toEqual(one);
  });
});

it.each(FIELDS)('the worlds differ for a caller who may read %s', async (field) => {
  const [one, other] = await responsesTo(reads('Open', field), t.key);
  expect(one.filter((text, i) => text !== other[i]).length).toBeGreaterThan(10);
});

/** Returns the responses of each world. */
async function responsesTo(probes: readonly Probe[], as: string): Promise<[string[], string[]]> {
  const responses: [string[], string[]] = [[], []];
  for (const [i, world] of WORLDS.entries()) {
    await build(world);
    for (const [path, body] of probes) {
      if (path === REBUILD) await build(world);
      else responses[i]?.push(`${path} ${JSON.stringify(body)} → ${await send(path, body, as)}`);
    }
  }
  return responses;
}

async function send(path: string, body: object, as: string): Promise<string> {
  if (path !== 'jobs') return normalize(await post(path, body, as));
  const { path: kind, ...rest } = body as { path: string };
  const started = await post(`bulk/items/async-${kind}-by-filter`, rest, as);
  if (started.status !== 200) return normalize(started);
  const { jobId } = started.body;
  for (;;) {
    const response = await t.call({ method: 'GET', path: `/v2/async-jobs/${jobId}/status?jobId=${jobId}`, as });
    if (response.body.status === 'SUCCEEDED' || response.body.status === 'FAILED') return normalize(response);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns the response without values that differ in every call, and with decoded cursors. */
function normalize({ status, text }: TestResponse): string {
  const body = JSON.stringify(JSON.parse(text), (key, value) => {
    if (key === '_createdDate' || key === '_updatedDate' || key === 'requestId') return null;
    const isCursor = (key === 'next' || key === 'prev') && typeof value === 'string';
    return isCursor ? Buffer.from(value, 'base64url').subarray(16).toString('latin1') : value;
  });
  return `${status} ${body}`;
}
