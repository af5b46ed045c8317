import { DataError } from './data-error.ts';
import { encodeDates } from './dates.ts';
import {
  checkComparable,
  checkField,
  checkLimit,
  checkOptions,
  checkSkip,
  checkText,
  type ItemOptions,
  type StoredItem,
} from './item-checks.ts';

/** Rows of a page where no limit was asked for (specification section 9). */
export const DEFAULT_PAGE_SIZE = 50;

/** The query of one request, as the wire has it (data contract section 1.3). */
export interface WireQuery {
  filter?: Record<string, unknown>;
  sort?: { fieldName: string; order: 'ASC' | 'DESC' }[];
  fields?: string[];
  paging?: { limit?: number; offset?: number };
  cursorPaging?: { limit?: number; cursor: string };
}

export interface WirePage {
  readonly items: StoredItem[];
  readonly total?: number;
  readonly hasNext: boolean;
  readonly cursors: { readonly next?: string; readonly prev?: string };
}

export interface FindOptions extends ItemOptions {
  /** also count every item that matches, not only those of the page */
  readonly returnTotalCount?: boolean;
}

/** Runs one query; the items client gives it its collection. */
export type RunQuery = (query: WireQuery, options: FindOptions) => Promise<WirePage>;

/** One page of items, and the way to the next and the one before. */
export interface ItemsPage {
  readonly items: StoredItem[];
  readonly length: number;
  readonly pageSize: number;
  /** counted from 0 */
  readonly currentPage: number;
  /** only with returnTotalCount, and only where the server could count them */
  readonly totalCount: number | undefined;
  readonly totalPages: number | undefined;
  hasNext(): boolean;
  hasPrev(): boolean;
  /** @throws DataError WDE0165 where no page follows */
  next(): Promise<ItemsPage>;
  /** @throws DataError WDE0159 where none stands before */
  prev(): Promise<ItemsPage>;
}

/** A query under construction. Every step answers a new one; the first is never changed. */
export interface ItemsQuery {
  eq(field: string, value: unknown): ItemsQuery;
  ne(field: string, value: unknown): ItemsQuery;
  gt(field: string, value: string | number | Date): ItemsQuery;
  ge(field: string, value: string | number | Date): ItemsQuery;
  lt(field: string, value: string | number | Date): ItemsQuery;
  le(field: string, value: string | number | Date): ItemsQuery;
  in(field: string, values: readonly unknown[]): ItemsQuery;
  contains(field: string, text: string): ItemsQuery;
  startsWith(field: string, text: string): ItemsQuery;
  endsWith(field: string, text: string): ItemsQuery;
  hasSome(field: string, values: readonly unknown[]): ItemsQuery;
  hasAll(field: string, values: readonly unknown[]): ItemsQuery;
  isEmpty(field: string): ItemsQuery;
  isNotEmpty(field: string): ItemsQuery;
  /** what this query or the other one finds */
  or(other: ItemsQuery): ItemsQuery;
  ascending(...fields: string[]): ItemsQuery;
  descending(...fields: string[]): ItemsQuery;
  /** answer only these fields, and the id */
  fields(...fields: string[]): ItemsQuery;
  /** @throws DataError WDE0032, WDE0033, WDE0035: a positive integer */
  limit(limit: number): ItemsQuery;
  /** @throws DataError WDE0032, WDE0034, WDE0035: an integer from 0 */
  skip(skip: number): ItemsQuery;
  find(options?: FindOptions): Promise<ItemsPage>;
  /** How many items match, whatever the limit says. */
  count(options?: ItemOptions): Promise<number>;
  /** the filter as it is sent */
  toFilter(): Record<string, unknown>;
}

interface State {
  readonly conditions: readonly Record<string, unknown>[];
  readonly sort: readonly { fieldName: string; order: 'ASC' | 'DESC' }[];
  readonly fields: readonly string[];
  readonly limit: number | undefined;
  readonly skip: number;
}

const EMPTY: State = { conditions: [], sort: [], fields: [], limit: undefined, skip: 0 };

