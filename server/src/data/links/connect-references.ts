import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { multiReferenceOf } from '../query/link-fields.ts';
import type { Field } from '../query/scope.ts';
import { createDrafts, type Drafts } from './definition-drafts.ts';
import { listReferrers } from './definition-store.ts';
import { reverseLinks } from './store.ts';

/**
 * Updates the mirrors of multi-references after a collection's definition was created, restored or changed, in the same
 * transaction. It creates, renames and removes mirror fields in the other collections, and marks both collections as
 * linked. A mirror is the field of the other collection that shows the same links in the opposite direction.
 * @param before the previous definition; null for a new or restored collection
 * @returns the collection with its updated fields
 * @throws AppError WDE0080 if the other collection has a different field with the mirror's key, or too many fields
 */
export async function connectReferences(
  ctx: SiteCtx,
  before: Pick<Collection, 'fields' | 'layout'> | null,
  after: Collection,
): Promise<Collection> {
  const drafts = createDrafts(ctx, after);
  await followMirrors(drafts, after);
  await dropMirrors(drafts, before?.fields ?? [], after);
  for (const field of after.fields) await connectField(ctx, drafts, field);
  if (!before) await connectReferrers(ctx, drafts, after);
  return drafts.save();
}

/** Updates the fields that declare the links of a renamed or removed mirror. */
async function followMirrors(drafts: Drafts, after: Collection): Promise<void> {
  for (const [key, { collectionId, field }] of Object.entries(after.layout.mirrors)) {
    const isMirror = (candidate: Field): boolean => {
      const reference = multiReferenceOf(candidate);
      return reference?.referencedCollectionId === collectionId && reference.referencingFieldKey === field;
    };
    const self = drafts.self;
    const current = self.fields.find((candidate) => candidate.key === key);
    if (current && multiReferenceOf(current)?.referencedCollectionId === collectionId) continue;
    const renamedMirror = self.fields.find((candidate) => isMirror(candidate) && !self.mirrors[candidate.key]);
    const source = self.mirrors[key];
    delete self.mirrors[key];
    if (renamedMirror && source) self.mirrors[renamedMirror.key] = source;
    const other = await drafts.of(collectionId);
    const referencingField = other?.fields.find((candidate) => candidate.key === field);
    if (other && referencingField) other.put(withMirrorKey(referencingField, renamedMirror?.key));
  }
}

/** Removes the mirrors of fields that no longer exist or that now name another mirror. */
async function dropMirrors(drafts: Drafts, before: readonly Field[], after: Collection): Promise<void> {
  for (const field of before) {
    const reference = multiReferenceOf(field);
    if (!reference?.referencingFieldKey) continue;
    const { referencedCollectionId, referencingFieldKey } = reference;
    const isStillNamed = after.fields.some((candidate) => {
      const current = multiReferenceOf(candidate);
      return (
        current?.referencedCollectionId === referencedCollectionId &&
        current.referencingFieldKey === referencingFieldKey
      );
    });
    if (isStillNamed) continue;
    const other = await drafts.of(referencedCollectionId);
    const source = other?.mirrors[referencingFieldKey];
    if (!other || source?.tableName !== after.tableName || source.field !== field.key) continue;
    delete other.mirrors[referencingFieldKey];
    other.remove(referencingFieldKey);
  }
}

