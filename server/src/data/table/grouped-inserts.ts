/** Single inserts, grouped: items that arrive while one is being inserted go together in the next statement. */
import { isTimeout, isUnavailable } from '../../db/errors.ts';
import type { Db } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { NewRow } from '../values/prepare.ts';
import { shareOfPool } from './shares.ts';
import { insertGroup, insertItem } from './write-store.ts';

/** A statement that waits for another's transaction must not hold up everybody: after so long the next begins beside it. */
const PATIENCE_MS = 20;
const MOST_UNDER_WAY = 4;
const MOST_ROWS = 200;
const MOST_CHARACTERS = 4_000_000;

interface Waiting {
  readonly row: NewRow;
  readonly now: Date;
  readonly resolve: (inserted: boolean) => void;
  readonly reject: (error: unknown) => void;
}

interface Gate {
  waiting: Waiting[];
  underWay: number;
  patience: NodeJS.Timeout | undefined;
}

const gates = new WeakMap<Collection, Gate>();

/**
 * True when the id was free. Answers once the row is committed, as `insertItem` does; in a transaction, or with the
 * switch off, by `insertItem` itself.
 */
export function insertOne(ctx: SiteCtx, collection: Collection, row: NewRow): Promise<boolean> {
  const { db, now } = ctx;
  if (db.isTransaction || !ctx.env.fastPaths.groupInserts) return insertItem(db, collection, row, now);
  const gate = gates.get(collection) ?? { waiting: [], underWay: 0, patience: undefined };
  gates.set(collection, gate);
  return new Promise((resolve, reject) => {
    gate.waiting.push({ row, now, resolve, reject });
    if (gate.underWay === 0) begin(db, collection, gate);
    else wait(db, collection, gate);
  });
}

function wait(db: Db, collection: Collection, gate: Gate): void {
  if (gate.patience || gate.underWay >= MOST_UNDER_WAY) return;
  gate.patience = setTimeout(() => {
    gate.patience = undefined;
    begin(db, collection, gate);
  }, PATIENCE_MS);
}

function begin(db: Db, collection: Collection, gate: Gate): void {
  clearTimeout(gate.patience);
  gate.patience = undefined;
  const group = takeGroup(gate);
  if (group.length === 0) return;
  gate.underWay += 1;
  void withinShare(collection, group, () => insert(db, collection, group)).finally(() => {
    gate.underWay -= 1;
    if (gate.waiting.length > 0) begin(db, collection, gate);
  });
}

function takeGroup(gate: Gate): Waiting[] {
  let [rows, characters] = [0, 0];
  for (const { row } of gate.waiting) {
    characters += row.json.length;
    if (rows === MOST_ROWS || (rows > 0 && characters > MOST_CHARACTERS)) break;
    rows += 1;
  }
  return gate.waiting.splice(0, rows);
}

/** Never rejects. Where no connection is left for the table, nothing was written and each item is refused. */
const withinShare = ({ siteId, id }: Collection, group: readonly Waiting[], work: () => Promise<void>): Promise<void> =>
  shareOfPool(siteId, id, work).catch((error: unknown) => {
    for (const { reject } of group) reject(error);
  });

/** Never rejects: each of those who wait is told. */
async function insert(db: Db, collection: Collection, group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  if (group.length === 1 && first) return alone(db, collection, first);
  try {
    const inserted = await insertGroup(
      db,
      collection,
      group.map(({ row, now }) => ({ ...row, now })),
    );
    // Deleted from the set when told: of two items with one id the first has it.
    for (const { row, resolve } of group) resolve(inserted.delete(row.id));
  } catch (error) {
    // Whether it was committed is unknown then, and a write is never repeated.
    if (isUnavailable(error) || isTimeout(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    // One of them was refused, and all with it: one by one each learns its own outcome.
    for (const waiting of group) await alone(db, collection, waiting);
  }
}

async function alone(db: Db, collection: Collection, { row, now, resolve, reject }: Waiting): Promise<void> {
  await insertItem(db, collection, row, now).then(resolve, reject);
}