/** @param count counts the items that match a filter */
export function createItemsQuery(
  run: RunQuery,
  count: (filter: Record<string, unknown>, options: ItemOptions) => Promise<number>,
  state: State = EMPTY,
): ItemsQuery {
  const to = (changes: Partial<State>) => createItemsQuery(run, count, { ...state, ...changes });
  const where = (field: string, condition: unknown) => {
    checkField(field);
    return to({ conditions: [...state.conditions, { [field]: encodeDates(condition) }] });
  };
  const compare = (operator: string) => (field: string, value: string | number | Date) => {
    checkComparable(value);
    return where(field, { [operator]: value });
  };
  const match = (operator: string) => (field: string, text: string) => {
    checkText(text);
    return where(field, { [operator]: text });
  };
  const among = (operator: string) => (field: string, values: readonly unknown[]) => {
    if (!Array.isArray(values)) throw new DataError('WDE0047', 'This comparison takes a list.');
    return where(field, { [operator]: values });
  };
  const sorted =
    (order: 'ASC' | 'DESC') =>
    (...fields: string[]) => {
      for (const field of fields) checkField(field);
      return to({ sort: [...state.sort, ...fields.map((fieldName) => ({ fieldName, order }))] });
    };
  const toFilter = () => allOf(state.conditions);

  return {
    eq: (field, value) => where(field, value ?? null),
    ne: (field, value) => where(field, { $ne: value ?? null }),
    gt: compare('$gt'),
    ge: compare('$gte'),
    lt: compare('$lt'),
    le: compare('$lte'),
    in: among('$in'),
    contains: match('$contains'),
    startsWith: match('$startsWith'),
    endsWith: match('$endsWith'),
    hasSome: among('$hasSome'),
    hasAll: among('$hasAll'),
    isEmpty: (field) => where(field, null),
    isNotEmpty: (field) => where(field, { $ne: null }),
    or: (other) => to({ conditions: [{ $or: [toFilter(), other.toFilter()] }] }),
    ascending: sorted('ASC'),
    descending: sorted('DESC'),
    fields(...fields) {
      for (const field of fields) checkField(field);
      return to({ fields });
    },
    limit(limit) {
      checkLimit(limit);
      return to({ limit });
    },
    skip(skip) {
      checkSkip(skip);
      return to({ skip });
    },
    find: (options = {}) => {
      checkOptions(options);
      return findPage(run, toWire(state), options, pageOf(state));
    },
    count: (options = {}) => {
      checkOptions(options);
      return count(toFilter(), options);
    },
    toFilter,
  };
}

/** Conditions on different fields share one object; a second one on the same field needs `$and`. */
function allOf(conditions: readonly Record<string, unknown>[]): Record<string, unknown> {
  const keys = conditions.flatMap((condition) => Object.keys(condition));
  if (new Set(keys).size === keys.length) return Object.assign({}, ...conditions);
  return { $and: [...conditions] };
}

const pageOf = (state: State): number => Math.floor(state.skip / (state.limit ?? DEFAULT_PAGE_SIZE));

const toWire = (state: State): WireQuery => ({
  filter: allOf(state.conditions),
  sort: [...state.sort],
  fields: [...state.fields],
  ...(state.limit === undefined && state.skip === 0
    ? {}
    : { paging: { ...(state.limit === undefined ? {} : { limit: state.limit }), offset: state.skip } }),
});

async function findPage(
  run: RunQuery,
  query: WireQuery,
  options: FindOptions,
  currentPage: number,
): Promise<ItemsPage> {
  const page = await run(query, options);
  const limit = query.paging?.limit ?? query.cursorPaging?.limit;
  const pageSize = limit ?? DEFAULT_PAGE_SIZE;
  const offset = query.paging?.offset ?? 0;
  const { next, prev } = page.cursors;
  const hasPrev = prev !== undefined || offset > 0;
  // A cursor carries filter and sort itself: the follow-up repeats neither.
  const by = (cursor: string): WireQuery => ({
    ...(query.fields ? { fields: query.fields } : {}),
    cursorPaging: { ...(limit === undefined ? {} : { limit }), cursor },
  });
  const at = (offset: number): WireQuery => ({ ...query, paging: { ...query.paging, offset: Math.max(0, offset) } });
  return {
    items: page.items,
    length: page.items.length,
    pageSize,
    currentPage,
    totalCount: page.total,
    totalPages: page.total === undefined ? undefined : Math.ceil(page.total / pageSize),
    hasNext: () => page.hasNext,
    hasPrev: () => hasPrev,
    async next() {
      if (!page.hasNext) throw new DataError('WDE0165', 'There is no next page.');
      return findPage(run, next === undefined ? at(offset + pageSize) : by(next), options, currentPage + 1);
    },
    async prev() {
      if (!hasPrev) throw new DataError('WDE0159', 'There is no page before this one.');
      return findPage(
        run,
        prev === undefined ? at(offset - pageSize) : by(prev),
        options,
        Math.max(0, currentPage - 1),
      );
    },
  };
}
