import type { Calls } from '@portico/contract';
import { DataError } from './data-error.ts';
import { encodeDates } from './dates.ts';
import { checkField } from './item-checks.ts';

/** A change of one field as it is sent (data contract section 1.1). */
export type WireModification = Calls['data.items.patch']['body']['patch']['fieldModifications'][number];

/** Changes of fields by name; a path with dots reaches into objects. Each step answers a new one. */
export interface PatchSteps<Self> {
  setField(field: string, value: unknown): Self;
  removeField(field: string): Self;
  /** adds to a number, in one step with what others add */
  incrementField(field: string, by: number): Self;
  appendToArray(field: string, value: unknown): Self;
  removeFromArray(field: string, value: unknown): Self;
}

export interface ItemsPatch<Result, Options> extends PatchSteps<ItemsPatch<Result, Options>> {
  /** @throws DataError WDE0080 where nothing is to be changed */
  run(options?: Options): Promise<Result>;
}

export function createItemsPatch<Result, Options extends object>(
  run: (modifications: WireModification[], options: Options) => Promise<Result>,
  modifications: readonly WireModification[] = [],
): ItemsPatch<Result, Options> {
  const and = (field: string, modification: Omit<WireModification, 'fieldPath'>) => {
    checkField(field);
    return createItemsPatch(run, [...modifications, { fieldPath: field, ...modification }]);
  };
  return {
    setField: (field, value) => and(field, { action: 'SET_FIELD', setFieldOptions: { value: encodeDates(value) } }),
    removeField: (field) => and(field, { action: 'REMOVE_FIELD' }),
    incrementField(field, by) {
      if (typeof by !== 'number' || !Number.isFinite(by))
        throw new DataError('WDE0045', 'A number is increased by a number.');
      return and(field, { action: 'INCREMENT_FIELD', incrementFieldOptions: { value: by } });
    },
    appendToArray: (field, value) =>
      and(field, { action: 'APPEND_TO_ARRAY', appendToArrayOptions: { value: encodeDates(value) } }),
    removeFromArray: (field, value) =>
      and(field, { action: 'REMOVE_FROM_ARRAY', removeFromArrayOptions: { value: encodeDates(value) } }),
    async run(options = {} as Options) {
      if (modifications.length === 0) throw new DataError('WDE0080', 'A patch needs at least one change.');
      return run([...modifications], options);
    },
  };
}
