import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { permissionDenied } from '../collections/permissions.ts';
import type { Reach } from '../collections/reach.ts';
import { applyLinkChanges, errorsOfPatches, splitPatch } from '../links/patch-links.ts';
import { itemNotFound } from '../table/item-not-found.ts';
import type { StoredItem } from '../table/statement.ts';
import { overwriteItems } from '../table/write-store.ts';
import { invalidItem, type Outcome } from '../values/outcome.ts';
import { applyPatch, type Item, type Modification, type ModificationInput, parsePatch } from '../values/patch.ts';
import { jsonOf, omitFromJson } from '../values/prepare.ts';
import { checkItems } from './check-items.ts';

/** The modifications of one item. */
export interface Patch {
  readonly id: string;
  readonly modifications: readonly Modification[];
  /** Path of the item's data in the request, for errors. */
  readonly at: string;
}

/**
 * Parses the modifications of a patch.
 * @throws AppError like parsePatch and splitPatch, WDE0027 for a field that the caller may not write
 */
export function modificationsOf(reach: Reach, input: readonly ModificationInput[], inputPath: string): Modification[] {
  const modifications = parsePatch(input, inputPath);
  const locked = modifications.find(({ path }) => reach.locked.includes(path[0] as string));
  if (locked) throw permissionDenied(reach.collection.id, 'update');
  splitPatch(reach, modifications);
  return modifications;
}

/**
 * Patches items whose rows the transaction has locked, so that no concurrent change is lost. The rows are written in
 * one statement. An item is left unchanged if its patch cannot be applied or would make it invalid.
 * @returns an outcome for each patch, in order; WDE0073 if its row is not among the locked ones
 */
export async function patchRows(
  ctx: SiteCtx,
  reach: Reach,
  patches: readonly Patch[],
  locked: readonly StoredItem[],
  { returnItems }: { readonly returnItems: boolean },
): Promise<Outcome[]> {
  const { split, results } = await evaluatePatches(ctx, reach, patches, locked);
  const valid = results.filter((result): result is PatchedItem => !(result instanceof AppError));
  if (valid.length > 0) await overwriteItems(ctx.db, reach.collection, valid);
  const writtenIds = new Set(valid.map(({ id }) => id));
  await applyLinkChanges(
    ctx,
    reach,
    split.filter(({ id }) => writtenIds.has(id)),
  );
  return outcomesOf(patches, results, returnItems);
}

/** Returns the result of patchRows without writing. A write may still fail because of a unique index. */
export async function previewPatches(
  ctx: SiteCtx,
  reach: Reach,
  patches: readonly Patch[],
  stored: readonly StoredItem[],
): Promise<Outcome[]> {
  const { results } = await evaluatePatches(ctx, reach, patches, stored);
  return outcomesOf(patches, results, true);
}

/** Returns each item with its patch applied, or the error of the patch. */
async function evaluatePatches(ctx: SiteCtx, reach: Reach, patches: readonly Patch[], stored: readonly StoredItem[]) {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const split = patches.map((patch) => ({ ...patch, ...splitPatch(reach, patch.modifications) }));
  const broken = await errorsOfPatches(ctx, reach, split);
  const patched = split.map((patch) => {
    const row = rows.get(patch.id);
    if (!row) return itemNotFound(reach, patch.id);
    return broken.get(patch.id) ?? patchOne(ctx, reach, patch, row);
  });
  const patchedItems = patched.filter((result): result is PatchedItem => !(result instanceof AppError));
  const violations = await checkItems(ctx, reach.collection, patchedItems);
  const violationsOf = new Map(patchedItems.map((result, i) => [result, violations[i] ?? []]));
  const results = patched.map((result) => {
    const found = result instanceof AppError ? [] : (violationsOf.get(result) ?? []);
    return found.length > 0 ? invalidItem(found) : result;
  });
  return { split, results };
}

const outcomesOf = (
  patches: readonly Patch[],
  results: readonly (PatchedItem | AppError)[],
  returnItems: boolean,
): Outcome[] =>
  results.map((result, i) => {
    const { id } = patches[i] as Patch;
    if (result instanceof AppError) return { id, error: result };
    return returnItems ? { id, data: result.visibleJson } : { id };
  });

interface PatchedItem {
  readonly id: string;
  readonly item: Item;
  readonly json: string;
  /** JSON of the item as the caller may see it. */
  readonly visibleJson: string;
  readonly skip: readonly string[];
  readonly at: string;
}

function patchOne(
  ctx: SiteCtx,
  reach: Reach,
  { id, modifications, at }: Patch,
  row: StoredItem,
): PatchedItem | AppError {
  const { collection, locked, hidden, readable } = reach;
  const isReadable = readable === 'all' || (readable !== 'none' && readable.owner === row.owner);
  const isHidden = (key: string): boolean => !isReadable || hidden.includes(key);
  const item = JSON.parse(row.data) as Item;
  try {
    applyPatch(item, modifications, isHidden);
    item._updatedDate = { $date: ctx.now.toISOString() };
    const json = checkJson(item, isReadable, hidden);
    const visibleJson = isReadable ? omitFromJson(hidden, { item, json }) : JSON.stringify({ _id: id });
    // Validation covers the fields that the caller can see, and those that the patch replaces completely.
    const replacedKeys = modifications.flatMap(({ action, path: [key], path }) =>
      action === 'SET_FIELD' && path.length === 1 ? [key as string] : [],
    );
    const unseen = collection.fields
      .map(({ key }) => key)
      .filter((key) => isHidden(key) && !replacedKeys.includes(key));
    return { id, item, json, visibleJson, skip: [...locked, ...unseen], at };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * Returns the JSON of the item and checks its size. The size limit applies to the fields that the caller can see, and
 * twice the limit to the whole item. Otherwise the caller could measure the size of hidden fields by filling up the
 * rest (side channel).
 * @throws AppError WDE0009 if the item is too large
 */
function checkJson(item: Item, isReadable: boolean, hidden: readonly string[]): string {
  if (isReadable && hidden.length === 0) return jsonOf(item);
  if (isReadable) jsonOf(Object.fromEntries(Object.entries(item).filter(([key]) => !hidden.includes(key))));
  return jsonOf(item, 2);
}
