import type { Call } from './call.ts';
import { DataError } from './data-error.ts';
import { decodeDates } from './dates.ts';
import { checkCollection, checkField, checkItemId, checkOptions, type StoredItem } from './item-checks.ts';
import { firstPage, type Page, wirePage } from './items-page.ts';
import type { FindOptions } from './items-query.ts';

/** An item, or its id. */
type ItemOrId = string | { readonly _id: string };

export interface QueryReferencedOptions extends FindOptions {
  /** by the time of linking; 'asc' where absent */
  readonly order?: 'asc' | 'desc';
  readonly limit?: number;
  readonly skip?: number;
  readonly fields?: readonly string[];
}

/** Links between items, kept in multi-reference fields (data contract section 2.3). */
export interface ItemReferences {
  isReferenced(collectionId: string, field: string, referring: ItemOrId, referenced: ItemOrId): Promise<boolean>;
  insertReference(
    collectionId: string,
    field: string,
    referring: ItemOrId,
    referenced: ItemOrId | readonly ItemOrId[],
  ): Promise<void>;
  removeReference(
    collectionId: string,
    field: string,
    referring: ItemOrId,
    referenced: ItemOrId | readonly ItemOrId[],
  ): Promise<void>;
  /** The item then links to exactly these. */
  replaceReferences(
    collectionId: string,
    field: string,
    referring: ItemOrId,
    referenced: ItemOrId | readonly ItemOrId[],
  ): Promise<void>;
  /** The items that an item links to, as far as the caller may read them. */
  queryReferenced(
    collectionId: string,
    referring: ItemOrId,
    field: string,
    options?: QueryReferencedOptions,
  ): Promise<Page<StoredItem>>;
}

const DEFAULT_LIMIT = 50;

export function createItemReferences(call: Call): ItemReferences {
  const write =
    (id: 'data.references.insert' | 'data.references.remove'): ItemReferences['insertReference'] =>
    async (dataCollectionId, field, referring, referenced) => {
      checkPlace(dataCollectionId, field);
      const referringItemId = idOf(referring);
      const dataItemReferences = idsOf(referenced).map((referencedItemId) => ({
        referringItemFieldName: field,
        referringItemId,
        referencedItemId,
      }));
      await call(id, { body: { dataCollectionId, dataItemReferences } });
    };
  return {
    async isReferenced(dataCollectionId, field, referring, referenced) {
      checkPlace(dataCollectionId, field);
      const place = { dataCollectionId, referringItemFieldName: field, referringItemId: idOf(referring) };
      const body = { ...place, referencedItemId: idOf(referenced) };
      return (await call('data.references.isReferenced', { body })).isReferenced;
    },
    insertReference: write('data.references.insert'),
    removeReference: write('data.references.remove'),
    async replaceReferences(dataCollectionId, field, referring, referenced) {
      checkPlace(dataCollectionId, field);
      const place = { dataCollectionId, referringItemFieldName: field, referringItemId: idOf(referring) };
      await call('data.references.replace', { body: { ...place, newReferencedItemIds: idsOf(referenced) } });
    },
    async queryReferenced(dataCollectionId, referring, field, given = {}) {
      checkPlace(dataCollectionId, field);
      const { order, limit = DEFAULT_LIMIT, skip = 0, fields, ...options } = given;
      checkOptions(options);
      const asked = {
        referringItemFieldName: field,
        referringItemId: idOf(referring),
        order: order === 'desc' ? ('DESC' as const) : ('ASC' as const),
        ...(fields ? { fields: [...fields] } : {}),
      };
      return firstPage(
        async (where) => {
          const place = where.cursorPaging ? where : { ...asked, ...where };
          const body = { dataCollectionId, ...place, ...options };
          const { results, pagingMetadata } = await call('data.references.query', { body });
          const items = results.flatMap(({ dataItem }) => (dataItem ? [decodeDates(dataItem.data) as StoredItem] : []));
          return wirePage(items, pagingMetadata);
        },
        { limit, skip },
      );
    },
  };
}

function checkPlace(collectionId: string, field: string): void {
  checkCollection(collectionId);
  checkField(field);
}

function idOf(item: ItemOrId): string {
  const id = typeof item === 'object' && item !== null ? item._id : item;
  checkItemId(id);
  return id;
}

function idsOf(items: ItemOrId | readonly ItemOrId[]): string[] {
  const list = (Array.isArray(items) ? items : [items]) as readonly ItemOrId[];
  if (list.length > 1_000) throw new DataError('WDE0069', 'At most 1000 references at once.');
  return list.map(idOf);
}
