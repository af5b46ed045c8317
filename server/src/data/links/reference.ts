import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { accessTo, permissionDenied } from '../collections/permissions.ts';
import { buildReach, type Reach } from '../collections/reach.ts';
import { isReference, linkTable, referencedCollectionIdOf } from '../query/link-fields.ts';
import type { LinkTable } from '../query/scope.ts';

/** A reference field with the collection that it points to. */
export interface Reference {
  readonly key: string;
  /** The table that stores the links; null for a single reference, whose id is stored in the item. */
  readonly links: LinkTable | null;
  /** The referenced collection; null if it no longer exists. */
  readonly other: Collection | null;
  readonly otherId: string;
}

/** A multi-reference field with the table of its links. */
export interface MultiReferenceField extends Reference {
  readonly links: LinkTable;
}

/**
 * Returns the reference field with this key.
 * @throws AppError WDE0020 if the field does not exist, is hidden from the caller or is not a reference
 */
export async function referenceOf(ctx: SiteCtx, { collection, hidden }: Reach, key: string): Promise<Reference> {
  const field = hidden.includes(key) ? undefined : collection.fields.find((field) => field.key === key);
  if (!field || !isReference(field)) throw noReference(collection, key);
  const links = field.type === 'MULTI_REFERENCE' ? linkTable(collection, key) : null;
  const id = referencedCollectionIdOf(field);
  const other = id === undefined ? null : await loadIfExists(ctx, id);
  // A mirror can outlive the collection that declared its links. A new collection may have the same id.
  const isReplaced = links?.mirrorIn && other && other.tableName !== links.tableName;
  return { key, links, other: isReplaced ? null : other, otherId: id ?? '' };
}

/**
 * Returns the multi-reference with this key.
 * @throws AppError WDE0020 for any other field, WDE0027 if the caller may not write it
 */
export async function writableLinksOf(ctx: SiteCtx, reach: Reach, key: string): Promise<MultiReferenceField> {
  const { links, ...reference } = await referenceOf(ctx, reach, key);
  if (!links) throw noReference(reach.collection, key);
  if (reach.locked.includes(key)) throw permissionDenied(reach.collection.id, 'update');
  return { ...reference, links };
}

/**
 * Returns the caller's reach for reading the collection; null if the caller may not read it or if there is no
 * collection.
 */
export function readReach(ctx: SiteCtx, collection: Collection | null): Reach | null {
  const access = collection ? accessTo(ctx.caller, collection, 'read') : 'none';
  if (!collection || access === 'none') return null;
  return buildReach(ctx, collection, access === 'all' ? null : access.owner);
}

async function loadIfExists(ctx: SiteCtx, id: string): Promise<Collection | null> {
  try {
    return await loadCollection(ctx, id);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'WDE0025' || error.code === 'WDE0026')) return null;
    throw error;
  }
}

const noReference = ({ id }: Collection, key: string): AppError =>
  new AppError('WDE0020', { collectionName: id, propertyName: key });
