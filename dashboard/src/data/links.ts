/** Links of an item to others, kept in multi-reference fields (data contract section 2.3). */
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

const MOST_SHOWN = 1_000;

/** Ids of the items that a field of an item links to, in the order of linking. */
export const linksQuery = (collectionId: string, field: string, itemId: string) =>
  queryOptions({
    queryKey: ['items', collectionId, 'links', itemId, field],
    queryFn: async () => {
      const body = {
        dataCollectionId: collectionId,
        referringItemFieldName: field,
        referringItemId: itemId,
        paging: { limit: MOST_SHOWN, offset: 0 },
      };
      const { results } = await admin.call('data.references.query', { body });
      return results.flatMap(({ dataItem, unresolvedReference }) => {
        const id = dataItem?.id ?? unresolvedReference?.referencedItemId;
        return id ? [id] : [];
      });
    },
  });

/** Writes what was added and what was taken away, and leaves the links that others made meanwhile. */
export async function writeLinks(
  collectionId: string,
  itemId: string,
  field: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const link = (referencedItemId: string) => ({
    referringItemFieldName: field,
    referringItemId: itemId,
    referencedItemId,
  });
  const added = after.filter((id) => !before.includes(id)).map(link);
  const gone = before.filter((id) => !after.includes(id)).map(link);
  const body = { dataCollectionId: collectionId };
  if (gone.length > 0) await admin.call('data.references.remove', { body: { ...body, dataItemReferences: gone } });
  if (added.length > 0) await admin.call('data.references.insert', { body: { ...body, dataItemReferences: added } });
}

/** The ids in a field whose items were included. */
export const idsOfLinks = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => {
        const id = typeof one === 'object' && one !== null ? (one as { _id?: unknown })._id : one;
        return typeof id === 'string' ? [id] : [];
      })
    : [];
