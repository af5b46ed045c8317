import type { Call } from './call.ts';
import { DataError } from './data-error.ts';
import { decodeDates } from './dates.ts';
import { checkCollection, checkField, checkItemId, checkOptions, type StoredItem } from './item-checks.ts';
import { firstPage, type Page, wirePage } from './items-page.ts';
import type { FindOptions } from './items-query.ts';

/** An item or its id. */
type ItemOrId = string | { readonly _id: string };

export interface QueryReferencedOptions extends FindOptions {
  /** Sorts by the time of linking. The default is 'asc'. */
  readonly order?: 'asc' | 'desc';
  readonly limit?: number;
  readonly skip?: number;
  readonly fields?: readonly string[];
}

/** References between items, stored in multi-reference fields (data contract section 2.3). */
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
  /** Replaces all references of the field. */
  replaceReferences(
    collectionId: string,
    field: string,
    referring: ItemOrId,
    referenced: ItemOrId | readonly ItemOrId[],
  ): Promise<void>;
  /** Returns the referenced items that the caller may read. */
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
      checkReferenceField(dataCollectionId, field);
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
      checkReferenceField(dataCollectionId, field);
      const reference = { dataCollectionId, referringItemFieldName: field, referringItemId: idOf(referring) };
      const body = { ...reference, referencedItemId: idOf(referenced) };
      return (await call('data.references.isReferenced', { body })).isReferenced;
    },
    insertReference: write('data.references.insert'),
    removeReference: write('data.references.remove'),
    async replaceReferences(dataCollectionId, field, referring, referenced) {
      checkReferenceField(dataCollectionId, field);
      const reference = { dataCollectionId, referringItemFieldName: field, referringItemId: idOf(referring) };
      await call('data.references.replace', { body: { ...reference, newReferencedItemIds: idsOf(referenced) } });
    },
    async queryReferenced(dataCollectionId, referring, field, queryOptions = {}) {
      checkReferenceField(dataCollectionId, field);
      const { order, limit = DEFAULT_LIMIT, skip = 0, fields, ...options } = queryOptions;
      checkOptions(options);
      const request = {
        referringItemFieldName: field,
        referringItemId: idOf(referring),
        order: order === 'desc' ? ('DESC' as const) : ('ASC' as const),
        ...(fields ? { fields: [...fields] } : {}),
      };
      return firstPage(
        async (where) => {
          const page = where.cursorPaging ? where : { ...request, ...where };
          const body = { dataCollectionId, ...page, ...options };
          const { results, pagingMetadata } = await call('data.references.query', { body });
          const items = results.flatMap(({ dataItem }) => (dataItem ? [decodeDates(dataItem.data) as StoredItem] : []));
          return wirePage(items, pagingMetadata);
        },
        { limit, skip },
      );
    },
  };
}

function checkReferenceField(collectionId: string, field: string): void {
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
  if (list.length > 1_000) throw new DataError('WDE0069', 'A call accepts at most 1000 references.');
  return list.map(idOf);
}
