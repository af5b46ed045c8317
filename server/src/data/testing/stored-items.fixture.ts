/** Items written as inserts write them, for tests that hold the SQL against a plain evaluator. */
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

export interface MadeItem {
  readonly id: string;
  readonly data: object;
  /** when, as an ISO text */
  readonly made: string;
  readonly owner: string;
}

/** Puts these in place of all items of the collection. */
export async function replaceItems(t: TestServer, collection: Collection, items: readonly MadeItem[]): Promise<void> {
  await truncateItems(t.db, collection);
  for (const [made, together] of Map.groupBy(items, (item) => item.made)) {
    const now = new Date(made);
    const rows = together.map(({ id, data, owner }) =>
      prepareInsert(collection, { id, data: data as Record<string, unknown> }, { owner, now, maySetOwner: false }),
    );
    await insertItems(t.db, collection, rows, now);
  }
}

/** Does that, and reads back what PostgreSQL made of them, newest first. */
export async function storedItems(t: TestServer, collection: Collection, items: readonly MadeItem[]): Promise<Json[]> {
  await replaceItems(t, collection, items);
  const plan = planQuery({ kind: 'and', parts: [] }, [], UNRESTRICTED, { limit: 1_000 });
  const all = await listItems(t.db, buildReach(t.ctx, collection, null), plan, []);
  expect(all.length).toBe(items.length);
  return all.map((row) => JSON.parse(row.data) as Json);
}

/** Every character that a text of PostgreSQL can hold. */
export const everyCharacter = (): string[] =>
  Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
