import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import { decodeDates } from './dates.ts';
import { rejectArgument } from './error.ts';
import type { AnyFields, ElementAt, FieldPath, FieldsOf, WithFields } from './field-types.ts';
import {
  checkField,
  checkLimit,
  checkOptions,
  checkSkip,
  checkString,
  type ItemOptions,
  inputOf,
  type SortOrder,
  type StoredItem,
  sortBy,
} from './item-checks.ts';
import { allOf, type FilterBuilder, filterSteps, type WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePaging, wirePage } from './items-page.ts';
import { dataItemsCount, dataItemsDistinct, dataItemsQuery, dataItemsSearch } from './routes.gen.ts';
import type { AnySite, CollectionId, ItemOf, ReferenceField, SiteTypes, WithIncluded } from './site-types.ts';

export interface IncludedReference {
  field: string;
  limit?: number | undefined;
}

/** A query in its wire format (data contract sections 1.3 and 1.5). */
export interface WireQuery extends WirePaging {
  filter?: WireFilter;
  sort?: { fieldName: string; order: SortOrder }[];
  fields?: string[];
}

export interface WireSearch extends WireQuery {
  search: { expression: string; fuzzy?: boolean; mode?: 'AND' | 'OR'; fields?: string[] };
}

export interface FindOptions extends ItemOptions {
  /** Counts all matching items, not only those of the page. */
  readonly returnTotalCount?: boolean | undefined;
}

export interface DistinctOptions extends FindOptions {
  /** Default: the order in which the query sorts the field. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export type ItemsPage<Result = StoredItem> = Page<Result>;

type RequestOptions = FindOptions & {
  includeReferences?: IncludedReference[] | undefined;
  sortMode?: 'RANDOM' | undefined;
  randomOptions?: { seed?: number | undefined } | undefined;
};

interface QueryBuilder<Self, T = AnyFields> extends FilterBuilder<Self, T> {
  /** @param fields separate arguments or one array */
  ascending(...fields: (FieldPath<T> | readonly FieldPath<T>[])[]): Self;
  descending(...fields: (FieldPath<T> | readonly FieldPath<T>[])[]): Self;
  /** @throws PorticoError WDE0032, WDE0033, WDE0035 unless it is a positive integer */
  limit(limit: number): Self;
  /** @throws PorticoError WDE0032, WDE0034, WDE0035 unless it is a non-negative integer */
  skip(skip: number): Self;
  /**
   * Starts with the page at a cursor from `Page.cursors`. The cursor contains the filter and sort order of its query.
   * @throws PorticoError WDE0080 together with `skip`
   */
  cursor(cursor: string): Self;
}

/** An immutable builder of a query. Every method returns a new builder. `Result` is the type of the items it finds. */
export interface ItemsQuery<
  Site extends SiteTypes = AnySite,
  Id extends CollectionId<Site> = CollectionId<Site>,
  Result = ItemOf<Site, Id>,
> extends QueryBuilder<ItemsQuery<Site, Id, Result>, FieldsOf<Site, Id>> {
  /** Returns only these fields and the id. Further calls add fields. */
  fields<F extends FieldPath<FieldsOf<Site, Id>>>(...fields: F[]): ItemsQuery<Site, Id, WithFields<Result, F>>;
  /** Includes the items that these reference fields refer to. A trailing number limits the items of each field. */
  include<F extends ReferenceField<Site, Id>>(
    ...fieldsAndLimit: (F | number)[]
  ): ItemsQuery<Site, Id, WithIncluded<Site, Id, Result, F>>;
  /** Returns the items in random order. The same seed yields the same order while the items do not change. */
  random(seed?: number): ItemsQuery<Site, Id, Result>;
  find(options?: FindOptions): Promise<ItemsPage<Result>>;
  /** Counts all matching items, regardless of the limit. */
  count(options?: ItemOptions): Promise<number>;
  /** Returns the request of this query. Queries with the same JSON find the same items. */
  toJSON(): WireQuery & { includeReferences?: IncludedReference[] | undefined };
  /** Returns the distinct values of a field among the matching items, sorted. */
  distinct<F extends FieldPath<FieldsOf<Site, Id>>>(
    field: F,
    options?: DistinctOptions,
  ): Promise<Page<ElementAt<FieldsOf<Site, Id>, F>>>;
}

