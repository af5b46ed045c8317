import type { Visit } from '../visit.ts';
import { type CollectionInfo, isReference, referencedCollectionId } from './item-view.ts';

/** Maximum number of links that a page shows for each field. */
const MAX_LINKS = 20;

/** Loads a collection, and the collections that its fields refer to, because their display fields name the items. */
export async function loadCollection(client: Visit['client'], collectionId: string): Promise<CollectionInfo> {
  const load = async (dataCollectionId: string) =>
    (await client.call('data.collections.get', { query: { dataCollectionId } })).collection as CollectionInfo;
  const collection = await load(collectionId);
  const ids = new Set((collection.fields ?? []).flatMap((field) => referencedCollectionId(field) ?? []));
  const referencedCollections = await Promise.all(
    // Collections that the visitor may not read are omitted.
    [...ids].map((id) =>
      load(id)
        .then((found) => [[id, found] as const])
        .catch(() => []),
    ),
  );
  return { ...collection, referencedCollections: new Map(referencedCollections.flat()) };
}

/** Returns a query for a collection's items, including the items that they reference. */
export function queryItems(client: Visit['client'], collection: CollectionInfo) {
  const references = (collection.fields ?? []).filter(isReference).map(({ key }) => key);
  const query = client.items.query(collection.id);
  return references.length > 0 ? query.include(...references, MAX_LINKS) : query;
}
