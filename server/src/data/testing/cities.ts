/**
 * Fixture of the aggregation tests: a test server with a few collections, and functions for the two aggregation calls.
 */
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';

const CITIES = [
  {
    _id: 'ny',
    state: 'NY',
    city: 'New York',
    pop: 500,
    price: 0.1,
    parts: ['a', 'b'],
    made: { $date: '2024-05-06T00:00:00.000Z' },
  },
  {
    _id: 'al',
    state: 'NY',
    city: 'Albany',
    pop: 53,
    price: 0.2,
    parts: [],
    made: { $date: '2020-01-01T00:00:00.000Z' },
  },
  { _id: 'la', state: 'CA', city: 'Los Angeles', pop: 400, price: 5, parts: 'c', mayor: { name: 'Bass', age: 70 } },
  { _id: 'sf', state: 'CA', city: 'San Francisco', pop: 9, price: '5', parts: null },
  { _id: 'no', city: 'Nowhere', pop: null, tags: [{ name: 'x' }, { name: 'y' }] },
];

interface AggregateTest {
  readonly t: TestServer;
  /** Sends the aggregation call of the query builder, by default for the collection Cities and as a visitor. */
  aggregate(body: object, as?: string, dataCollectionId?: string): Promise<TestResponse>;
  /** Sends the pipeline call. `rest` contains the properties besides the stages. */
  pipeline(stages: unknown, rest?: object, as?: string, dataCollectionId?: string): Promise<TestResponse>;
}

/** Starts the server before the tests of a file and stops it afterwards. Call `server` only within tests. */
export function aggregateCalls() {
  let test: AggregateTest;
  beforeAll(async () => {
    test = await startTest();
  });
  afterAll(() => test.t.stop());
  const aggregate: AggregateTest['aggregate'] = (...call) => test.aggregate(...call);
  const pipeline: AggregateTest['pipeline'] = (...call) => test.pipeline(...call);
  return { server: () => test.t, aggregate, pipeline };
}

/**
 * Starts a server with five collections. Cities is readable by anyone. In Notes, members read only their own items; the
 * items with n = 1 and n = 2 belong to the member, the one with n = 10 to the other member. Closed is not readable.
 * Hiding has a field `secret` that only editors may read. The collection Without is like Hiding but has no field
 * `secret`.
 */
async function startTest(): Promise<AggregateTest> {
  const t = await testServer();
  const post = (path: string, as: string, body: object): Promise<TestResponse> =>
    t.call({ method: 'POST', path, as, body });
  const create = async (id: string, permissions: object, fields: object[] = []): Promise<void> => {
    const { status, text } = await post('/v2/collections', t.key, { collection: { id, permissions, fields } });
    expect(status, text).toBe(200);
  };
  const insert = async (dataCollectionId: string, items: readonly object[], as: string): Promise<void> => {
    for (const data of items) {
      const { status, text } = await post('/v2/items', as, { dataCollectionId, dataItem: { data } });
      expect(status, text).toBe(200);
    }
  };
  await create('Cities', { read: 'ANYONE' });
  await insert('Cities', CITIES, t.key);
  await create('Notes', { read: 'SITE_MEMBER_AUTHOR', insert: 'SITE_MEMBER' });
  await insert('Notes', [{ n: 1 }, { n: 2 }], t.member);
  await insert('Notes', [{ n: 10 }], t.otherMember);
  await create('Closed', { read: 'ADMIN' });
  await insert('Closed', [{ n: 1 }], t.key);
  const secret = { key: 'secret', type: 'NUMBER', access: { read: 'CMS_EDITOR' } };
  await create('Hiding', { read: 'ANYONE' }, [secret, { key: 'open', type: 'TEXT' }]);
  await create('Without', { read: 'ANYONE' }, [{ key: 'open', type: 'TEXT' }]);
  for (const [i, open] of ['x', 'y', 'x'].entries()) {
    await insert('Hiding', [{ _id: `h${i}`, open, secret: i * 7 }], t.key);
    await insert('Without', [{ _id: `h${i}`, open }], t.key);
  }
  return {
    t,
    aggregate: (body, as = t.visitor, dataCollectionId = 'Cities') =>
      post('/v2/items/aggregate', as, { dataCollectionId, ...body }),
    pipeline: (stages, rest = {}, as = t.visitor, dataCollectionId = 'Cities') =>
      post('/v2/items/aggregate-pipeline', as, { dataCollectionId, pipeline: { stages, ...rest } }),
  };
}

export async function resultsOf(response: Promise<TestResponse>): Promise<unknown> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body.results;
}

export const errorOf = (response: TestResponse): { code: string; data: { field: string } } =>
  response.body.details?.applicationError;

export const field = (fieldPath: string) => ({ fieldPath });
export const numeric = (value: number) => ({ numeric: value });
export const text = (value: string) => ({ text: value });
