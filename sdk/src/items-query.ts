import { rejectArgument } from './error.ts';
import type { AnyFields, ElementAt, FieldPath, FieldsOf, WithFields } from './field-types.ts';
import {
  checkField,
  checkLimit,
  checkOptions,
  checkSkip,
  checkString,
  type ItemOptions,
  type SortOrder,
  type StoredItem,
  sortBy,
} from './item-checks.ts';
import { type FilterBuilder, filterSteps, type WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePage, type WirePaging } from './items-page.ts';
import type { AnySite, CollectionId, ItemOf, ReferenceField, SiteTypes, WithIncluded } from './site-types.ts';

const ORDERS = { asc: 'ASC', desc: 'DESC' } as const;
export interface IncludedReference {
  field: string;
  limit?: number;
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
  includeReferences?: IncludedReference[];
  sortMode?: 'RANDOM';
  randomOptions?: { seed?: number };
};

/** The calls that a query makes. The items client binds them to a collection. */
export interface QueryCalls {
  query(query: WireQuery, requestOptions: RequestOptions): Promise<WirePage<StoredItem>>;
  search(search: WireSearch, requestOptions: RequestOptions): Promise<WirePage<StoredItem>>;
  count(filter: WireFilter, options: ItemOptions): Promise<number>;
  distinct(
    request: WirePaging & { fieldName?: string; filter?: WireFilter; order?: SortOrder },
    options: FindOptions,
  ): Promise<WirePage<unknown>>;
}

interface QueryBuilder<Self, T = AnyFields> extends FilterBuilder<Self, T> {
  /** @param fields separate arguments or one array */
  ascending(...fields: (FieldPath<T> | readonly FieldPath<T>[])[]): Self;
  descending(...fields: (FieldPath<T> | readonly FieldPath<T>[])[]): Self;
  /** @throws PorticoError WDE0032, WDE0033, WDE0035 unless it is a positive integer */
  limit(limit: number): Self;
  /** @throws PorticoError WDE0032, WDE0034, WDE0035 unless it is a non-negative integer */
  skip(skip: number): Self;
  /**
   * Starts with the page at a cursor of `Page.cursors`, which contains the filter and sort order of its query.
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
  toJSON(): WireQuery & { includeReferences?: IncludedReference[] };
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
  readonly random?: { seed?: number };
  readonly search: Partial<WireSearch['search']>;
}

const EMPTY: State = { conditions: [], sort: [], fields: [], includes: [], skip: 0, search: {} };

export function createItemsQuery(calls: QueryCalls, state: State = EMPTY): ItemsQuery {
  const filter = () => filterSteps(state.conditions, () => null).toFilter();
  return {
    ...steps(state, (next) => createItemsQuery(calls, next)),
    random(seed) {
      if (seed !== undefined && typeof seed !== 'number') rejectArgument('WDE0018', 'The seed must be a number.');
      return createItemsQuery(calls, { ...state, random: seed === undefined ? {} : { seed } });
    },
    async find(options = {}) {
      checkOptions(options);
      return firstPage((where) => calls.query(wireQuery(state, where), requestOptionsOf(state, options)), state);
    },
    async count(options = {}) {
      checkOptions(options);
      return calls.count(filter(), options);
    },
    async distinct(fieldName, { order, ...options } = {}) {
      checkField(fieldName);
      checkOptions(options);
      const sort = state.sort.find((one) => one.fieldName === fieldName)?.order ?? 'ASC';
      const request = { fieldName, filter: filter(), order: order ? ORDERS[order] : sort };
      return firstPage(
        (where) => calls.distinct(where.cursorPaging ? where : { ...request, ...where }, options),
        state,
      );
    },
    toJSON() {
      const { limit, skip } = state;
      return {
        ...wireQuery(state, { paging: { ...(limit ? { limit } : {}), offset: skip } }),
        ...requestOptionsOf(state, {}),
      };
    },
  };
}

export function createItemsSearch(calls: QueryCalls, state: State = EMPTY): ItemsSearch {
  const to = (search: State['search']) =>
    createItemsSearch(calls, { ...state, search: { ...state.search, ...search } });
  return {
    ...steps(state, (next) => createItemsSearch(calls, next)),
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
      return firstPage((where) => calls.search(requestOf(where), requestOptionsOf(state, options)), state);
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
      const last = fieldsAndLimit.at(-1);
      const limit = typeof last === 'number' ? last : undefined;
      if (limit !== undefined) checkLimit(limit);
      const includes = fieldsAndLimit.slice(0, limit === undefined ? undefined : -1).map((field) => {
        checkField(field, 'WDE0094');
        return { field, ...(limit === undefined ? {} : { limit }) };
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
  const filter = filterSteps(state.conditions, () => null).toFilter();
  return { filter, sort: [...state.sort], fields, ...where };
}

const requestOptionsOf = ({ includes, random }: State, options: FindOptions): RequestOptions => ({
  ...options,
  ...(random ? { sortMode: 'RANDOM', randomOptions: random } : {}),
  ...(includes.length > 0 ? { includeReferences: [...includes] } : {}),
});
