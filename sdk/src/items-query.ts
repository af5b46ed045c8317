import { DataError } from './data-error.ts';
import { checkField, checkLimit, checkOptions, checkSkip, type ItemOptions, type StoredItem } from './item-checks.ts';
import { type FilterSteps, filterSteps, type WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePage, type WirePaging } from './items-page.ts';

type Order = 'ASC' | 'DESC';
export interface IncludedReference {
  field: string;
  limit?: number;
}

/** The query of one request, as the wire has it (data contract sections 1.3 and 1.5). */
export interface WireQuery extends WirePaging {
  filter?: WireFilter;
  sort?: { fieldName: string; order: Order }[];
  fields?: string[];
}

export interface WireSearch extends WireQuery {
  search: { expression: string; fuzzy?: boolean; mode?: 'AND' | 'OR' };
}

export interface FindOptions extends ItemOptions {
  /** also count every item that matches, not only those of the page */
  readonly returnTotalCount?: boolean;
}

export interface DistinctOptions extends FindOptions {
  readonly order?: 'asc' | 'desc';
}

export type ItemsPage = Page<StoredItem>;

type Around = { includeReferences?: IncludedReference[] } & FindOptions;

/** The requests a query makes; the items client gives them their collection. */
export interface QueryCalls {
  query(query: WireQuery, around: Around): Promise<WirePage<StoredItem>>;
  search(search: WireSearch, around: Around): Promise<WirePage<StoredItem>>;
  count(filter: WireFilter, options: ItemOptions): Promise<number>;
  distinct(
    asked: WirePaging & { fieldName?: string; filter?: WireFilter; order?: Order },
    options: FindOptions,
  ): Promise<WirePage<unknown>>;
}

interface QuerySteps<Self> extends FilterSteps<Self> {
  ascending(...fields: string[]): Self;
  descending(...fields: string[]): Self;
  /** answer only these fields, and the id */
  fields(...fields: string[]): Self;
  /** answer the items that these reference fields point to; a number at the end limits each */
  include(...fieldsAndLimit: (string | number)[]): Self;
  /** @throws DataError WDE0032, WDE0033, WDE0035: a positive integer */
  limit(limit: number): Self;
  /** @throws DataError WDE0032, WDE0034, WDE0035: an integer from 0 */
  skip(skip: number): Self;
}

/** A query under construction. Every step answers a new one; the first is never changed. */
export interface ItemsQuery extends QuerySteps<ItemsQuery> {
  find(options?: FindOptions): Promise<ItemsPage>;
  /** How many items match, whatever the limit says. */
  count(options?: ItemOptions): Promise<number>;
  /** The different values of a field among the items that match, in order. */
  distinct(field: string, options?: DistinctOptions): Promise<Page<unknown>>;
}

/** A search under construction: the words, and what else the items must be. */
export interface ItemsSearch extends QuerySteps<ItemsSearch> {
  /** the words to look for, at most 100 characters */
  expression(text: string): ItemsSearch;
  /** also words that are nearly the same */
  fuzzy(): ItemsSearch;
  /** items must hold every word */
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
      const asked = { fieldName, filter: filter(), order: order === 'desc' ? ('DESC' as const) : ('ASC' as const) };
      return firstPage((where) => calls.distinct(where.cursorPaging ? where : { ...asked, ...where }, options), state);
    },
  };
}

export function createItemsSearch(calls: QueryCalls, state: State = EMPTY): ItemsSearch {
  const to = (search: State['search']) =>
    createItemsSearch(calls, { ...state, search: { ...state.search, ...search } });
  return {
    ...steps(state, (next) => createItemsSearch(calls, next)),
    expression(text) {
      if (typeof text !== 'string') throw new DataError('WDE0044', 'The words to look for must be a text.');
      return to({ expression: text });
    },
    fuzzy: () => to({ fuzzy: true }),
    andMode: () => to({ mode: 'AND' }),
    orMode: () => to({ mode: 'OR' }),
    async run(options = {}) {
      checkOptions(options);
      const search = { expression: '', ...state.search };
      // a search repeats its words, filter and sort beside the cursor
      const asked = (where: WirePaging) => ({ ...wireQuery(state, {}), ...where, search });
      return firstPage((where) => calls.search(asked(where), around(state, options)), state);
    },
  };
}

function steps<Self>(state: State, to: (state: State) => Self): QuerySteps<Self> {
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
    include(...given) {
      const last = given.at(-1);
      const limit = typeof last === 'number' ? last : undefined;
      if (limit !== undefined) checkLimit(limit);
      const includes = given.slice(0, limit === undefined ? undefined : -1).map((field) => {
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

/** A cursor carries filter and sort itself: the follow-up repeats neither. */
function wireQuery(state: State, where: WirePaging): WireQuery {
  const fields = [...state.fields];
  if (where.cursorPaging) return { fields, ...where };
  const filter = filterSteps(state.conditions, () => null).toFilter();
  return { filter, sort: [...state.sort], fields, ...where };
}

const around = ({ includes }: State, options: FindOptions): Around => ({
  ...options,
  ...(includes.length > 0 ? { includeReferences: [...includes] } : {}),
});
