import type { SchemaChange } from '../collections/collection.ts';

/** The keys of fields that a change touches. */
export const keysOf = (change: Pick<SchemaChange, 'field' | 'to' | 'undoes'>): (string | undefined)[] =>
  change.undoes ? keysOf(change.undoes) : change.to === undefined ? [change.field] : [change.field, change.to];
