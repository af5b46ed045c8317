import type { Calls } from '@portico/contract';
import { DataError } from './data-error.ts';
import { checkField, checkLimit, checkOptions, checkSkip } from './item-checks.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePage, type WirePaging } from './items-page.ts';
import type { FindOptions } from './items-query.ts';

type Body = Calls['data.items.aggregate']['body'];
type Operation = NonNullable<NonNullable<Body['aggregation']>['operations']>[number];
type Operator = 'sum' | 'average' | 'min' | 'max';

/** What is asked of the server, without its collection (data contract section 3.1). */
export type WireAggregate = Pick<Body, 'initialFilter' | 'aggregation' | 'finalFilter' | 'sort'> & WirePaging;
export type RunAggregate = (asked: WireAggregate, options: FindOptions) => Promise<WirePage<AggregateRow>>;

/** A group: `_id` is the value it was grouped by, an object by field where there are several. */
export type AggregateRow = Record<string, unknown>;

/** An aggregation under construction. Every step answers a new one. */
export interface ItemsAggregate {
  /** only these items; once. @throws DataError WDE0012 the second time */
  filter(filter: Filtering | WireFilter): ItemsAggregate;
  /** one row for each value, or for each combination of them; once. @throws DataError WDE0013 the second time */
  group(...fields: string[]): ItemsAggregate;
  /** @param name of the result; `<field>Sum` where absent, for the others `<field>Avg`, `<field>Min`, `<field>Max` */
  sum(field: string, name?: string): ItemsAggregate;
  avg(field: string, name?: string): ItemsAggregate;
  min(field: string, name?: string): ItemsAggregate;
  max(field: string, name?: string): ItemsAggregate;
  /** how many items a group has, as `count` */
  count(name?: string): ItemsAggregate;
  /** only these rows: a filter over the names of the results */
  having(filter: Filtering | WireFilter): ItemsAggregate;
  ascending(...fields: string[]): ItemsAggregate;
  descending(...fields: string[]): ItemsAggregate;
  limit(limit: number): ItemsAggregate;
  skip(skip: number): ItemsAggregate;
  run(options?: FindOptions): Promise<Page<AggregateRow>>;
}

interface State {
  readonly filter?: WireFilter;
  readonly groups?: readonly string[];
  readonly operations: readonly Operation[];
  readonly having?: WireFilter;
  readonly sort: readonly { fieldName: string; order: 'ASC' | 'DESC' }[];
  readonly limit?: number;
  readonly skip: number;
}

export function createItemsAggregate(
  run: RunAggregate,
  state: State = { operations: [], sort: [], skip: 0 },
): ItemsAggregate {
  const to = (changes: Partial<State>) => createItemsAggregate(run, { ...state, ...changes });
  const compute = (operator: Operator, suffix: string) => (field: string, name?: string) => {
    checkField(field);
    const operation = { resultFieldName: name ?? field + suffix, [operator]: { itemFieldName: field } };
    return to({ operations: [...state.operations, operation] });
  };
  const sorted =
    (order: 'ASC' | 'DESC') =>
    (...fields: string[]) => {
      for (const field of fields) checkField(field);
      return to({ sort: [...state.sort, ...fields.map((fieldName) => ({ fieldName, order }))] });
    };
  return {
    filter(given) {
      if (state.filter) throw new DataError('WDE0012', 'The filter of an aggregation is set once.');
      return to({ filter: filterOf(given) });
    },
    group(...fields) {
      if (state.groups) throw new DataError('WDE0013', 'The groups of an aggregation are set once.');
      for (const field of fields) checkField(field);
      return to({ groups: fields });
    },
    sum: compute('sum', 'Sum'),
    avg: compute('average', 'Avg'),
    min: compute('min', 'Min'),
    max: compute('max', 'Max'),
    count: (name = 'count') => to({ operations: [...state.operations, { resultFieldName: name, itemCount: {} }] }),
    having: (given) => to({ having: filterOf(given) }),
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
      // a cursor carries all of it itself
      return firstPage((where) => run(where.cursorPaging ? where : { ...wire(state), ...where }, options), state);
    },
  };
}

const wire = ({ filter, groups = [], operations, having, sort }: State): WireAggregate => ({
  ...(filter ? { initialFilter: filter } : {}),
  aggregation: { groupingFields: [...groups], operations: [...operations] },
  ...(having ? { finalFilter: having } : {}),
  sort: [...sort],
});

/** Grouped by one field, the group's value itself stands as `_id`. */
export function unwrapGroup(row: AggregateRow): AggregateRow {
  const { _id } = row;
  if (typeof _id !== 'object' || _id === null || _id instanceof Date || Array.isArray(_id)) return row;
  const values = Object.values(_id);
  return values.length === 1 ? { ...row, _id: values[0] } : row;
}
