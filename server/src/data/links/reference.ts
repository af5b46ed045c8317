import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo, permissionDenied } from '../collections/permissions.ts';
import { buildReach, type Reach } from '../collections/reach.ts';
import { isReference, linkTable, referencedBy } from '../query/link-fields.ts';
import type { LinkTable } from '../query/scope.ts';

/** A field that refers to items, as one call meets it. */
export interface Reference {
  readonly key: string;
  /** where its links are; null for a single reference, whose id stands in the item */
  readonly links: LinkTable | null;
  /** the collection it points to; null where that is gone */
  readonly other: Collection | null;
  readonly otherId: string;
}

/** A multi-reference. */
export interface Links extends Reference {
  readonly links: LinkTable;
}

/**
 * The reference that a caller names. One that is hidden from them is as unknown as one that was never declared.
 * @throws AppError WDE0020 for any other field
 */
export async function referenceOf(ctx: SiteCtx, { collection, hidden }: Reach, key: string): Promise<Reference> {
  const field = hidden.includes(key) ? undefined : collection.fields.find((field) => field.key === key);
  if (!field || !isReference(field)) throw noReference(collection, key);
  const links = field.type === 'MULTI_REFERENCE' ? linkTable(collection, key) : null;
  const id = referencedBy(field);
  const other = id === undefined ? null : await loadIfThere(ctx, id);
  // A collection of the same name that came later is another one: the mirror shows links of the first.
  const isStranger = links?.mirrorIn && other && other.tableName !== links.tableName;
  return { key, links, other: isStranger ? null : other, otherId: id ?? '' };
}

/**
 * A multi-reference that the caller may write.
 * @throws AppError WDE0020 for any other field, WDE0027 where the field is not theirs to write
 */
export async function linksOf(ctx: SiteCtx, reach: Reach, key: string): Promise<Links> {
  const { links, ...reference } = await referenceOf(ctx, reach, key);
  if (!links) throw noReference(reach.collection, key);
  if (reach.locked.includes(key)) throw permissionDenied(reach.collection.id, 'update');
  return { ...reference, links };
}

/** How far the caller may read the collection; null for not at all, or where there is none. */
export function readReach(ctx: SiteCtx, collection: Collection | null): Reach | null {
  const access = collection ? accessTo(ctx.caller, collection, 'read') : 'none';
  if (!collection || access === 'none') return null;
  return buildReach(ctx, collection, access === 'all' ? null : access.owner);
}

async function loadIfThere(ctx: SiteCtx, id: string): Promise<Collection | null> {
  try {
    return await loadCollection(ctx, id);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'WDE0025' || error.code === 'WDE0026')) return null;
    throw error;
  }
}

const noReference = ({ id }: Collection, key: string): AppError =>
  new AppError('WDE0020', { collectionName: id, propertyName: key });
