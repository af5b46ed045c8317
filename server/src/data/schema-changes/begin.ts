import { AppError } from '../../kernel/app-error.ts';
import { callerId } from '../../kernel/caller.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, Layout } from '../collections/collection.ts';
import type { NewChange, SchemaChange } from '../collections/schema-change.ts';
import { valueMove } from '../collections/schema-change.ts';
import { demoteField } from '../indexes/layout.ts';
import { rekey } from '../indexes/rekey.ts';
import { startJob } from '../jobs/worker.ts';
import { assertKeepsUnique } from './keeps-unique.ts';
import { insertChange } from './store.ts';

/** every read composes them until the job is done */
const MOST_PENDING = 30;

/**
 * Begins changes of stored values, in the transaction that holds the collection's row and writes its definition: each
 * gets its number, columns and indexes on its field go along or give way, and a job will bring every item through.
 * @returns what to store with the definition
 * @throws AppError WDE0080 where too many changes are under way, or values would not be held unique meanwhile
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
    assertKeepsUnique({ layout }, change);
    shape += 1;
    const [number, who] = [shape, { actor: callerId(ctx.caller) ?? '', now: ctx.now }];
    numbered.push({ ...change, number });
    await insertChange(ctx.db, collection, { ...change, number }, who);
    layout = await moved(ctx, { ...collection, layout }, change, shape);
  }
  if (changes.length > 0) await startJob(ctx, collection, 'RESHAPE', { number: shape });
  return { layout, shape, numbered };
}

/**
 * Columns go on under a new name. Where the values change they hold two shapes for a while: they are taken away, and come
 * back once every row has the new one.
 */
async function moved(ctx: SiteCtx, collection: Collection, change: NewChange, shape: number): Promise<Layout> {
  const { from, to } = valueMove(change);
  const isOn = (path: readonly string[]) => path[0] === from || path[0] === to;
  const { columns } = collection.layout;
  const paths = columns.map(({ path }) => path).filter(isOn);
  let { layout } = collection;
  const laidOut = () => ({ ...collection, layout });
  layout = { ...layout, ...(await demoteField(ctx, laidOut(), to ?? from, to === null ? 'dropped' : 'retyped')) };
  if (to !== null && to !== from) layout = { ...layout, ...(await rekey(ctx, laidOut(), { from, to, shape })) };
  const renamed = (path: readonly string[]) => (path[0] === from ? [to as string, ...path.slice(1)] : path);
  const waiting = [...layout.waiting, ...paths].filter((path) => to !== null || path[0] !== from).map(renamed);
  const distinct = new Map(waiting.map((path) => [path.join('.'), path]));
  return { ...layout, waiting: [...distinct.values()] };
}
