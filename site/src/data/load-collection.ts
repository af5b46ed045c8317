import type { Visit } from '../visit.ts';
import { type CollectionInfo, isReference, referencedCollectionId } from './item-view.ts';

/** References of a list are few; the page of an item names more, but not a thousand. */
const MOST_LINKS = 20;

/** A collection and those that its fields refer to, whose display fields name the referenced items. */
export async function loadCollection(client: Visit['client'], collectionId: string): Promise<CollectionInfo> {
  const load = async (dataCollectionId: string) =>
    (await client.call('data.collections.get', { query: { dataCollectionId } })).collection as CollectionInfo;
  const collection = await load(collectionId);
  const ids = new Set((collection.fields ?? []).flatMap((field) => referencedCollectionId(field) ?? []));
  const referenced = await Promise.all(
    // A visitor may not read each of them: what refers there is then left out.
    [...ids].map((id) =>
      load(id)
        .then((found) => [[id, found] as const])
        .catch(() => []),
    ),
  );
  return { ...collection, referenced: new Map(referenced.flat()) };
}

/** A query of the collection's items that brings the items they refer to. */
export function queryItems(client: Visit['client'], collection: CollectionInfo) {
  const references = (collection.fields ?? []).filter(isReference).map(({ key }) => key);
  const query = client.items.query(collection.id);
  return references.length > 0 ? query.include(...references, MOST_LINKS) : query;
}
