import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { permissionDenied } from '../collections/permissions.ts';
import type { Reach } from '../collections/reach.ts';
import { brokenPatches, partLinks, patchLinks } from '../links/patch-links.ts';
import { missing } from '../table/not-touched.ts';
import type { StoredItem } from '../table/statement.ts';
import { overwriteItems } from '../table/write-store.ts';
import { invalidItem, type Outcome } from '../values/outcome.ts';
import { applyPatch, type Item, type Modification, type ModificationInput, parsePatch } from '../values/patch.ts';
import { jsonOf, jsonWithout } from '../values/prepare.ts';
import { checkItems } from './check-items.ts';

/** What is to be changed in one item. */
export interface Patch {
  readonly id: string;
  readonly modifications: readonly Modification[];
  /** where the item's data would stand in the request */
  readonly at: string;
}

/** @throws AppError as parsePatch and partLinks do, WDE0027 for a field that the caller may not write */
export function modificationsOf(reach: Reach, sent: readonly ModificationInput[], at: string): Modification[] {
  const modifications = parsePatch(sent, at);
  const locked = modifications.find(({ path }) => reach.locked.includes(path[0] as string));
  if (locked) throw permissionDenied(reach.collection.id, 'update');
  partLinks(reach, modifications);
  return modifications;
}

/**
 * Patches items whose rows the transaction holds, so that every change is made on what is stored and none is lost. The
 * rows are written in one statement; an item that its patch does not fit, or that would not be valid, stays as it is.
 * @returns an outcome for each patch, in order; WDE0073 where its row is not among those held
 */
export async function patchRows(
  ctx: SiteCtx,
  reach: Reach,
  patches: readonly Patch[],
  held: readonly StoredItem[],
  { answer }: { readonly answer: boolean },
): Promise<Outcome[]> {
  const { parted, results } = await evaluatePatches(ctx, reach, patches, held);
  const valid = results.filter((result): result is Changed => !(result instanceof AppError));
  if (valid.length > 0) await overwriteItems(ctx.db, reach.collection, valid);
  const written = new Set(valid.map(({ id }) => id));
  await patchLinks(
    ctx,
    reach,
    parted.filter(({ id }) => written.has(id)),
  );
  return outcomesOf(patches, results, answer);
}

/** What patchRows would answer, without writing. An index may still refuse the rows. */
export async function previewPatches(
  ctx: SiteCtx,
  reach: Reach,
  patches: readonly Patch[],
  stored: readonly StoredItem[],
): Promise<Outcome[]> {
  const { results } = await evaluatePatches(ctx, reach, patches, stored);
  return outcomesOf(patches, results, true);
}

/** Each item as its patch would leave it, or why the patch is refused. */
async function evaluatePatches(ctx: SiteCtx, reach: Reach, patches: readonly Patch[], stored: readonly StoredItem[]) {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const parted = patches.map((patch) => ({ ...patch, ...partLinks(reach, patch.modifications) }));
  const broken = await brokenPatches(ctx, reach, parted);
  const made = parted.map((patch) => {
    const row = rows.get(patch.id);
    if (!row) return missing(reach, patch.id);
    return broken.get(patch.id) ?? changed(ctx, reach, patch, row);
  });
  const checked = made.filter((result): result is Changed => !(result instanceof AppError));
  const violations = await checkItems(ctx, reach.collection, checked);
  const refusals = new Map(checked.map((result, i) => [result, violations[i] ?? []]));
  const results = made.map((result) => {
    const found = result instanceof AppError ? [] : (refusals.get(result) ?? []);
    return found.length > 0 ? invalidItem(found) : result;
  });
  return { parted, results };
}

const outcomesOf = (patches: readonly Patch[], results: readonly (Changed | AppError)[], answer: boolean): Outcome[] =>
  results.map((result, i) => {
    const { id } = patches[i] as Patch;
    if (result instanceof AppError) return { id, error: result };
    return answer ? { id, data: result.told } : { id };
  });

interface Changed {
  readonly id: string;
  readonly item: Item;
  readonly json: string;
  /** as the caller may see it */
  readonly told: string;
  readonly skip: readonly string[];
  readonly at: string;
}

function changed(ctx: SiteCtx, reach: Reach, { id, modifications, at }: Patch, row: StoredItem): Changed | AppError {
  const { collection, locked, hidden, readable } = reach;
  const isReadable = readable === 'all' || (readable !== 'none' && readable.owner === row.owner);
  const conceals = (key: string): boolean => !isReadable || hidden.includes(key);
  const item = JSON.parse(row.data) as Item;
  try {
    applyPatch(item, modifications, conceals);
    item._updatedDate = { $date: ctx.now.toISOString() };
    const json = sized(item, isReadable, hidden);
    const told = isReadable ? jsonWithout(hidden, { item, json }) : JSON.stringify({ _id: id });
    // The writer answers for what they see, and for values that they give whole.
    const given = modifications.flatMap(({ action, path: [key], path }) =>
      action === 'SET_FIELD' && path.length === 1 ? [key as string] : [],
    );
    const unseen = collection.fields.map(({ key }) => key).filter((key) => conceals(key) && !given.includes(key));
    return { id, item, json, told, skip: [...locked, ...unseen], at };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * The item's text. What the caller cannot see counts only against twice the limit: else its size could be measured by
 * filling up the rest (side channel).
 */
function sized(item: Item, isReadable: boolean, hidden: readonly string[]): string {
  if (isReadable && hidden.length === 0) return jsonOf(item);
  if (isReadable) jsonOf(Object.fromEntries(Object.entries(item).filter(([key]) => !hidden.includes(key))));
  return jsonOf(item, 2);
}
