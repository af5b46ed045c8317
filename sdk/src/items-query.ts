import { DataError } from './data-error.ts';
import { checkField, checkLimit, checkOptions, checkSkip, type ItemOptions, type StoredItem } from './item-checks.ts';
import { type FilterBuilder, filterSteps, type WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePage, type WirePaging } from './items-page.ts';

type Order = 'ASC' | 'DESC';
export interface IncludedReference {
  field: string;
  limit?: number;
}

/** A query in its wire format (data contract sections 1.3 and 1.5). */
export interface WireQuery extends WirePaging {
  filter?: WireFilter;
  sort?: { fieldName: string; order: Order }[];
  fields?: string[];
}

export interface WireSearch extends WireQuery {
  search: { expression: string; fuzzy?: boolean; mode?: 'AND' | 'OR' };
}

export interface FindOptions extends ItemOptions {
  /** Counts all matching items, not only those of the page. */
  readonly returnTotalCount?: boolean;
}

export interface DistinctOptions extends FindOptions {
  readonly order?: 'asc' | 'desc';
}

export type ItemsPage = Page<StoredItem>;

type RequestOptions = { includeReferences?: IncludedReference[] } & FindOptions;

/** The requests of a query. The items client adds the collection. */
export interface QueryCalls {
  query(query: WireQuery, requestOptions: RequestOptions): Promise<WirePage<StoredItem>>;
  search(search: WireSearch, around: RequestOptions): Promise<WirePage<StoredItem>>;
  count(filter: WireFilter, options: ItemOptions): Promise<number>;
  distinct(
    request: WirePaging & { fieldName?: string; filter?: WireFilter; order?: Order },
    options: FindOptions,
  ): Promise<WirePage<unknown>>;
}

interface QueryBuilder<Self> extends FilterBuilder<Self> {
  ascending(...fields: string[]): Self;
  descending(...fields: string[]): Self;
  /** Returns only these fields and the id. */
  fields(...fields: string[]): Self;
  /** Includes the items that these reference fields refer to. A trailing number limits the items of each field. */
  include(...fieldsAndLimit: (string | number)[]): Self;
  /** @throws DataError WDE0032, WDE0033, WDE0035 unless it is a positive integer */
  limit(limit: number): Self;
  /** @throws DataError WDE0032, WDE0034, WDE0035 unless it is a non-negative integer */
  skip(skip: number): Self;
}

/** An immutable builder of a query. Every method returns a new builder. */
export interface ItemsQuery extends QueryBuilder<ItemsQuery> {
  find(options?: FindOptions): Promise<ItemsPage>;
  /** Counts all matching items, regardless of the limit. */
  count(options?: ItemOptions): Promise<number>;
  /** Returns the distinct values of a field among the matching items, sorted. */
  distinct(field: string, options?: DistinctOptions): Promise<Page<unknown>>;
}

/** An immutable builder of a full-text search with filters. */
export interface ItemsSearch extends QueryBuilder<ItemsSearch> {
  /** The search text, at most 100 characters. */
  expression(text: string): ItemsSearch;
  /** Also finds similar words. */
  fuzzy(): ItemsSearch;
  /** Items must contain every word. */
  andMode(): ItemsSearch;
  orMode(): ItemsSearch;
  run(options?: FindOptions): Promise<ItemsPage>;
}

interface State {
  readonly conditions: readonly WireFilter[];
  readonly sort: readonly { fieldName: string; order: Order }[];
  readonly fields: readonly string[];
  readonly includes: readonly IncludedReference[];
  readonly limit?: number;
  readonly skip: number;
  readonly search: Partial<WireSearch['search']>;
}

const EMPTY: State = { conditions: [], sort: [], fields: [], includes: [], skip: 0, search: {} };

export function createItemsQuery(calls: QueryCalls, state: State = EMPTY): ItemsQuery {
  const filter = () => filterSteps(state.conditions, () => null).toFilter();
  return {
    ...steps(state, (next) => createItemsQuery(calls, next)),
    async find(options = {}) {
      checkOptions(options);
      return firstPage((where) => calls.query(wireQuery(state, where), around(state, options)), state);
    },
    async count(options = {}) {
      checkOptions(options);
      return calls.count(filter(), options);
    },
    async distinct(fieldName, { order, ...options } = {}) {
      checkField(fieldName);
      checkOptions(options);
      const request = { fieldName, filter: filter(), order: order === 'desc' ? ('DESC' as const) : ('ASC' as const) };
      return firstPage(
        (where) => calls.distinct(where.cursorPaging ? where : { ...request, ...where }, options),
        state,
      );
    },
  };
}

export function createItemsSearch(calls: QueryCalls, state: State = EMPTY): ItemsSearch {
  const to = (search: State['search']) =>
    createItemsSearch(calls, { ...state, search: { ...state.search, ...search } });
  return {
    ...steps(state, (next) => createItemsSearch(calls, next)),
    expression(text) {
      if (typeof text !== 'string') throw new DataError('WDE0044', 'The search expression must be a string.');
      return to({ expression: text });
    },
    fuzzy: () => to({ fuzzy: true }),
    andMode: () => to({ mode: 'AND' }),
    orMode: () => to({ mode: 'OR' }),
    async run(options = {}) {
      checkOptions(options);
      const search = { expression: '', ...state.search };
      // Unlike other queries, a search repeats its text, filter and sort together with the cursor.
      const requestOf = (where: WirePaging) => ({ ...wireQuery(state, {}), ...where, search });
      return firstPage((where) => calls.search(requestOf(where), around(state, options)), state);
    },
  };
}

function steps<Self>(state: State, to: (state: State) => Self): QueryBuilder<Self> {
  const sorted =
    (order: Order) =>
    (...fields: string[]) => {
      for (const field of fields) checkField(field);
      return to({ ...state, sort: [...state.sort, ...fields.map((fieldName) => ({ fieldName, order }))] });
    };
  return {
    ...filterSteps(state.conditions, (conditions) => to({ ...state, conditions })),
    ascending: sorted('ASC'),
    descending: sorted('DESC'),
    fields(...fields) {
      for (const field of fields) checkField(field);
      return to({ ...state, fields });
    },
    include(...fieldsAndLimit) {
      const last = fieldsAndLimit.at(-1);
      const limit = typeof last === 'number' ? last : undefined;
      if (limit !== undefined) checkLimit(limit);
      const includes = fieldsAndLimit.slice(0, limit === undefined ? undefined : -1).map((field) => {
        checkField(field);
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
      return to({ ...state, skip });
    },
  };
}

/** A cursor contains filter and sort, so follow-up requests omit them. */
function wireQuery(state: State, where: WirePaging): WireQuery {
  const fields = [...state.fields];
  if (where.cursorPaging) return { fields, ...where };
  const filter = filterSteps(state.conditions, () => null).toFilter();
  return { filter, sort: [...state.sort], fields, ...where };
}

const around = ({ includes }: State, options: FindOptions): RequestOptions => ({
  ...options,
  ...(includes.length > 0 ? { includeReferences: [...includes] } : {}),
});
