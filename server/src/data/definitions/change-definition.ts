import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { retryOnLockTimeout, setLockTimeout } from '../../db/lock-timeout.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { changeKey, collectionNotFound, evictCollection } from '../collections/cache.ts';
import { type Collection, type Definition, definitionOf } from '../collections/collection.ts';
import { requireManager } from '../collections/permissions.ts';
import { lockCollection, updateCollection } from '../collections/store.ts';
import { isStorable } from '../query/text.ts';
import { startChanges } from '../schema-changes/start-changes.ts';
import { applyDefinition } from './apply-definition.ts';
import { type ChangePlan, deriveChanges } from './plan-change.ts';

type Decision = Definition | ChangePlan;

/**
 * Changes the definition of a collection. Every call that changes a definition uses this function. One transaction
 * locks the collection's row, migrates stored values, references and unique values, and publishes the change to every
 * process.
 * @param decide returns the new definition, optionally with `changes` of stored values; by default they are derived
 * from the definition
 * @throws AppError WDE0027 if the caller may not manage collections; WDE0025, WDE0026; WDE0178 if `revision` is set and
 * not the current one; the errors of `decide`
 */
export async function changeDefinition(
  ctx: SiteCtx,
  id: string,
  { act = 'update', revision }: { readonly act?: string; readonly revision?: string | null },
  decide: (before: Collection, ctx: SiteCtx) => Decision | Promise<Decision>,
): Promise<Collection> {
  requireManager(ctx.caller, id, 'update');
  return retryOnLockTimeout(ctx, () =>
    withCollectionLock(ctx, id, async (ctx, before) => {
      if (revision !== undefined && revision !== String(before.revision))
        throw new AppError('WDE0178', { collectionName: id, revision: String(before.revision) });
      return write(ctx, before, await decide(before, ctx), act);
    }),
  );
}

/**
 * Runs `work` in a transaction that locks the collection's row, and publishes the change to every process.
 * @throws AppError WDE0025, WDE0026
 */
export async function withCollectionLock<R>(
  ctx: SiteCtx,
  id: string,
  work: (ctx: SiteCtx, collection: Collection) => Promise<R>,
): Promise<R> {
  const result = await transaction(ctx, async (ctx) => {
    const collection = isStorable(id) ? await lockCollection(ctx.db, ctx.site, id) : undefined;
    if (!collection) throw await collectionNotFound(ctx, id);
    const result = await work(ctx, collection);
    await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, id));
    return result;
  });
  evictCollection(changeKey(ctx.site.id, id));
  return result;
}

async function write(ctx: SiteCtx, before: Collection, decision: Decision, act: string): Promise<Collection> {
  const { definition, changes } =
    'definition' in decision ? decision : { definition: decision, changes: deriveChanges(before, decision) };
  if (changes.length > 0) await setLockTimeout(ctx.db);
  const { layout, shape, numberedChanges } = await startChanges(ctx, before, changes);
  const { id } = before;
  const storedCollection = await updateCollection(ctx.db, ctx.site, { id, definition, layout, shape, now: ctx.now });
  const changed = { ...storedCollection, pending: [...before.pending, ...numberedChanges] };
  const after = await applyDefinition(ctx, before, changed, numberedChanges);
  const entry = { siteId: ctx.site.id, action: `data.collections.${act}`, target: id };
  await audit(ctx, { ...entry, before: definitionOf(before), after: definition });
  return after;
}
