import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import { PorticoError } from './error.ts';
import type { AnyFields, FieldPath, FieldsOf, SelectedItem } from './field-types.ts';
import {
  checkCollection,
  checkField,
  checkItemId,
  checkOptions,
  type ItemOptions,
  type StoredItem,
} from './item-checks.ts';
import { createFilter, type ItemsFilter } from './items-filter.ts';
import { createItemsQuery, type ItemsQuery, toItem } from './items-query.ts';
import { dataItemsGet } from './routes.gen.ts';
import type { AnySite, CollectionId, ItemOf, ReferenceField, SiteTypes, WithIncluded } from './site-types.ts';

/** Finds items by filters and ids. Invalid arguments are rejected without a request (specification section 5). */
export interface ItemsQueries<Site extends SiteTypes = AnySite> {
  query<Id extends CollectionId<Site>>(collectionId: Id): ItemsQuery<Site, Id>;
  /**
   * Creates an empty filter to combine with others, or for an aggregation or a condition. `filter<'Books'>()` checks
   * its fields against those of a collection.
   */
  filter<Id extends CollectionId<Site> = never>(): ItemsFilter<[Id] extends [never] ? AnyFields : FieldsOf<Site, Id>>;
  /** Returns the item, or null if there is none that the caller may read. */
  get<
    Id extends CollectionId<Site>,
    Included extends ReferenceField<Site, Id> = never,
    Selected extends FieldPath<FieldsOf<Site, Id>> = never,
  >(
    collectionId: Id,
    itemId: string,
    options?: GetOptions<Included, Selected>,
  ): Promise<SelectedItem<WithIncluded<Site, Id, ItemOf<Site, Id>, Included>, Selected> | null>;
  /** Returns a client whose calls use this environment of the data. */
  withEnvironment(environment: EnvironmentMode): ItemsQueries<Site>;
}

export interface GetOptions<Included extends string = string, Selected extends string = string> extends ItemOptions {
  /** Includes the items that these reference fields refer to. */
  readonly include?: readonly Included[] | undefined;
  /** Returns only these fields and the id. */
  readonly fields?: readonly Selected[] | undefined;
}

/** The copy of the data that a call uses. Portico has no sandbox yet: `SANDBOX` is rejected with WDE0179. */
export type EnvironmentMode = NonNullable<Calls['data.items.query']['body']['environment']>;

/** Creates the part of an items client that finds items by filters and ids: the smallest one, for pages that show items. */
export function createItemsQueries<Site extends SiteTypes = AnySite>(call: Call): ItemsQueries<Site>;
export function createItemsQueries(baseCall: Call): ItemsQueries {
  const call = dataCall(baseCall);
  return {
    query(collectionId) {
      checkCollection(collectionId);
      return createItemsQuery(call, collectionId);
    },
    filter: () => createFilter(),
    async get(
      dataCollectionId: string,
      dataItemId: string,
      { signal, include, fields, ...options }: GetOptions = {},
    ): Promise<StoredItem | null> {
      checkArguments(dataCollectionId, options, dataItemId);
      for (const field of [...(include ?? []), ...(fields ?? [])]) checkField(field);
      const query = {
        dataCollectionId,
        dataItemId,
        ...options,
        includeReferences: include?.map((field) => ({ field })),
        fields: fields && [...fields],
      };
      return itemOrNull(call(dataItemsGet, { query, signal }));
    },
    withEnvironment: (environment) => createItemsQueries(inEnvironment(call, environment)),
  };
}

/** Returns a function whose calls use this environment of the data. */
export const inEnvironment =
  (call: Call, environment: EnvironmentMode): Call =>
  (route, { query, body, ...input } = {}) =>
    call(route, { ...input, ...(body ? { body: { ...body, environment } } : { query: { ...query, environment } }) });

/** Converts the codes of errors to those of specification section 8, "Data errors". */
export const dataCall =
  (call: Call): Call =>
  async (route, input) => {
    try {
      return await call(route, input);
    } catch (error) {
      const code = error instanceof PorticoError && dataCodeOf(error);
      throw code ? new PorticoError(error.message, { ...error, code }) : error;
    }
  };

const DATA_CODES: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'WD_VALIDATION_ERROR',
  SYSTEM_ERROR: 'WD_UNKNOWN_ERROR',
};

function dataCodeOf({ status, code }: PorticoError): string | undefined {
  return status === 413 ? 'WDE0109' : DATA_CODES[code];
}

/** Checks the arguments that most calls on items share. */
export function checkArguments(collectionId: string, options: ItemOptions, ...itemIds: string[]): void {
  checkCollection(collectionId);
  for (const itemId of itemIds) checkItemId(itemId);
  checkOptions(options);
}

/** Returns the item of a response, or null if it does not exist. */
export async function itemOrNull(
  request: Promise<{ dataItem: { data: Record<string, unknown> } }>,
): Promise<StoredItem | null> {
  try {
    return toItem((await request).dataItem);
  } catch (error) {
    if (error instanceof PorticoError && error.code === 'WDE0073') return null;
    throw error;
  }
}
