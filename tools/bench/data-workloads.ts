/** Workloads that read and write items. */
import { randomUUID } from 'node:crypto';

import { oneOf, post, type Request, random, type Side, type Workload } from './workload.ts';

export const READ_COLLECTION = 'bench-read';
export const WRITE_COLLECTION = 'bench-write';
export const BULK_COLLECTION = 'bench-bulk';
/** A collection whose items only their authors may read. */
export const AUTHORED_COLLECTION = 'bench-authored';
export const AUTHORS = 20;
export const MAX_AUTHORED_ITEMS = 100_000;
const CATEGORIES = 20;
const PAGE = 50;
const BULK_SIZE = 1_000;

export const dataWorkloads: readonly Workload[] = [
  {
    name: 'get',
    title: 'get by id',
    connections: 32,
    request: (side, { rows, visitor }) => getRequest(side, idOf(random(rows)), READ_COLLECTION, visitor),
    isCorrect: (body) => body.includes('"title"'),
  },
  {
    name: 'author-get',
    title: 'get by id, an author',
    connections: 32,
    request(side, { authored, members }) {
      const n = random(authored);
      return getRequest(side, idOf(n), AUTHORED_COLLECTION, authorOf(members, n)?.accessToken);
    },
    isCorrect: (body) => body.includes('"title"'),
  },
  page('page', 'filter, newest first', '_createdDate'),
  page('sort', 'filter, sort by an indexed field', 'price'),
  page('scan', 'filter, sort by a field without an index', 'createdAt'),
  {
    name: 'author-page',
    title: `page of ${PAGE}: an author's own, newest first`,
    connections: 32,
    request(side, { members }) {
      const author = oneOf(members.slice(0, AUTHORS));
      if (side === 'reference') return { method: 'GET', path: `/own?owner=${author?.id}` };
      const query = { paging: { limit: PAGE } };
      return post('/v2/items/query', { dataCollectionId: AUTHORED_COLLECTION, query }, author?.accessToken);
    },
    isCorrect: (body) => body.split('"title"').length === PAGE + 1,
  },
  {
    name: 'count',
    title: 'count of one category of 20, indexed',
    connections: 8,
    request(side, { visitor }) {
      const category = `category ${random(CATEGORIES)}`;
      if (side === 'reference') return { method: 'GET', path: `/count?category=${encodeURIComponent(category)}` };
      return post('/v2/items/count', { dataCollectionId: READ_COLLECTION, filter: { category } }, visitor);
    },
    isCorrect: (body) => /ount"? ?: ?\d+/.test(body),
  },
  {
    name: 'group',
    title: 'average price of each category',
    connections: 4,
    request(side, { visitor }) {
      if (side === 'reference') return { method: 'GET', path: '/group?category=' };
      const aggregation = {
        groupingFields: ['category'],
        operations: [{ resultFieldName: 'average', average: { itemFieldName: 'price' } }],
      };
      return post('/v2/items/aggregate', { dataCollectionId: READ_COLLECTION, aggregation }, visitor);
    },
    isCorrect: (body) => body.split('"average"').length === CATEGORIES + 1,
  },
  {
    name: 'insert',
    title: 'insert one',
    connections: 32,
    request(side, { visitor }) {
      const data = itemOf(random(1_000_000));
      if (side === 'reference') return post('/items', { _id: randomUUID(), ...data });
      return post('/v2/items', { dataCollectionId: WRITE_COLLECTION, dataItem: { data } }, visitor);
    },
    isCorrect: (body) => body.includes('"title"'),
  },
  {
    name: 'bulk',
    title: `bulk insert of ${BULK_SIZE.toLocaleString('en')}`,
    connections: 4,
    startsIndexing: true,
    request(side, { visitor }) {
      const items = Array.from({ length: BULK_SIZE }, (_, n) => itemOf(n));
      if (side === 'reference')
        return post(
          '/bulk',
          items.map((data) => ({ _id: randomUUID(), ...data })),
        );
      return post(
        '/v2/bulk/items/insert',
        { dataCollectionId: BULK_COLLECTION, dataItems: items.map((data) => ({ data })) },
        visitor,
      );
    },
    isCorrect: (body) => body.includes(`"totalSuccesses":${BULK_SIZE}`),
  },
];

function getRequest(side: Side, id: string, collection: string, authorization = ''): Request {
  if (side === 'reference') return { method: 'GET', path: `/items/${id}` };
  return { method: 'GET', path: `/v2/items/${id}?dataCollectionId=${collection}`, headers: { authorization } };
}

/**
 * Reads a page of items of one category. Portico and the reference both have indexes on the creation
 * date, and on the price within a category.
 */
function page(name: 'page' | 'sort' | 'scan', title: string, fieldName: string): Workload {
  return {
    name,
    title: `page of ${PAGE}: ${title}`,
    connections: name === 'scan' ? 4 : 32,
    request(side, { visitor }) {
      const category = `category ${random(CATEGORIES)}`;
      if (side === 'reference') return { method: 'GET', path: `/${name}?category=${encodeURIComponent(category)}` };
      const query = { filter: { category }, sort: [{ fieldName, order: 'DESC' }], paging: { limit: PAGE } };
      return post('/v2/items/query', { dataCollectionId: READ_COLLECTION, query }, visitor);
    },
    isCorrect: (body) => body.split('"title"').length === PAGE + 1,
  };
}

/** Returns the author of the n-th item in AUTHORED_COLLECTION. */
export const authorOf = <Member>(members: readonly Member[], n: number): Member | undefined => members[n % AUTHORS];

/** Returns the n-th id of READ_COLLECTION in the format of a UUID. */
export const idOf = (n: number): string =>
  `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0').split('').reverse().join('')}`;

/** Returns the n-th item. */
export function itemOf(n: number): Record<string, unknown> {
  // The factor is coprime to the range, so no price occurs twice before all have occurred.
  const price = ((n * 7_919) % 1_000_000) / 100;
  return {
    title: `Item number ${n} with a title of common length`,
    price,
    category: `category ${n % CATEGORIES}`,
    tags: [`tag ${n % 7}`, `tag ${n % 11}`, `tag ${n % 13}`],
    published: n % 3 !== 0,
    createdAt: new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString(),
    author: `author ${n % 500}`,
  };
}
