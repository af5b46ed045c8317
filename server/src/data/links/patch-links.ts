import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Reach } from '../collections/reach.ts';
import type { Modification } from '../values/patch.ts';
import { brokenLinks } from './broken-links.ts';
import { type Links, referenceOf } from './reference.ts';
import { addLinks, dropLinks, idOf, idsOf, replaceLinks } from './save-links.ts';

/** What a patch does to the links of one item, one after the other. */
interface LinkChange {
  readonly key: string;
  readonly act: 'REPLACE' | 'ADD' | 'DROP';
  readonly ids: readonly string[];
}

/**
 * Parts a patch into what it changes in the item and in its links: a list that is set replaces them, appending and
 * removing change them, removing the field takes all away. A multi-reference that the caller cannot see is left alone.
 * @throws AppError WDE0303 for what is no list of ids, or another kind of change
 */
export function partLinks(
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
      return { key, act: 'REPLACE', ids: value === null ? [] : idsOf(value, key) };
    case 'REMOVE_FIELD':
      return { key, act: 'REPLACE', ids: [] };
    case 'APPEND_TO_ARRAY':
      return { key, act: 'ADD', ids: Array.isArray(value) ? idsOf(value, key) : [idOf(value, key)] };
    case 'REMOVE_FROM_ARRAY':
      return { key, act: 'DROP', ids: Array.isArray(value) ? idsOf(value, key) : [idOf(value, key)] };
    case 'INCREMENT_FIELD':
      throw new AppError('WDE0303', { fieldKey: key });
  }
}

interface Patched {
  readonly id: string;
  readonly links: readonly LinkChange[];
}

/** Why the links of some items cannot be changed as their patches say, by the item's id. */
export async function brokenPatches(
  ctx: SiteCtx,
  reach: Reach,
  patches: readonly Patched[],
): Promise<Map<string, AppError>> {
  const broken = new Map<string, AppError>();
  const adding = patches.flatMap(({ id, links }) =>
    links.filter(({ act }) => act !== 'DROP').map(({ key, ids }) => ({ id, key, ids })),
  );
  for (const [key, changes] of Map.groupBy(adding, (change) => change.key)) {
    const links = (await referenceOf(ctx, reach, key)) as Links;
    const pairs = changes.flatMap(({ id, ids }) => ids.map((far) => ({ near: id, far })));
    const errors = await brokenLinks(ctx, reach.collection, links, pairs);
    for (const { near, far } of pairs) {
      const error = errors.get(far);
      if (error && !broken.has(near)) broken.set(near, error);
    }
  }
  return broken;
}

/** Changes the links of patched items, in the transaction that holds them: the first change of each, then the second … */
export async function patchLinks(ctx: SiteCtx, reach: Reach, patches: readonly Patched[]): Promise<void> {
  const most = Math.max(0, ...patches.map(({ links }) => links.length));
  for (let step = 0; step < most; step += 1) {
    const due = patches.flatMap(({ id, links }) => {
      const change = links[step];
      return change ? [{ id, ...change }] : [];
    });
    for (const [, changes] of Map.groupBy(due, ({ key, act }) => `${act} ${key}`)) {
      const { key, act } = changes[0] as (typeof changes)[number];
      const links = (await referenceOf(ctx, reach, key)) as Links;
      const wanted = new Map(changes.map(({ id, ids }) => [id, ids]));
      await ACTS[act](ctx, reach.collection, links, wanted);
    }
  }
}

const ACTS = { REPLACE: replaceLinks, ADD: addLinks, DROP: dropLinks } as const;