/** An immutable builder of a full-text search with filters. `Result` is the type of the items it finds. */
export interface ItemsSearch<
  Site extends SiteTypes = AnySite,
  Id extends CollectionId<Site> = CollectionId<Site>,
  Result = ItemOf<Site, Id>,
> extends QueryBuilder<ItemsSearch<Site, Id, Result>, FieldsOf<Site, Id>> {
  /** Returns only these fields and the id. */
  fields<F extends FieldPath<FieldsOf<Site, Id>>>(...fields: F[]): ItemsSearch<Site, Id, WithFields<Result, F>>;
  /** Includes the items that these reference fields refer to. A trailing number limits the items of each field. */
  include<F extends ReferenceField<Site, Id>>(
    ...fieldsAndLimit: (F | number)[]
  ): ItemsSearch<Site, Id, WithIncluded<Site, Id, Result, F>>;
  /** The search text, at most 100 characters. */
  expression(text: string): ItemsSearch<Site, Id, Result>;
  /** Searches only these fields. */
  searchFields(...fields: FieldPath<FieldsOf<Site, Id>>[]): ItemsSearch<Site, Id, Result>;
  /** Also finds similar words. */
  fuzzy(): ItemsSearch<Site, Id, Result>;
  /** Items must contain every word. */
  andMode(): ItemsSearch<Site, Id, Result>;
  orMode(): ItemsSearch<Site, Id, Result>;
  run(options?: FindOptions): Promise<ItemsPage<Result>>;
}

/** The methods that a query and a search share. */
interface QuerySteps<Self> extends QueryBuilder<Self> {
  fields(...fields: string[]): Self;
  include(...fieldsAndLimit: (string | number)[]): Self;
}

interface State {
  readonly conditions: readonly WireFilter[];
  readonly sort: readonly { fieldName: string; order: SortOrder }[];
  readonly fields: readonly string[];
  readonly includes: readonly IncludedReference[];
  readonly limit?: number;
  readonly skip: number;
  readonly cursor?: string;
  readonly random?: { seed?: number | undefined };
  readonly search: Partial<WireSearch['search']>;
}

const EMPTY: State = { conditions: [], sort: [], fields: [], includes: [], skip: 0, search: {} };

export function createItemsQuery(call: Call, collectionId: string, state: State = EMPTY): ItemsQuery {
  const inputFrom = <B extends object>(body: B, options: RequestOptions) =>
    inputOf({ dataCollectionId: collectionId, ...body }, options);
  return {
    ...steps(state, (next) => createItemsQuery(call, collectionId, next)),
    random(seed) {
      if (seed !== undefined && typeof seed !== 'number') rejectArgument('WDE0018', 'The seed must be a number.');
      return createItemsQuery(call, collectionId, { ...state, random: { seed } });
    },
    async find(options = {}) {
      checkOptions(options);
      return firstPage(async (where) => {
        const input = inputFrom({ query: wireQuery(state, where) }, requestOptionsOf(state, options));
        return pageOf(await call(dataItemsQuery, { ...input, asGet: true }));
      }, state);
    },
    async count(options = {}) {
      checkOptions(options);
      return (await call(dataItemsCount, inputFrom({ filter: allOf(state.conditions) }, options))).totalCount;
    },
    async distinct(fieldName, { order, ...options } = {}) {
      checkField(fieldName);
      checkOptions(options);
      const sort = state.sort.find((one) => one.fieldName === fieldName)?.order ?? 'ASC';
      const request = {
        fieldName,
        filter: allOf(state.conditions),
        order: order ? (order.toUpperCase() as SortOrder) : sort,
      };
      return firstPage(async (where) => {
        const input = inputFrom(where.cursorPaging ? where : { ...request, ...where }, options);
        const { distinctValues, pagingMetadata } = await call(dataItemsDistinct, input);
        return wirePage(distinctValues.map(decodeDates), pagingMetadata);
      }, state);
    },
    toJSON() {
      const { limit, skip } = state;
      return {
        ...wireQuery(state, { paging: { limit, offset: skip } }),
        ...requestOptionsOf(state, {}),
      };
    },
  };
}

