/** Reading and writing items. */
import { randomUUID } from 'node:crypto';

import { post, random, type Workload } from './workload.ts';

export const READ = 'bench-read';
export const WRITE = 'bench-write';
export const BULK = 'bench-bulk';
const CATEGORIES = 20;
const PAGE = 50;
const BULK_SIZE = 1_000;

export const dataWorkloads: readonly Workload[] = [
  {
    name: 'get',
    title: 'get by id',
    connections: 32,
    request(side, { rows, visitor }) {
      const id = idOf(random(rows));
      if (side === 'reference') return { method: 'GET', path: `/items/${id}` };
      return { method: 'GET', path: `/v2/items/${id}?dataCollectionId=${READ}`, headers: { authorization: visitor } };
    },
    answers: (body) => body.includes('"title"'),
  },
  page('page', 'filter, newest first', '_createdDate'),
  page('sort', 'filter, sort by a field', 'price'),
  {
    name: 'insert',
    title: 'insert one',
    connections: 32,
    request(side, { visitor }) {
      const data = itemOf(random(1_000_000));
      if (side === 'reference') return post('/items', { _id: randomUUID(), ...data });
      return post('/v2/items', { dataCollectionId: WRITE, dataItem: { data } }, visitor);
    },
    answers: (body) => body.includes('"title"'),
  },
  {
    name: 'bulk',
    title: `bulk insert of ${BULK_SIZE.toLocaleString('en')}`,
    connections: 4,
    request(side, { visitor }) {
      const items = Array.from({ length: BULK_SIZE }, (_, n) => itemOf(n));
      if (side === 'reference')
        return post(
          '/bulk',
          items.map((data) => ({ _id: randomUUID(), ...data })),
        );
      return post(
        '/v2/bulk/items/insert',
        { dataCollectionId: BULK, dataItems: items.map((data) => ({ data })) },
        visitor,
      );
    },
    answers: (body) => body.includes(`"totalSuccesses":${BULK_SIZE}`),
  },
];

/** A page of one category. The creation date has an index on both sides, the price on neither. */
function page(name: 'page' | 'sort', title: string, fieldName: string): Workload {
  return {
    name,
    title: `page of ${PAGE}: ${title}`,
    connections: 32,
    request(side, { visitor }) {
      const category = `category ${random(CATEGORIES)}`;
      if (side === 'reference') return { method: 'GET', path: `/${name}?category=${encodeURIComponent(category)}` };
      const query = { filter: { category }, sort: [{ fieldName, order: 'DESC' }], paging: { limit: PAGE } };
      return post('/v2/items/query', { dataCollectionId: READ, query }, visitor);
    },
    answers: (body) => body.split('"title"').length === PAGE + 1,
  };
}

/** The n-th id of the read collection, in the form of a UUID. */
export const idOf = (n: number): string =>
  `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0').split('').reverse().join('')}`;

/** The n-th item: title, price, category of 20, tags, published, createdAt, author. */
export function itemOf(n: number): Record<string, unknown> {
  // A step that shares no factor with the range visits every price before one comes again.
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
