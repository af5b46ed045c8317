/** A parsed pipeline. The parsers build it, to-sql.ts compiles it and testing/evaluate-pipeline.ts evaluates it. */
import type { Filter, Path, SortField } from '../query/tree.ts';

/**
 * An expression over a document. Its result is a JSON value, or missing if the document lacks the field that it reads.
 * An operation is null if an operand has the wrong type. Numbers are computed as exact decimals, and the result of each
 * operation is the nearest double, or null if there is none (division by zero, overflow).
 */
export type Expression =
  | { readonly kind: 'field'; readonly path: Path }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  /**
   * `sum` ignores operands that are not numbers. `add` and `multiply` are null if an operand is not a number, `concat` if
   * one is not a text.
   */
  | { readonly kind: ListOperation; readonly operands: readonly Expression[] }
  | { readonly kind: PairOperation; readonly first: Expression; readonly second: Expression }
  | { readonly kind: SingleOperation; readonly operand: Expression }
  /** `start` counts code points from zero. A length of null selects the rest of the text. */
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
 * `sum` and `avg` ignore values that are not numbers; without numbers `sum` is 0 and `avg` is null. `min` and `max`
 * cover numbers, strings, booleans and dates, in this order of types. `first`, `last` and `push` depend on the order of
 * the rows; `push` collects all values that are not missing, including null.
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
 * A projection that includes or computes fields returns these fields and `_id`; one that only excludes fields returns
 * all others. The fields of a nested projection come from the document itself.
 */
export type Projection =
  | { readonly kind: 'include' | 'exclude'; readonly path: Path }
  | { readonly kind: 'reshape'; readonly name: string; readonly expression: Expression }
  | { readonly kind: 'nested'; readonly name: string; readonly fields: readonly Projection[] };

export type Stage =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'project'; readonly fields: readonly Projection[] }
  | GroupStage
  /**
   * Produces a row per element, and none for an empty array, null or a missing value. A value that is not an array
   * counts as its only element.
   */
  | { readonly kind: 'unwind'; readonly path: Path }
  | { readonly kind: 'sort'; readonly sort: readonly SortField[] }
  | { readonly kind: 'limit' | 'skip'; readonly count: number }
  /** Produces `[{k, v}]`, sorted by key, or null for a value that is not an object. */
  | { readonly kind: 'objectToArray'; readonly path: Path; readonly name: string };

/**
 * Groups the rows. Missing and null form one group, and groups are ordered by their ids. Without ids, the
 * result is a single group, even if there are no rows.
 */
export interface GroupStage {
  readonly kind: 'group';
  readonly ids: readonly GroupId[];
  readonly accumulators: readonly Accumulator[];
  /**
   * Whether rows have an `_id`. Without grouping fields, a pipeline returns `_id: null`, but an aggregation of the
   * SDK's builder returns no `_id`.
   */
  readonly includesId: boolean;
}

/** Returns the paths of the included or of the excluded fields. */
export const pathsOf = (fields: readonly Projection[], kind: 'include' | 'exclude'): Path[] =>
  fields.flatMap((field) => (field.kind === kind && 'path' in field ? [field.path] : []));

/** Returns the index of the first stage that computes new documents. Earlier stages process items. */
export function findDocumentStageIndex(stages: readonly Stage[]): number {
  const index = stages.findIndex(({ kind }) => kind === 'project' || kind === 'group' || kind === 'objectToArray');
  return index === -1 ? stages.length : index;
}
