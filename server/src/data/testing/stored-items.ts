/** Stores items like inserts do, for tests that compare the SQL with a plain evaluator. */
import { expect } from 'vitest';
import type { TestServer } from '../../testing/index.ts';
import type { Collection } from '../collections/collection.ts';
import { buildReach } from '../collections/reach.ts';
import { planQuery } from '../query/plan.ts';
import { UNRESTRICTED } from '../query/scope.ts';
import type { Json } from '../query/tree.ts';
import { listItems } from '../table/read-store.ts';
import { insertItems, truncateItems } from '../table/write-store.ts';
import { prepareInsert } from '../values/prepare.ts';

export interface TestItem {
  readonly id: string;
  readonly data: object;
  /** Creation date as an ISO string. */
  readonly createdDate: string;
  readonly owner: string;
}

/** Replaces all items of the collection. */
export async function replaceItems(t: TestServer, collection: Collection, items: readonly TestItem[]): Promise<void> {
  await truncateItems(t.db, collection);
  for (const [createdDate, itemsOfDate] of Map.groupBy(items, (item) => item.createdDate)) {
    const now = new Date(createdDate);
    const rows = itemsOfDate.map(({ id, data, owner }) =>
      prepareInsert(collection, { id, data: data as Record<string, unknown> }, { owner, now, maySetOwner: false }),
    );
    await insertItems(t.db, collection, rows, now);
  }
}

/** Replaces all items of the collection and returns them as stored, newest first. */
export async function storeItems(t: TestServer, collection: Collection, items: readonly TestItem[]): Promise<Json[]> {
  await replaceItems(t, collection, items);
  const plan = planQuery({ kind: 'and', parts: [] }, [], UNRESTRICTED, { limit: 1_000 });
  const all = await listItems(t.db, buildReach(t.ctx, collection, null), plan, []);
  expect(all.length).toBe(items.length);
  return all.map((row) => JSON.parse(row.data) as Json);
}

/** Returns every character that PostgreSQL can store in a text. */
export const listCharacters = (): string[] =>
  Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
