/** Reads of single items, gathered: those that come in one turn of the event loop become one statement. */

import { isTimeout } from '../../db/errors.ts';
import type { PointReader } from '../../db/point-reads.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import type { Params } from '../query/params.ts';
import { planFilter } from '../query/plan.ts';
import { matchAll } from '../query/tree.ts';
import { findItem } from './read-store.ts';
import { shareOfPool } from './shares.ts';
import { type ItemRow, source, visible } from './statement.ts';

/** statements under way for one table; what comes meanwhile is gathered for the next */
const MOST_UNDER_WAY = 2;
const MOST_IDS = 500;

interface Row extends ItemRow {
  readonly owner: string;
}

interface Waiting {
  readonly id: string;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Gate {
  waiting: Waiting[];
  underWay: number;
  scheduled: boolean;
}

/** By collection as it is remembered, so that a changed one begins anew, and by what is hidden from the caller. */
const gates = new WeakMap<Collection, Map<string, Gate>>();

/** The item that the caller may see, as `findItem` finds it; in a transaction by `findItem` itself. */
export async function getItemById(ctx: SiteCtx, reach: Reach, id: string): Promise<ItemRow | undefined> {
  const { points } = ctx.env.lanes;
  const find = () => findItem(ctx.db, reach, id, planFilter(matchAll, reach));
  if (ctx.db.isTransaction) return find();
  const alone = () => shareOfPool(ctx.site.id, reach.collection.id, find);
  if (!points || isHeldUp(reach.collection)) return alone();
  try {
    const row = await gathered(points, reach, id);
    // The statement is the same for all callers; whose row it is decides here, for each of them.
    return row && (reach.owner === null || row.owner === reach.owner) ? row : undefined;
  } catch {
    // The shared connection was lost, or a lock holds it up: a read can be done again, on one of its own.
    return alone();
  }
}

/** After a read has waited for a lock in vain, the others of the table stay away from the shared connection for a while. */
const STAY_AWAY_MS = 5_000;
const heldUpUntil = new WeakMap<Collection, number>();
const isHeldUp = (collection: Collection): boolean => performance.now() < (heldUpUntil.get(collection) ?? 0);

function gathered(points: PointReader, { collection, hidden }: Reach, id: string): Promise<Row | undefined> {
  const gate = gateOf(collection, hidden);
  return new Promise((resolve, reject) => {
    gate.waiting.push({ id, resolve, reject });
    schedule(gate, () => read(points, collection, hidden, gate));
  });
}

function gateOf(collection: Collection, hidden: readonly string[]): Gate {
  const ofCollection = gates.get(collection) ?? new Map<string, Gate>();
  gates.set(collection, ofCollection);
  const key = hidden.length === 0 ? '' : JSON.stringify(hidden);
  const gate = ofCollection.get(key) ?? { waiting: [], underWay: 0, scheduled: false };
  ofCollection.set(key, gate);
  return gate;
}

function schedule(gate: Gate, next: () => Promise<void>): void {
  if (gate.scheduled || gate.underWay >= MOST_UNDER_WAY) return;
  gate.scheduled = true;
  setImmediate(() => {
    gate.scheduled = false;
    if (gate.waiting.length === 0) return;
    gate.underWay += 1;
    void next().finally(() => {
      gate.underWay -= 1;
      if (gate.waiting.length > 0) schedule(gate, next);
    });
  });
}

/** Never rejects: each of those who wait is told. */
async function read(points: PointReader, collection: Collection, hidden: readonly string[], gate: Gate): Promise<void> {
  const batch = gate.waiting.splice(0, MOST_IDS);
  try {
    const params: Params = [[...new Set(batch.map(({ id }) => id))]];
    const rows = await points.read<Row>(
      `select id, owner, ${visible(hidden, params)} as data from ${source(collection)} where id = any($1::text[])`,
      params,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, resolve } of batch) resolve(byId.get(id));
  } catch (error) {
    if (isTimeout(error)) heldUpUntil.set(collection, performance.now() + STAY_AWAY_MS);
    for (const { reject } of batch) reject(error);
  }
}
