import type { SchemaChange } from '../collections/collection.ts';

/** The keys of fields that a change touches. */
export const keysOf = (change: Pick<SchemaChange, 'field' | 'to' | 'undoes'>): (string | undefined)[] =>
  change.undoes ? keysOf(change.undoes) : change.to === undefined ? [change.field] : [change.field, change.to];

/** From which key to which a change takes the values; null: away. */
export function move({ kind, field, to, undoes }: Omit<SchemaChange, 'number'>): { from: string; to: string | null } {
  if (undoes) {
    const done = move(undoes);
    return { from: done.to ?? done.from, to: done.from };
  }
  return { from: field, to: kind === 'DROP' ? null : (to ?? field) };
}
