import type { FieldType } from '@portico/domain';
import type { Field } from '../query/scope.ts';

/** A change of a field that affects stored values. */
export interface SchemaChange {
  readonly number: number;
  readonly kind: 'RENAME' | 'RETYPE' | 'DROP' | 'UNDO';
  /** Key of the field. A RENAME changes it from `field` to `to`. */
  readonly field: string;
  readonly to?: string;
  /** RETYPE only: the type before and after the change. */
  readonly fromType?: FieldType;
  readonly toType?: FieldType;
  /** The field as declared before the change. */
  readonly declared?: Field;
  /** UNDO only: the change that it undoes. */
  readonly undoes?: SchemaChange;
}

/** A change that has no number yet. */
export type NewChange = Omit<SchemaChange, 'number'>;

/** Returns the keys of the fields that a change affects. */
export const listAffectedKeys = (change: Pick<SchemaChange, 'field' | 'to' | 'undoes'>): (string | undefined)[] =>
  change.undoes
    ? listAffectedKeys(change.undoes)
    : change.to === undefined
      ? [change.field]
      : [change.field, change.to];

/** Returns the key whose values a change moves, and the key to which it moves them, or null if it removes them. */
export function moveOfValues({ kind, field, to, undoes }: NewChange): { from: string; to: string | null } {
  if (undoes) {
    const done = moveOfValues(undoes);
    return { from: done.to ?? done.from, to: done.from };
  }
  return { from: field, to: kind === 'DROP' ? null : (to ?? field) };
}
