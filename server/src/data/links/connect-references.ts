import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import { multiReferenceOf } from '../query/link-fields.ts';
import type { Field } from '../query/scope.ts';
import { listReferrers } from './definition-store.ts';
import { type Drafts, draftsOf } from './held-definitions.ts';
import { swapLinks } from './store.ts';

/**
 * Brings both sides of the multi-references of a collection together, after its definition was made, restored or changed
 * and in the same transaction: makes, renames and takes away mirror fields in the other collections, and notes on both
 * sides that there may be links to clear. Answers the collection as it then is.
 * @param before the definition before; null for a collection that is new, or back
 * @throws AppError WDE0080 where the other collection has another field where the mirror would be
 */
export async function connectReferences(
  ctx: SiteCtx,
  before: Pick<Collection, 'fields' | 'layout'> | null,
  after: Collection,
): Promise<Collection> {
  const drafts = draftsOf(ctx, after);
  await followMirrors(drafts, after);
  await dropMirrors(drafts, before?.fields ?? [], after);
  for (const field of after.fields) await connectField(ctx, drafts, field);
  if (!before) await connectReferrers(ctx, drafts, after);
  return drafts.save();
}

/** A mirror that was renamed or taken away: the field that declares the links follows. */
async function followMirrors(drafts: Drafts, after: Collection): Promise<void> {
  for (const [key, { collectionId, field }] of Object.entries(after.layout.mirrors)) {
    const shows = (candidate: Field): boolean => {
      const said = multiReferenceOf(candidate);
      return said?.referencedCollectionId === collectionId && said.referencingFieldKey === field;
    };
    const own = drafts.self;
    const stays = own.fields.find((candidate) => candidate.key === key);
    if (stays && multiReferenceOf(stays)?.referencedCollectionId === collectionId) continue;
    const renamed = own.fields.find((candidate) => shows(candidate) && !own.mirrors[candidate.key]);
    const mirrored = own.mirrors[key];
    delete own.mirrors[key];
    if (renamed && mirrored) own.mirrors[renamed.key] = mirrored;
    const other = await drafts.of(collectionId);
    const declared = other?.fields.find((candidate) => candidate.key === field);
    if (other && declared) other.put(withOtherSide(declared, renamed?.key));
  }
}

/** Mirrors of fields that are there no longer, or that name another mirror now. */
async function dropMirrors(drafts: Drafts, before: readonly Field[], after: Collection): Promise<void> {
  for (const field of before) {
    const said = multiReferenceOf(field);
    if (!said?.referencingFieldKey) continue;
    const isStillNamed = after.fields.some((candidate) => {
      const now = multiReferenceOf(candidate);
      return (
        now?.referencedCollectionId === said.referencedCollectionId &&
        now.referencingFieldKey === said.referencingFieldKey
      );
    });
    if (isStillNamed) continue;
    const other = await drafts.of(said.referencedCollectionId);
    const mirrored = other?.mirrors[said.referencingFieldKey];
    if (!other || mirrored?.tableName !== after.tableName || mirrored.field !== field.key) continue;
    delete other.mirrors[said.referencingFieldKey];
    other.remove(said.referencingFieldKey);
  }
}

async function connectField(ctx: SiteCtx, drafts: Drafts, field: Field): Promise<void> {
  const said = multiReferenceOf(field);
  if (!said) return;
  const { self } = drafts;
  const other = await drafts.of(said.referencedCollectionId);
  self.linked = true;
  if (!other) return;
  other.linked = true;
  const key = said.referencingFieldKey;
  if (key === undefined || self.mirrors[field.key]) return;
  const mirror = other.fields.find((candidate) => candidate.key === key);
  const shown = other.mirrors[key];
  const declares = { collectionId: self.id, tableName: self.tableName, field: field.key };
  if (mirror && shown?.collectionId === self.id) {
    other.mirrors[key] = declares;
    other.put(likeItsSource(withOtherSide(mirror, field.key), field));
    return;
  }
  if (!mirror) {
    if (other.fields.length >= dataLimits.fieldsPerCollection) throw taken(other.id, key);
    other.mirrors[key] = declares;
    other.put(mirrorOf(field, self.id, said.referencingDisplayName));
    return;
  }
  // The other side is there already, with links of its own: it goes on declaring them, and this one shows them.
  const back = multiReferenceOf(mirror);
  const isFree = back?.referencingFieldKey === undefined || back.referencingFieldKey === field.key;
  if (shown || back?.referencedCollectionId !== self.id || !isFree || (mirror.key === field.key && other === self))
    throw taken(other.id, key);
  self.mirrors[field.key] = { collectionId: other.id, tableName: other.tableName, field: key };
  other.put(withOtherSide(mirror, field.key));
  self.put(likeItsSource(field, mirror));
  await swapLinks(ctx.db, self.schema, { from: self.tableName, field: field.key, to: other.tableName, toField: key });
}

/** Fields of other collections that have been waiting for this one. */
async function connectReferrers(ctx: SiteCtx, drafts: Drafts, after: Collection): Promise<void> {
  const { self } = drafts;
  for (const id of await listReferrers(ctx.db, ctx.site, after.id)) {
    if (id === after.id) continue;
    self.linked = true;
    const other = await drafts.of(id);
    for (const field of other?.fields ?? []) {
      const said = multiReferenceOf(field);
      const key = said?.referencingFieldKey;
      if (!other || said?.referencedCollectionId !== after.id || key === undefined || other.mirrors[field.key])
        continue;
      const mirror = self.fields.find((candidate) => candidate.key === key);
      const back = mirror && multiReferenceOf(mirror);
      if (
        mirror &&
        (back?.referencedCollectionId !== id || (self.mirrors[key] && self.mirrors[key].field !== field.key))
      )
        continue;
      self.mirrors[key] = { collectionId: id, tableName: other.tableName, field: field.key };
      self.put(
        mirror
          ? likeItsSource(withOtherSide(mirror, field.key), field)
          : mirrorOf(field, id, said.referencingDisplayName),
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
  return likeItsSource(
    { key, displayName: displayName ?? key, type: 'MULTI_REFERENCE', typeMetadata: { multiReference } } as Field,
    field,
  );
}

/** Whoever is kept from a field is kept from its mirror, or it would show by the other door what the field hides. */
function likeItsSource({ access, ...mirror }: Field, source: Field): Field {
  return source.access ? { ...mirror, access: source.access } : mirror;
}

function withOtherSide(field: Field, key: string | undefined): Field {
  const { referencingFieldKey, ...said } = multiReferenceOf(field) ?? {};
  const multiReference = key === undefined ? said : { ...said, referencingFieldKey: key };
  return { ...field, typeMetadata: { ...field.typeMetadata, multiReference } };
}

const taken = (collectionName: string, key: string): AppError =>
  new AppError('WDE0080', {
    reason: `the ${collectionName} collection has no room for a field ${key} that shows the other side of the reference`,
    field: 'typeMetadata.multiReference.referencingFieldKey',
  });
