import { AppError } from '../../kernel/app-error.ts';
import { callerId } from '../../kernel/caller.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, Layout, SchemaChange } from '../collections/collection.ts';
import { unpromote } from '../indexes/layout.ts';
import { startJob } from '../jobs/worker.ts';
import type { NewChange } from './plan-change.ts';
import { insertChange } from './store.ts';

/** every read composes them until the job is done */
const MOST_PENDING = 30;

/**
 * Begins changes of stored values, in the transaction that holds the collection's row and writes its definition: each
 * gets its number, columns and indexes on its field give way, and a job will bring every item through.
 * @returns what to store with the definition
 * @throws AppError WDE0080 where too many changes are under way
 */
export async function beginChanges(
  ctx: SiteCtx,
  collection: Collection,
  changes: readonly NewChange[],
): Promise<{ layout: Layout; shape: number; numbered: readonly SchemaChange[] }> {
  if (collection.pending.length + changes.length > MOST_PENDING)
    throw new AppError('WDE0080', { reason: 'too many changes of fields are under way: wait until they are done' });
  let { layout, shape } = collection;
  const numbered: SchemaChange[] = [];
  for (const change of changes) {
    shape += 1;
    const [number, who] = [shape, { actor: callerId(ctx.caller) ?? '', now: ctx.now }];
    numbered.push({ ...change, number });
    await insertChange(ctx.db, collection, { ...change, number }, who);
    layout = await freed(ctx, { ...collection, layout }, change);
  }
  if (changes.length > 0) await startJob(ctx, collection, 'RESHAPE', { number: shape });
  return { layout, shape, numbered };
}

/** Columns hold values in one shape: they come back, under the new name, once every row has it. */
async function freed(ctx: SiteCtx, collection: Collection, change: NewChange): Promise<Layout> {
  const { from, to } = move(change);
  const isOn = (path: readonly string[]) => path[0] === from || path[0] === to;
  const { columns } = collection.layout;
  const paths = columns.map(({ path }) => path).filter(isOn);
  let { layout } = collection;
  for (const key of new Set([from, to ?? from])) {
    const how = to === null ? 'dropped' : key === from && to !== from ? { renamedTo: to } : 'retyped';
    layout = { ...layout, ...(await unpromote(ctx, { ...collection, layout }, key, how)) };
  }
  const renamed = (path: readonly string[]) => (path[0] === from ? [to as string, ...path.slice(1)] : path);
  const waiting = [...layout.waiting, ...paths].filter((path) => to !== null || path[0] !== from).map(renamed);
  const distinct = new Map(waiting.map((path) => [path.join('.'), path]));
  return { ...layout, waiting: [...distinct.values()] };
}

/** From which key to which the values go; null: away. */
function move({ kind, field, to, undoes }: NewChange): { from: string; to: string | null } {
  if (undoes) {
    const done = move(undoes);
    return { from: done.to ?? done.from, to: done.from };
  }
  return { from: field, to: kind === 'DROP' ? null : (to ?? field) };
}
