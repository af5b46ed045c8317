import type { Calls } from './calls.gen.ts';
import { encodeDates } from './dates.ts';
import { rejectArgument } from './error.ts';
import type { AnyFields, ArrayField, ElementAt, FieldOfType, FieldPath, OptionalField } from './field-types.ts';
import { checkField } from './item-checks.ts';

/** A change of one field in its wire format (data contract section 1.1). */
export type WireModification = Calls['data.items.patch']['body']['patch']['fieldModifications'][number];

/**
 * Changes of single fields. A dotted path selects a field of an object. Each method returns a new builder. `T` maps the
 * fields to the types of their values.
 */
export interface PatchBuilder<Self, T = AnyFields> {
  setField<F extends FieldPath<T>>(field: F, value: F extends keyof T ? T[F] : unknown): Self;
  removeField(field: OptionalField<T>): Self;
  /** Adds to a number atomically. */
  incrementField(field: FieldOfType<T, number>, by: number): Self;
  appendToArray<F extends ArrayField<T>>(field: F, value: ElementAt<T, F>): Self;
  removeFromArray<F extends ArrayField<T>>(field: F, value: ElementAt<T, F>): Self;
}

export interface ItemsPatch<Result, Options, T = AnyFields> extends PatchBuilder<ItemsPatch<Result, Options, T>, T> {
  /** @throws PorticoError WDE0080 without any change */
  run(options?: Options): Promise<Result>;
}

export function createItemsPatch<Result, Options extends object>(
  run: (modifications: WireModification[], options: Options) => Promise<Result>,
  modifications: readonly WireModification[] = [],
): ItemsPatch<Result, Options> {
  const modify = (field: string, action: WireModification['action'], options?: Partial<WireModification>) => {
    checkField(field);
    return createItemsPatch(run, [...modifications, { fieldPath: field, action, ...options }]);
  };
  return {
    setField: (field, value) => modify(field, 'SET_FIELD', { setFieldOptions: { value: encodeDates(value) } }),
    removeField: (field) => modify(field, 'REMOVE_FIELD'),
    incrementField(field, value) {
      if (!Number.isFinite(value)) rejectArgument('WDE0045', 'The increment must be a finite number.');
      return modify(field, 'INCREMENT_FIELD', { incrementFieldOptions: { value } });
    },
    appendToArray: (field, value) =>
      modify(field, 'APPEND_TO_ARRAY', { appendToArrayOptions: { value: encodeDates(value) } }),
    removeFromArray: (field, value) =>
      modify(field, 'REMOVE_FROM_ARRAY', { removeFromArrayOptions: { value: encodeDates(value) } }),
    async run(options = {} as Options) {
      if (modifications.length === 0) rejectArgument('WDE0080', 'A patch needs at least one change.');
      return run([...modifications], options);
    },
  };
}