async function connectField(ctx: SiteCtx, drafts: Drafts, field: Field): Promise<void> {
  const reference = multiReferenceOf(field);
  if (!reference) return;
  const { self } = drafts;
  const other = await drafts.of(reference.referencedCollectionId);
  self.linked = true;
  if (!other) return;
  other.linked = true;
  const key = reference.referencingFieldKey;
  if (key === undefined || self.mirrors[field.key]) return;
  const mirror = other.fields.find((candidate) => candidate.key === key);
  const currentSource = other.mirrors[key];
  const source = { collectionId: self.id, tableName: self.tableName, field: field.key };
  if (mirror && currentSource?.collectionId === self.id) {
    other.mirrors[key] = source;
    other.put(withAccessOf(withMirrorKey(mirror, field.key), field));
    return;
  }
  if (!mirror) {
    if (other.fields.length >= dataLimits.fieldsPerCollection) throw mirrorFieldError(other.id, key);
    other.mirrors[key] = source;
    other.put(mirrorOf(field, self.id, reference.referencingDisplayName));
    return;
  }
  // The other field exists and declares its own links. It continues to declare them, and this field becomes its mirror.
  const mirrorReference = multiReferenceOf(mirror);
  const isFree =
    mirrorReference?.referencingFieldKey === undefined || mirrorReference.referencingFieldKey === field.key;
  if (
    currentSource ||
    mirrorReference?.referencedCollectionId !== self.id ||
    !isFree ||
    (mirror.key === field.key && other === self)
  )
    throw mirrorFieldError(other.id, key);
  self.mirrors[field.key] = { collectionId: other.id, tableName: other.tableName, field: key };
  other.put(withMirrorKey(mirror, field.key));
  self.put(withAccessOf(field, mirror));
  await reverseLinks(ctx.db, self.schema, {
    from: self.tableName,
    field: field.key,
    to: other.tableName,
    toField: key,
  });
}

/** Creates the mirrors of multi-references that other collections declared before this collection existed. */
async function connectReferrers(ctx: SiteCtx, drafts: Drafts, after: Collection): Promise<void> {
  const { self } = drafts;
  for (const id of await listReferrers(ctx.db, ctx.site, after.id)) {
    if (id === after.id) continue;
    self.linked = true;
    const other = await drafts.of(id);
    for (const field of other?.fields ?? []) {
      const reference = multiReferenceOf(field);
      const key = reference?.referencingFieldKey;
      if (!other || reference?.referencedCollectionId !== after.id || key === undefined || other.mirrors[field.key])
        continue;
      const mirror = self.fields.find((candidate) => candidate.key === key);
      const mirrorReference = mirror && multiReferenceOf(mirror);
      if (
        mirror &&
        (mirrorReference?.referencedCollectionId !== id || (self.mirrors[key] && self.mirrors[key].field !== field.key))
      )
        continue;
      self.mirrors[key] = { collectionId: id, tableName: other.tableName, field: field.key };
      self.put(
        mirror
          ? withAccessOf(withMirrorKey(mirror, field.key), field)
          : mirrorOf(field, id, reference.referencingDisplayName),
      );
    }
  }
}

function mirrorOf(field: Field, collectionId: string, displayName: string | undefined): Field {
  const multiReference = {
    referencedCollectionId: collectionId,
    referencingFieldKey: field.key,
    ...(field.displayName === undefined ? {} : { referencingDisplayName: field.displayName }),
  };
  const key = (multiReferenceOf(field)?.referencingFieldKey ?? '') as string;
  return withAccessOf(
    { key, displayName: displayName ?? key, type: 'MULTI_REFERENCE', typeMetadata: { multiReference } } as Field,
    field,
  );
}

/** Gives a mirror the access rules of its source field: otherwise it would expose the links that the field hides. */
function withAccessOf({ access, ...mirror }: Field, source: Field): Field {
  return source.access ? { ...mirror, access: source.access } : mirror;
}

function withMirrorKey(field: Field, key: string | undefined): Field {
  const { referencingFieldKey, ...reference } = multiReferenceOf(field) ?? {};
  const multiReference = key === undefined ? reference : { ...reference, referencingFieldKey: key };
  return { ...field, typeMetadata: { ...field.typeMetadata, multiReference } };
}

const mirrorFieldError = (collectionName: string, key: string): AppError =>
  new AppError('WDE0080', {
    reason: `the field ${key} for the other end of the reference cannot be created: the ${collectionName} collection has a different field with this key, or the maximum number of fields`,
    field: 'typeMetadata.multiReference.referencingFieldKey',
  });
