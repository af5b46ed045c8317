import { checkField, checkLimit, checkOptions, checkSkip } from './item-checks.ts';
import type { AggregateRow } from './items-aggregate.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePage, type WirePaging } from './items-page.ts';
import type { FindOptions } from './items-query.ts';

/** A computed value, created by `expressions`. */
export type Expression = Readonly<Record<string, unknown>>;

/** The path of a field, a number, or an expression. */
export type PipelineOperand = string | number | Expression;

const toExpression = (operand: PipelineOperand): Expression =>
  typeof operand === 'string' ? { fieldPath: operand } : typeof operand === 'number' ? { numeric: operand } : operand;
const listOperator =
  (name: string) =>
  (...operands: PipelineOperand[]): Expression => ({ [name]: { expressions: operands.map(toExpression) } });
const binaryOperator =
  (name: string) =>
  (first: PipelineOperand, second: PipelineOperand): Expression => ({
    [name]: { firstExpression: toExpression(first), secondExpression: toExpression(second) },
  });
const unaryOperator =
  (name: string) =>
  (operand: PipelineOperand): Expression => ({ [name]: { expression: toExpression(operand) } });

/** Computed values of a pipeline (specification section 3, "Aggregation building blocks"). */
export const expressions = {
  field: (path: string): Expression => toExpression(path),
  text: (text: string): Expression => ({ text }),
  number: (value: number): Expression => toExpression(value),
  add: listOperator('add'),
  sum: listOperator('sum'),
  multiply: listOperator('multiply'),
  subtract: binaryOperator('subtract'),
  divide: binaryOperator('divide'),
  mod: binaryOperator('mod'),
  abs: unaryOperator('abs'),
  floor: unaryOperator('floor'),
  ceil: unaryOperator('ceil'),
  concat: listOperator('concat'),
  stringify: unaryOperator('stringify'),
  toLower: unaryOperator('toLower'),
  toUpper: unaryOperator('toUpper'),
  length: unaryOperator('length'),
  /** @param start zero-based. Without `length`, the result extends to the end of the string. */
  substring: (operand: PipelineOperand, start: PipelineOperand, length?: PipelineOperand): Expression => ({
    substring: {
      expression: toExpression(operand),
      startExpression: toExpression(start),
      lengthExpression: length === undefined ? undefined : toExpression(length),
    },
  }),
};

/** A value computed from all rows of a group: `{ sum: 'pages' }`, or `{ count: true }`. */
export type Accumulator =
  | { readonly [name in 'sum' | 'avg' | 'min' | 'max' | 'first' | 'last' | 'push']?: PipelineOperand }
  | { readonly count: true };

/** The fields of the rows: true includes a field, false excludes it, an operand computes it, `nested` builds an object. */
export interface Projection {
  readonly [name: string]: boolean | PipelineOperand | NestedProjection;
}

type Stage = Readonly<Record<string, unknown>>;
interface NestedProjection {
  readonly nested: Projection;
}

/** The request without its collection (data contract section 3.2). */
export interface WirePipeline {
  readonly pipeline: WirePaging & { stages?: Stage[] };
}
export type RunPipeline = (request: WirePipeline, options: FindOptions) => Promise<WirePage<AggregateRow>>;

export interface PipelineOptions extends FindOptions {
  /** Maximum number of rows per page. Default 50. */
  readonly pageSize?: number | undefined;
}

/** An immutable builder of an aggregation pipeline. Every method returns a new builder with one more stage. */
export interface ItemsPipeline {
  filter(filter: Filtering | WireFilter): ItemsPipeline;
  /**
   * Groups the rows. The `_id` of a group is an object with the values by which it is grouped.
   * @param by names of fields, or an object that maps each key of `_id` to an expression; an empty list makes one group
   *   of all rows
   * @param accumulators maps the name of each result to the value to compute for every group
   */
  group(
    by: readonly string[] | Readonly<Record<string, PipelineOperand>>,
    accumulators?: Readonly<Record<string, Accumulator>>,
  ): ItemsPipeline;
  project(projection: Projection): ItemsPipeline;
  /** Creates one row for each value of an array. */
  unwind(arrayField: string): ItemsPipeline;
  /** Replaces an object with an array of its entries as `{ k, v }`. */
  objectToArray(objectField: string, resultField?: string): ItemsPipeline;
  ascending(...fields: string[]): ItemsPipeline;
  descending(...fields: string[]): ItemsPipeline;
  limit(limit: number): ItemsPipeline;
  skip(skip: number): ItemsPipeline;
  run(options?: PipelineOptions): Promise<Page<AggregateRow>>;
}

export function createItemsPipeline(run: RunPipeline, stages: readonly Stage[] = []): ItemsPipeline {
  const withStage = (stage: Stage) => createItemsPipeline(run, [...stages, stage]);
  const sorted =
    (order: 'ASC' | 'DESC') =>
    (...fields: string[]) => {
      for (const field of fields) checkField(field);
      const values = fields.map((fieldName) => ({ fieldName, order }));
      const last = stages.at(-1)?.sort as { values: object[] } | undefined;
      // A sort that follows a sort refines it, so both become one stage. A second stage would replace the order.
      return last
        ? createItemsPipeline(run, [...stages.slice(0, -1), { sort: { values: [...last.values, ...values] } }])
        : withStage({ sort: { values } });
    };
  return {
    filter: (input) => withStage({ filter: filterOf(input) }),
    group(by, accumulators = {}) {
      const entries: [string, PipelineOperand][] = Array.isArray(by)
        ? by.map((field) => [field, field])
        : Object.entries(by);
      const groupIds = entries.map(([key, operand]) => ({ key, expression: toExpression(operand) }));
      return withStage({ group: { groupIds, accumulators: Object.entries(accumulators).map(toAccumulator) } });
    },
    project: (projection) => withStage({ projection: { fields: toFields(projection) } }),
    unwind(arrayFieldName) {
      checkField(arrayFieldName);
      return withStage({ unwindArray: { arrayFieldName } });
    },
    objectToArray(objectFieldName, destinationFieldName = objectFieldName) {
      checkField(objectFieldName);
      return withStage({ objectToArray: { objectFieldName, destinationFieldName } });
    },
    ascending: sorted('ASC'),
    descending: sorted('DESC'),
    limit(limit) {
      checkLimit(limit);
      return withStage({ limit });
    },
    skip(skip) {
      checkSkip(skip);
      return withStage({ skip });
    },
    async run({ pageSize, ...options } = {}) {
      checkOptions(options);
      if (pageSize !== undefined) checkLimit(pageSize);
      // A cursor contains the entire pipeline, so requests with a cursor omit it.
      const pipelineOf = (where: WirePaging) => (where.cursorPaging ? where : { stages: [...stages], ...where });
      return firstPage((where) => run({ pipeline: pipelineOf(where) }, options), { limit: pageSize });
    },
  };
}

function toAccumulator([resultFieldName, accumulator]: [string, Accumulator]): Stage {
  const [[name, operand] = []] = Object.entries(accumulator);
  const [wireName, expression] = name === 'count' ? ['sum', 1] : [name as string, operand as PipelineOperand];
  return { resultFieldName, [wireName]: { expression: toExpression(expression) } };
}

const toFields = (projection: Projection): Stage[] =>
  Object.entries(projection).map(([name, value]) => {
    if (typeof value === 'boolean') return { [value ? 'include' : 'exclude']: { fieldName: name } };
    return typeof value === 'object' && 'nested' in value
      ? { projectNested: { resultFieldName: name, fields: toFields((value as NestedProjection).nested) } }
      : { reshape: { resultFieldName: name, expression: toExpression(value) } };
  });
