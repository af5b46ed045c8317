import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { SchemaChange } from '../collections/schema-change.ts';
import { applyFields } from '../indexes/apply-fields.ts';
import { connectReferences } from '../links/connect-references.ts';
import { droppedLinks, renameLinks } from '../schema-changes/store.ts';
import { isLinked } from './plan-change.ts';

/**
 * What goes with a definition that was written, in its transaction: here whoever keeps something beside the items that
 * a definition decides about hooks in.
 * Answers the collection as it then is.
 * @param before null for a new collection
 * @param changes of stored values, with their numbers
 */
export async function applyDefinition(
  ctx: SiteCtx,
  before: Collection | null,
  after: Collection,
  changes: readonly SchemaChange[],
): Promise<Collection> {
  for (const change of changes) await moveLinks(ctx, after, change);
  const connected = await connectReferences(ctx, before, after);
  await applyFields(ctx, before, connected);
  return connected;
}

/** Links of a multi-reference go with their field; those of a dropped one wait under a name that no field can have. */
async function moveLinks(ctx: SiteCtx, collection: Collection, change: SchemaChange): Promise<void> {
  const { kind, field, to, declared, number, undoes } = originalChange(change);
  if (!declared || !isLinked(declared) || kind === 'RETYPE') return;
  const away = kind === 'DROP' ? droppedLinks(number) : (to as string);
  const [from, target] = undoes ? [away, field] : [field, away];
  await renameLinks(ctx.db, collection, from, target);
}

/** The change itself, or the one that it undoes, marked so. */
const originalChange = (change: SchemaChange): SchemaChange =>
  change.undoes ? { ...change.undoes, undoes: change.undoes } : change;