export function createItemsSearch(call: Call, collectionId: string, state: State = EMPTY): ItemsSearch {
  const to = (search: State['search']) =>
    createItemsSearch(call, collectionId, { ...state, search: { ...state.search, ...search } });
  return {
    ...steps(state, (next) => createItemsSearch(call, collectionId, next)),
    expression(text) {
      checkString(text, 'The search expression');
      return to({ expression: text });
    },
    searchFields(...fields) {
      for (const field of fields) checkField(field);
      return to({ fields });
    },
    fuzzy: () => to({ fuzzy: true }),
    andMode: () => to({ mode: 'AND' }),
    orMode: () => to({ mode: 'OR' }),
    async run(options = {}) {
      checkOptions(options);
      const search = { expression: '', ...state.search };
      // Unlike other queries, a search repeats its text, filter and sort together with the cursor.
      const requestOf = (where: WirePaging) => ({ ...wireQuery(state, {}), ...where, search });
      return firstPage(async (where) => {
        const body = { dataCollectionId: collectionId, search: requestOf(where) };
        return pageOf(await call(dataItemsSearch, inputOf(body, requestOptionsOf(state, options))));
      }, state);
    },
  };
}

function steps<Self>(state: State, to: (state: State) => Self): QuerySteps<Self> {
  const sorted =
    (order: SortOrder) =>
    (...fields: (string | readonly string[])[]) =>
      to({ ...state, sort: [...state.sort, ...sortBy(order, fields)] });
  return {
    ...filterSteps(state.conditions, (conditions) => to({ ...state, conditions })),
    ascending: sorted('ASC'),
    descending: sorted('DESC'),
    fields(...fields) {
      for (const field of fields) checkField(field);
      return to({ ...state, fields: [...state.fields, ...fields] });
    },
    include(...fieldsAndLimit) {
      const fields = [...fieldsAndLimit];
      const limit = typeof fields.at(-1) === 'number' ? (fields.pop() as number) : undefined;
      if (limit !== undefined) checkLimit(limit);
      const includes = fields.map((field) => {
        checkField(field, 'WDE0094');
        return { field, limit };
      });
      return to({ ...state, includes: [...state.includes, ...includes] });
    },
    limit(limit) {
      checkLimit(limit);
      return to({ ...state, limit });
    },
    skip(skip) {
      checkSkip(skip);
      if (skip > 0 && state.cursor) rejectSkip();
      return to({ ...state, skip });
    },
    cursor(cursor) {
      checkString(cursor, 'The cursor');
      if (state.skip > 0) rejectSkip();
      return to({ ...state, cursor });
    },
  };
}

const rejectSkip = () => rejectArgument('WDE0080', 'skip is not supported in cursor paging.');

/** A cursor contains filter and sort, so follow-up requests omit them. */
function wireQuery(state: State, where: WirePaging): WireQuery {
  const fields = [...state.fields];
  if (where.cursorPaging) return { fields, ...where };
  return { filter: allOf(state.conditions), sort: [...state.sort], fields, ...where };
}

const requestOptionsOf = ({ includes, random }: State, options: FindOptions): RequestOptions => ({
  ...options,
  sortMode: random && 'RANDOM',
  randomOptions: random,
  includeReferences: includes.length > 0 ? [...includes] : undefined,
});

/** Returns the page of a query or a search. */
const pageOf = ({ dataItems, pagingMetadata }: Calls['data.items.query']['response']) =>
  wirePage(dataItems.map(toItem), pagingMetadata);

/** Returns an item of a response. */
export const toItem = (wire: { data: Record<string, unknown> }): StoredItem => decodeDates(wire.data) as StoredItem;
