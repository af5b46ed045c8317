/** Links between items through multi-reference fields (data contract, section 2.3). */
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';

const MAX_LINKS = 1_000;

/** The ids of the items that a field of an item links to, in the order in which they were linked. */
export const linksQuery = (collectionId: string, field: string, itemId: string) =>
  queryOptions({
    queryKey: ['items', collectionId, 'links', itemId, field],
    queryFn: async () => {
      const body = {
        dataCollectionId: collectionId,
        referringItemFieldName: field,
        referringItemId: itemId,
        paging: { limit: MAX_LINKS, offset: 0 },
      };
      const { results } = await admin.call('data.references.query', { body });
      return results.flatMap(({ dataItem, unresolvedReference }) => {
        const id = dataItem?.id ?? unresolvedReference?.referencedItemId;
        return id ? [id] : [];
      });
    },
  });

/** Writes added and removed links. Links that other users have added in the meantime are preserved. */
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
  const removed = before.filter((id) => !after.includes(id)).map(link);
  const body = { dataCollectionId: collectionId };
  if (removed.length > 0)
    await admin.call('data.references.remove', { body: { ...body, dataItemReferences: removed } });
  if (added.length > 0) await admin.call('data.references.insert', { body: { ...body, dataItemReferences: added } });
}

/** Returns the ids in the value of a multi-reference field. Its entries are ids or, in some responses, whole items. */
export const idsOfLinks = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => {
        const id = typeof one === 'object' && one !== null ? (one as { _id?: unknown })._id : one;
        return typeof id === 'string' ? [id] : [];
      })
    : [];
