/** Groups inserts of single items: those that arrive during an insert share the next statement. */
import { isTimeout, isUnavailable } from '../../db/errors.ts';
import type { Db } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { NewRow } from '../values/prepare.ts';
import { withPoolShare } from './shares.ts';
import { insertGroup, insertItem } from './write-store.ts';

/**
 * Maximum wait in milliseconds for the running statement. After it, the next statement starts concurrently, so that a
 * statement blocked by another transaction does not delay other inserts.
 */
const MAX_WAIT_MS = 20;
const MAX_CONCURRENT = 4;
const MAX_ROWS = 200;
const MAX_CHARACTERS = 4_000_000;

interface WaitingInsert {
  readonly row: NewRow;
  readonly now: Date;
  readonly resolve: (inserted: boolean) => void;
  readonly reject: (error: unknown) => void;
}

interface InsertQueue {
  waiting: WaitingInsert[];
  running: number;
  timer: NodeJS.Timeout | undefined;
}

const queues = new WeakMap<Collection, InsertQueue>();

/**
 * Inserts an item. Resolves with true when the insert is committed, or with false if the id exists. The insert is not
 * grouped in a transaction or if PORTICO_GROUP_INSERTS is off.
 */
export function insertOne(ctx: SiteCtx, collection: Collection, row: NewRow): Promise<boolean> {
  const { db, now } = ctx;
  if (db.isTransaction || !ctx.env.fastPaths.groupInserts) return insertItem(db, collection, row, now);
  const queue = queues.get(collection) ?? { waiting: [], running: 0, timer: undefined };
  queues.set(collection, queue);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ row, now, resolve, reject });
    if (queue.running === 0) startGroup(db, collection, queue);
    else startLater(db, collection, queue);
  });
}

function startLater(db: Db, collection: Collection, queue: InsertQueue): void {
  if (queue.timer || queue.running >= MAX_CONCURRENT) return;
  queue.timer = setTimeout(() => {
    queue.timer = undefined;
    startGroup(db, collection, queue);
  }, MAX_WAIT_MS);
}

function startGroup(db: Db, collection: Collection, queue: InsertQueue): void {
  clearTimeout(queue.timer);
  queue.timer = undefined;
  const group = takeGroup(queue);
  if (group.length === 0) return;
  queue.running += 1;
  void withinShare(collection, group, () => insert(db, collection, group)).finally(() => {
    queue.running -= 1;
    if (queue.waiting.length > 0) startGroup(db, collection, queue);
  });
}

function takeGroup(queue: InsertQueue): WaitingInsert[] {
  let [rows, characters] = [0, 0];
  for (const { row } of queue.waiting) {
    characters += row.json.length;
    if (rows === MAX_ROWS || (rows > 0 && characters > MAX_CHARACTERS)) break;
    rows += 1;
  }
  return queue.waiting.splice(0, rows);
}

/**
 * Runs the insert of a group as soon as the table and the site are below their connection limits (shares.ts). Never
 * rejects: if the wait takes too long, every insert of the group fails.
 */
const withinShare = (
  { siteId, id }: Collection,
  group: readonly WaitingInsert[],
  work: () => Promise<void>,
): Promise<void> =>
  withPoolShare(siteId, id, work).catch((error: unknown) => {
    for (const { reject } of group) reject(error);
  });

/** Runs one statement for the group. Never rejects; errors reject the waiting inserts. */
async function insert(db: Db, collection: Collection, group: readonly WaitingInsert[]): Promise<void> {
  const [first] = group;
  if (group.length === 1 && first) return insertSeparately(db, collection, first);
  try {
    const inserted = await insertGroup(
      db,
      collection,
      group.map(({ row, now }) => ({ ...row, now })),
    );
    // `delete` returns true only once: of two items with the same id, the first was inserted.
    for (const { row, resolve } of group) resolve(inserted.delete(row.id));
  } catch (error) {
    // It is unknown whether the statement was committed, so the insert must not be repeated.
    if (isUnavailable(error) || isTimeout(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    // An invalid row made the statement fail. The items are inserted one by one, so that each gets its own outcome.
    for (const waiting of group) await insertSeparately(db, collection, waiting);
  }
}

async function insertSeparately(
  db: Db,
  collection: Collection,
  { row, now, resolve, reject }: WaitingInsert,
): Promise<void> {
  await insertItem(db, collection, row, now).then(resolve, reject);
}
