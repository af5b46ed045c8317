import type { FieldType } from '@portico/domain';
import type { Field } from '../query/scope.ts';

/** A change of a field that touches stored values. */
export interface SchemaChange {
  readonly number: number;
  readonly kind: 'RENAME' | 'RETYPE' | 'DROP' | 'UNDO';
  /** key of the field; for RENAME the former one, and `to` the new one */
  readonly field: string;
  readonly to?: string;
  /** for RETYPE: the type before and after */
  readonly fromType?: FieldType;
  readonly toType?: FieldType;
  /** the field as it was declared before */
  readonly declared?: Field;
  /** for UNDO: what it undoes */
  readonly undoes?: SchemaChange;
}

/** A change before it has a number. */
export type NewChange = Omit<SchemaChange, 'number'>;

/** The keys of fields that a change touches. */
export const affectedKeys = (change: Pick<SchemaChange, 'field' | 'to' | 'undoes'>): (string | undefined)[] =>
  change.undoes ? affectedKeys(change.undoes) : change.to === undefined ? [change.field] : [change.field, change.to];

/** From which key to which a change takes the values; null: away. */
export function valueMove({ kind, field, to, undoes }: NewChange): { from: string; to: string | null } {
  if (undoes) {
    const done = valueMove(undoes);
    return { from: done.to ?? done.from, to: done.from };
  }
  return { from: field, to: kind === 'DROP' ? null : (to ?? field) };
}
