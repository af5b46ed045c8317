import { AppError } from '../../kernel/app-error.ts';
import { callerIdOf } from '../../kernel/caller.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection, Layout } from '../collections/collection.ts';
import type { NewChange, SchemaChange } from '../collections/schema-change.ts';
import { moveOfValues } from '../collections/schema-change.ts';
import { demoteField } from '../indexes/layout.ts';
import { rekey } from '../indexes/rekey.ts';
import { startJob } from '../jobs/worker.ts';
import { assertNotUnique } from './assert-not-unique.ts';
import { insertChange } from './store.ts';

/** Maximum number of pending changes. It is bounded because every read applies all pending changes. */
const MAX_PENDING = 30;

/**
 * Starts changes of stored values: numbers them, adapts columns and indexes of the fields, and starts the job that
 * converts the items. Call it in the transaction that has locked the collection's row and stores its definition.
 * @returns the layout, shape and numbered changes to store with the definition
 * @throws AppError WDE0080 if too many changes are pending, or if a unique index could not be enforced meanwhile
 */
export async function startChanges(
  ctx: SiteCtx,
  collection: Collection,
  changes: readonly NewChange[],
): Promise<{ layout: Layout; shape: number; numberedChanges: readonly SchemaChange[] }> {
  if (collection.pending.length + changes.length > MAX_PENDING)
    throw new AppError('WDE0080', { reason: 'too many schema changes are pending: wait until they are done' });
  let { layout, shape } = collection;
  const numberedChanges: SchemaChange[] = [];
  for (const change of changes) {
    assertNotUnique({ layout }, change);
    shape += 1;
    const number = shape;
    numberedChanges.push({ ...change, number });
    await insertChange(
      ctx.db,
      collection,
      { ...change, number },
      { actor: callerIdOf(ctx.caller) ?? '', now: ctx.now },
    );
    layout = await adaptLayout(ctx, { ...collection, layout }, change, shape);
  }
  if (changes.length > 0) await startJob(ctx, collection, 'RESHAPE', { number: shape });
  return { layout, shape, numberedChanges };
}

/**
 * Moves the columns of a renamed field to its new key. Columns of a retyped field would contain values of two types, so
 * they are dropped and created again when every row has the new shape.
 */
async function adaptLayout(ctx: SiteCtx, collection: Collection, change: NewChange, shape: number): Promise<Layout> {
  const { from, to } = moveOfValues(change);
  const isOn = (path: readonly string[]) => path[0] === from || path[0] === to;
  const { columns } = collection.layout;
  const paths = columns.map(({ path }) => path).filter(isOn);
  let { layout } = collection;
  const current = () => ({ ...collection, layout });
  layout = { ...layout, ...(await demoteField(ctx, current(), to ?? from, to === null ? 'dropped' : 'retyped')) };
  if (to !== null && to !== from) layout = { ...layout, ...(await rekey(ctx, current(), { from, to, shape })) };
  const renamePath = (path: readonly string[]) => (path[0] === from ? [to as string, ...path.slice(1)] : path);
  const waiting = [...layout.waiting, ...paths].filter((path) => to !== null || path[0] !== from).map(renamePath);
  const distinct = new Map(waiting.map((path) => [path.join('.'), path]));
  return { ...layout, waiting: [...distinct.values()] };
}
