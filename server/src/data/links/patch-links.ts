import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import type { Modification } from '../values/patch.ts';
import { errorsOfBrokenLinks } from './broken-links.ts';
import { type MultiReferenceField, referenceOf } from './reference.ts';
import { addLinks, idOf, idsOf, removeLinks, replaceLinks } from './save-links.ts';

/** A change that a patch makes to the links of an item. */
interface LinkChange {
  readonly key: string;
  readonly action: 'REPLACE' | 'ADD' | 'DROP';
  readonly ids: readonly string[];
}

/**
 * Splits a patch into changes of the item and changes of its links. Setting a multi-reference replaces its links,
 * appending adds links, removing from the array removes links, and removing the field removes all its links. A hidden
 * multi-reference is ignored.
 * @throws AppError WDE0303 for a value that is not a list of ids, or for another kind of change
 */
export function splitPatch(
  { collection, hidden }: Reach,
  modifications: readonly Modification[],
): { modifications: readonly Modification[]; links: readonly LinkChange[] } {
  const multiple = new Set(collection.fields.filter(({ type }) => type === 'MULTI_REFERENCE').map(({ key }) => key));
  const isLinked = ({ path }: Modification): boolean => multiple.has(path[0] as string);
  if (multiple.size === 0 || !modifications.some(isLinked)) return { modifications, links: [] };
  return {
    modifications: modifications.filter((modification) => !isLinked(modification)),
    links: modifications
      .filter((modification) => isLinked(modification) && !hidden.includes(modification.path[0] as string))
      .map(linkChange),
  };
}

function linkChange({ action, path, value }: Modification): LinkChange {
  const key = path[0] as string;
  if (path.length > 1) throw new AppError('WDE0303', { fieldKey: path.join('.') });
  switch (action) {
    case 'SET_FIELD':
      return { key, action: 'REPLACE', ids: value === null ? [] : idsOf(value, key) };
    case 'REMOVE_FIELD':
      return { key, action: 'REPLACE', ids: [] };
    case 'APPEND_TO_ARRAY':
      return { key, action: 'ADD', ids: Array.isArray(value) ? idsOf(value, key) : [idOf(value, key)] };
    case 'REMOVE_FROM_ARRAY':
      return { key, action: 'DROP', ids: Array.isArray(value) ? idsOf(value, key) : [idOf(value, key)] };
    case 'INCREMENT_FIELD':
      throw new AppError('WDE0303', { fieldKey: key });
  }
}

interface PatchedLinks {
  readonly id: string;
  readonly links: readonly LinkChange[];
}

/** Returns the errors of items whose link changes are invalid, by id. */
export async function errorsOfPatches(
  ctx: SiteCtx,
  reach: Reach,
  patches: readonly PatchedLinks[],
): Promise<Map<string, AppError>> {
  const broken = new Map<string, AppError>();
  const additions = patches.flatMap(({ id, links }) =>
    links.filter(({ action }) => action !== 'DROP').map(({ key, ids }) => ({ id, key, ids })),
  );
  for (const [key, changes] of Map.groupBy(additions, (change) => change.key)) {
    const links = (await referenceOf(ctx, reach, key)) as MultiReferenceField;
    const pairs = changes.flatMap(({ id, ids }) => ids.map((referencedId) => ({ referringId: id, referencedId })));
    const errors = await errorsOfBrokenLinks(ctx, reach.collection, links, pairs);
    for (const { referringId, referencedId } of pairs) {
      const error = errors.get(referencedId);
      if (error && !broken.has(referringId)) broken.set(referringId, error);
    }
  }
  return broken;
}

/**
 * Changes the links of patched items, which the transaction has locked. It applies the first change of every item, then
 * the second change of every item, and so on.
 */
export async function applyLinkChanges(ctx: SiteCtx, reach: Reach, patches: readonly PatchedLinks[]): Promise<void> {
  const steps = Math.max(0, ...patches.map(({ links }) => links.length));
  for (let step = 0; step < steps; step += 1) {
    const dueChanges = patches.flatMap(({ id, links }) => {
      const change = links[step];
      return change ? [{ id, ...change }] : [];
    });
    for (const [, changes] of Map.groupBy(dueChanges, ({ key, action }) => `${action} ${key}`)) {
      const { key, action } = changes[0] as (typeof changes)[number];
      const links = (await referenceOf(ctx, reach, key)) as MultiReferenceField;
      const idsByItem = new Map(changes.map(({ id, ids }) => [id, ids]));
      await APPLY[action](ctx, reach.collection, links, idsByItem);
    }
  }
}

const APPLY = { REPLACE: replaceLinks, ADD: addLinks, DROP: removeLinks } as const;
