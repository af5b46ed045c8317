import type { Calls } from './calls.gen.ts';
import { rejectArgument } from './error.ts';
import type { AnyFields, FieldOfType, FieldPath } from './field-types.ts';
import { checkField, checkLimit, checkOptions, checkSkip, type SortOrder, sortBy } from './item-checks.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePage, type WirePaging } from './items-page.ts';
import type { FindOptions } from './items-query.ts';

type Body = Calls['data.items.aggregate']['body'];
type Operation = NonNullable<NonNullable<Body['aggregation']>['operations']>[number];
type Operator = 'sum' | 'average' | 'min' | 'max';

/** The body of the request, without its collection (data contract section 3.1). */
export type WireAggregate = Pick<Body, 'initialFilter' | 'aggregation' | 'finalFilter' | 'sort'> & WirePaging;
export type RunAggregate = (request: WireAggregate, options: FindOptions) => Promise<WirePage<AggregateRow>>;

/** A group. `_id` is the value of the grouping field, or an object with the values of several fields. */
export type AggregateRow = Record<string, unknown>;

/** An immutable builder of an aggregation. Every method returns a new builder. `T` maps the fields to their values. */
export interface ItemsAggregate<T = AnyFields> {
  /**
   * Limits the aggregation to matching items. May be set once.
   * @throws PorticoError WDE0012 the second time
   */
  filter(filter: Filtering | WireFilter): ItemsAggregate<T>;
  /**
   * Groups by the values of a field, or by combinations of values of several fields. May be set once.
   * @throws PorticoError WDE0013 the second time
   */
  group(...fields: FieldPath<T>[]): ItemsAggregate<T>;
  /**
   * @param name name of the result; the default is `<field>Sum` here, and `<field>Avg`, `<field>Min` and `<field>Max`
   *   for the other methods
   */
  sum(field: FieldOfType<T, number>, name?: string): ItemsAggregate<T>;
  avg(field: FieldOfType<T, number>, name?: string): ItemsAggregate<T>;
  min(field: FieldPath<T>, name?: string): ItemsAggregate<T>;
  max(field: FieldPath<T>, name?: string): ItemsAggregate<T>;
  /** Counts the items of each group, as `count` by default. */
  count(name?: string): ItemsAggregate<T>;
  /**
   * Limits the groups by a filter on their results, such as `count`. May be set once.
   * @throws PorticoError WDE0012 the second time
   */
  having(filter: Filtering | WireFilter): ItemsAggregate<T>;
  ascending(...fields: string[]): ItemsAggregate<T>;
  descending(...fields: string[]): ItemsAggregate<T>;
  limit(limit: number): ItemsAggregate<T>;
  skip(skip: number): ItemsAggregate<T>;
  run(options?: FindOptions): Promise<Page<AggregateRow>>;
}

interface State {
  readonly filter?: WireFilter;
  readonly groups?: readonly string[];
  readonly operations: readonly Operation[];
  readonly having?: WireFilter;
  readonly sort: readonly { fieldName: string; order: SortOrder }[];
  readonly limit?: number;
  readonly skip: number;
}

export function createItemsAggregate<T = AnyFields>(
  run: RunAggregate,
  state: State = { operations: [], sort: [], skip: 0 },
): ItemsAggregate<T> {
  const to = (changes: Partial<State>) => createItemsAggregate<T>(run, { ...state, ...changes });
  const compute = (operator: Operator, suffix: string) => (field: string, name?: string) => {
    checkField(field, 'WDE0044');
    const operation = { resultFieldName: name ?? field + suffix, [operator]: { itemFieldName: field } };
    return to({ operations: [...state.operations, operation] });
  };
  const sorted =
    (order: SortOrder) =>
    (...fields: string[]) =>
      to({ sort: [...state.sort, ...sortBy(order, fields)] });
  return {
    filter(input) {
      if (state.filter) rejectArgument('WDE0012', 'filter can be set only once.');
      return to({ filter: filterOf(input) });
    },
    group(...fields) {
      if (state.groups) rejectArgument('WDE0013', 'group can be set only once.');
      for (const field of fields) checkField(field);
      return to({ groups: fields });
    },
    sum: compute('sum', 'Sum'),
    avg: compute('average', 'Avg'),
    min: compute('min', 'Min'),
    max: compute('max', 'Max'),
    count: (name = 'count') => to({ operations: [...state.operations, { resultFieldName: name, itemCount: {} }] }),
    having(input) {
      if (state.having) rejectArgument('WDE0012', 'having can be set only once.');
      return to({ having: filterOf(input) });
    },
    ascending: sorted('ASC'),
    descending: sorted('DESC'),
    limit(limit) {
      checkLimit(limit);
      return to({ limit });
    },
    skip(skip) {
      checkSkip(skip);
      return to({ skip });
    },
    async run(options = {}) {
      checkOptions(options);
      // A cursor contains the entire aggregation, so requests with a cursor omit it.
      return firstPage((where) => run(where.cursorPaging ? where : { ...wire(state), ...where }, options), state);
    },
  };
}

const wire = ({ filter, groups = [], operations, having, sort }: State): WireAggregate => ({
  initialFilter: filter,
  aggregation: { groupingFields: [...groups], operations: [...operations] },
  finalFilter: having,
  sort: [...sort],
});

/** Replaces `_id` with the value itself if the rows are grouped by one field. */
export function unwrapGroup(row: AggregateRow): AggregateRow {
  const { _id } = row;
  if (typeof _id !== 'object' || _id === null || _id instanceof Date || Array.isArray(_id)) return row;
  const values = Object.values(_id);
  return values.length === 1 ? { ...row, _id: values[0] } : row;
}
