/** A pipeline as plain values: what the parsers make, to-sql.ts prints and evaluate.ts runs. */
import type { Filter, Path, SortField } from '../query/tree.ts';

/**
 * What is computed of a document. The result is a JSON value, or nothing where a field is missing. An operation is
 * null where an operand is not of its type. Numbers are computed as exact decimals and the result of each operation is
 * the nearest double; null where there is none (division by zero, overflow).
 */
export type Expression =
  | { readonly kind: 'field'; readonly path: Path }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  /** `sum` passes over what is no number; the others are null then */
  | { readonly kind: ListOperation; readonly operands: readonly Expression[] }
  | { readonly kind: PairOperation; readonly first: Expression; readonly second: Expression }
  | { readonly kind: SingleOperation; readonly operand: Expression }
  /** `start` counts code points from zero; without a length to the end */
  | {
      readonly kind: 'substring';
      readonly operand: Expression;
      readonly start: Expression;
      readonly length: Expression | null;
    };

export type ListOperation = 'add' | 'sum' | 'multiply' | 'concat';
export type PairOperation = 'subtract' | 'divide' | 'mod';
export type SingleOperation = 'abs' | 'floor' | 'ceil' | 'stringify' | 'toLower' | 'toUpper' | 'length';

/**
 * `sum` (0 where there is none) and `avg` (null then) pass over what is no number. `min` and `max` are over numbers,
 * texts, booleans and dates, in that order of types. `first` and `last` go by the order that the rows have; `push`
 * gathers in it what is there, null included.
 */
export type AccumulatorKind = 'sum' | 'avg' | 'min' | 'max' | 'first' | 'last' | 'push';

export interface Accumulator {
  readonly name: string;
  readonly kind: AccumulatorKind;
  readonly expression: Expression;
}

export interface GroupId {
  readonly name: string;
  readonly expression: Expression;
}

/**
 * A projection with anything but `exclude` holds what is included or computed, and `_id`; one of `exclude` alone holds
 * all the rest. Included and computed fields of a nested one come from the document itself.
 */
export type Projection =
  | { readonly kind: 'include' | 'exclude'; readonly path: Path }
  | { readonly kind: 'reshape'; readonly name: string; readonly expression: Expression }
  | { readonly kind: 'nested'; readonly name: string; readonly fields: readonly Projection[] };

export type Stage =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'project'; readonly fields: readonly Projection[] }
  | GroupStage
  /** a row for each element; none for an empty array, null or nothing; what is no array is its own element */
  | { readonly kind: 'unwind'; readonly path: Path }
  | { readonly kind: 'sort'; readonly sort: readonly SortField[] }
  | { readonly kind: 'limit' | 'skip'; readonly count: number }
  /** `[{k, v}]` by key in the order of texts; null for what is no object */
  | { readonly kind: 'objectToArray'; readonly path: Path; readonly name: string };

/** Missing and null are one group. Groups come in the order of their ids. Without ids there is one, even of nothing. */
export interface GroupStage {
  readonly kind: 'group';
  readonly ids: readonly GroupId[];
  readonly accumulators: readonly Accumulator[];
  /** the builder's rows have no `_id` without grouping fields, a pipeline's have null */
  readonly withId: boolean;
}

/** Paths of the projected fields that are included, or those that are left out. */
export const pathsOf = (fields: readonly Projection[], kind: 'include' | 'exclude'): Path[] =>
  fields.flatMap((field) => (field.kind === kind && 'path' in field ? [field.path] : []));

/** The place of the first stage that makes documents of its own; before it they are the items. */
export function firstDocumentStage(stages: readonly Stage[]): number {
  const index = stages.findIndex(({ kind }) => kind === 'project' || kind === 'group' || kind === 'objectToArray');
  return index === -1 ? stages.length : index;
}
