import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { SchemaChange } from '../collections/schema-change.ts';
import { applyFields } from '../indexes/apply-fields.ts';
import { connectReferences } from '../links/connect-references.ts';
import { fieldOfDroppedLinks, renameLinks } from '../schema-changes/store.ts';
import { isLinked } from './plan-change.ts';

/**
 * Updates the stored data that depends on a written definition, except the items: links, mirrored references, columns
 * and indexes. Call it in the transaction that writes the definition.
 * @param before null for a new collection
 * @param changes the numbered changes of stored values
 * @returns the collection after these updates
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

/**
 * Moves the links of a multi-reference with its field. Links of a dropped field are stored under a name that no field
 * can have.
 */
async function moveLinks(ctx: SiteCtx, collection: Collection, change: SchemaChange): Promise<void> {
  const { kind, field, to, declared, number, undoes } = effectiveChange(change);
  if (!declared || !isLinked(declared) || kind === 'RETYPE') return;
  const movedKey = kind === 'DROP' ? fieldOfDroppedLinks(number) : (to as string);
  const [from, target] = undoes ? [movedKey, field] : [field, movedKey];
  await renameLinks(ctx.db, collection, from, target);
}

/** Returns the change itself. For an undo, returns the change that is undone, with `undoes` set. */
const effectiveChange = (change: SchemaChange): SchemaChange =>
  change.undoes ? { ...change.undoes, undoes: change.undoes } : change;
