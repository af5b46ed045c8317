import type { Call } from './call.ts';
import { decodeDates } from './dates.ts';
import type { FieldPath, SelectedItem } from './field-types.ts';
import {
  checkCollection,
  checkCount,
  checkField,
  checkLimit,
  checkOptions,
  checkSkip,
  checkText,
  type ItemOptions,
  inputOf,
  type SortOrder,
  type StoredItem,
} from './item-checks.ts';
import { firstPage, type Page, wirePage } from './items-page.ts';
import type { FindOptions } from './items-query.ts';
import {
  dataReferencesInsert,
  dataReferencesIsReferenced,
  dataReferencesQuery,
  dataReferencesRemove,
  dataReferencesReplace,
} from './routes.gen.ts';
import type { AnySite, CollectionId, MultiReferenceField, ReferencedItem, SiteTypes } from './site-types.ts';

/** An item or its id. */
type ItemOrId = string | { readonly _id: string };

export interface QueryReferencedOptions<Field extends string = string> extends FindOptions {
  /** Sorts by the time of linking. The default is 'asc'. */
  readonly order?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  /** Returns only these fields of the referenced items and their ids. */
  readonly fields?: readonly Field[] | undefined;
}

/** References between items, stored in multi-reference fields (data contract section 2.3). */
export interface ItemReferences<Site extends SiteTypes = AnySite> {
  isReferenced<Id extends CollectionId<Site>>(
    collectionId: Id,
    field: MultiReferenceField<Site, Id>,
    referring: ItemOrId,
    referenced: ItemOrId,
    options?: ItemOptions,
  ): Promise<boolean>;
  insertReference<Id extends CollectionId<Site>>(
    collectionId: Id,
    field: MultiReferenceField<Site, Id>,
    referring: ItemOrId,
    referenced: ItemOrId | readonly ItemOrId[],
    options?: ItemOptions,
  ): Promise<void>;
  removeReference<Id extends CollectionId<Site>>(
    collectionId: Id,
    field: MultiReferenceField<Site, Id>,
    referring: ItemOrId,
    referenced: ItemOrId | readonly ItemOrId[],
    options?: ItemOptions,
  ): Promise<void>;
  /** Replaces all references of the field. */
  replaceReferences<Id extends CollectionId<Site>>(
    collectionId: Id,
    field: MultiReferenceField<Site, Id>,
    referring: ItemOrId,
    referenced: ItemOrId | readonly ItemOrId[],
    options?: ItemOptions,
  ): Promise<void>;
  /** Returns the referenced items that the caller may read. */
  queryReferenced<
    Id extends CollectionId<Site>,
    Field extends MultiReferenceField<Site, Id>,
    Selected extends FieldPath<ReferencedItem<Site, Id, Field>> = never,
  >(
    collectionId: Id,
    referring: ItemOrId,
    field: Field,
    options?: QueryReferencedOptions<Selected>,
  ): Promise<Page<SelectedItem<ReferencedItem<Site, Id, Field>, Selected>>>;
}

const DEFAULT_LIMIT = 50;

export function createItemReferences(call: Call): ItemReferences {
  const write =
    (
      route: typeof dataReferencesInsert | typeof dataReferencesRemove,
      invalidCode: string,
    ): ItemReferences['insertReference'] =>
    async (dataCollectionId, field, referring, referenced, options = {}) => {
      checkReferenceField(dataCollectionId, field, options);
      const referringItemId = idOf(referring, invalidCode);
      const dataItemReferences = idsOf(referenced, invalidCode).map((referencedItemId) => ({
        referringItemFieldName: field,
        referringItemId,
        referencedItemId,
      }));
      await call(route, inputOf({ dataCollectionId, dataItemReferences }, options));
    };
  return {
    async isReferenced(dataCollectionId, field, referring, referenced, options = {}) {
      const reference = referenceOf(dataCollectionId, field, referring, options);
      const body = { ...reference, referencedItemId: idOf(referenced) };
      return (await call(dataReferencesIsReferenced, inputOf(body, options))).isReferenced;
    },
    insertReference: write(dataReferencesInsert, 'WDE0021'),
    removeReference: write(dataReferencesRemove, 'WDE0019'),
    async replaceReferences(dataCollectionId, field, referring, referenced, options = {}) {
      const reference = referenceOf(dataCollectionId, field, referring, options);
      const body = { ...reference, newReferencedItemIds: idsOf(referenced) };
      await call(dataReferencesReplace, inputOf(body, options));
    },
    async queryReferenced(dataCollectionId, referring, field, queryOptions = {}) {
      const { order, limit = DEFAULT_LIMIT, skip = 0, fields, ...options } = queryOptions;
      checkReferenceField(dataCollectionId, field, options);
      checkLimit(limit);
      checkSkip(skip);
      const request = {
        referringItemFieldName: field,
        referringItemId: idOf(referring),
        order: (order ?? 'asc').toUpperCase() as SortOrder,
        fields: fields && [...fields],
      };
      return firstPage(
        async (where) => {
          const page = where.cursorPaging ? where : { ...request, ...where };
          const input = inputOf({ dataCollectionId, ...page }, options);
          const { results, pagingMetadata } = await call(dataReferencesQuery, input);
          const items = results.flatMap(({ dataItem }) => (dataItem ? [decodeDates(dataItem.data) as StoredItem] : []));
          return wirePage(items, pagingMetadata);
        },
        { limit, skip },
      );
    },
  };
}

/** Checks and returns the arguments that calls on the references of one item share. */
function referenceOf(dataCollectionId: string, field: string, referring: ItemOrId, options: ItemOptions) {
  checkReferenceField(dataCollectionId, field, options);
  return { dataCollectionId, referringItemFieldName: field, referringItemId: idOf(referring) };
}

function checkReferenceField(collectionId: string, field: string, options: ItemOptions): void {
  checkCollection(collectionId);
  checkField(field, 'WDE0094');
  checkOptions(options);
}

function idOf(item: ItemOrId, invalidCode = 'WDE0019'): string {
  const id: unknown = typeof item === 'object' ? item?._id : item;
  checkText(id, invalidCode, 'The id of an item');
  return id;
}

function idsOf(items: ItemOrId | readonly ItemOrId[], invalidCode?: string): string[] {
  const list = (Array.isArray(items) ? items : [items]) as readonly ItemOrId[];
  checkCount(list, 'WDE0069');
  return list.map((item) => idOf(item, invalidCode));
}
