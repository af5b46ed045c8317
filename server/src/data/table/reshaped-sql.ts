/** SQL that shows items in the shape of their collection, while a schema change has not reached every row. */
import type { Collection } from '../collections/collection.ts';

type Reshaped = Pick<Collection, 'siteId' | 'tableName' | 'schema' | 'shape' | 'pending'>;

/**
 * What an item becomes by the pending changes: jsonb {data, kept, stayed} (migration 0012). The changes are looked up
 * where they are stored, once a statement, so that no name of a field is ever part of its text.
 * @param row alias of the row: its data, shape and id
 */
export function reshapedBy(collection: Reshaped, row: string): string {
  const { shape, pending } = collection;
  const first = pending[0]?.number ?? shape + 1;
  const changes = `(select jsonb_agg(change.details || jsonb_build_object('number', change.number, 'kind', change.kind))
    from portico.schema_changes change where ${ofCollection(collection, 'change')} and change.number between ${first} and ${shape})`;
  return `portico.reshaped(${row}.data, ${row}.shape, coalesce(${changes}, '[]'), ${keptOf(collection, row)})`;
}

/** What the changes that are being undone took from the item. */
function keptOf({ schema, tableName, pending }: Reshaped, row: string): string {
  const numbers = pending.flatMap(({ undoes }) => (undoes ? [undoes.number] : []));
  if (numbers.length === 0) return 'null';
  return `(select jsonb_object_agg(note.number, note.value) from ${schema}.kept_values note
    where note.table_name = '${ownName(tableName)}' and note.item_id = ${row}.id and note.number in (${numbers.join(', ')}))`;
}

/** The rows of a collection as a table: `data` in the new shape, every other column as it is. */
export function reshapedTable(collection: Collection): string {
  const columns = ['id', 'owner', 'created_at', 'shape', 'words', ...collection.layout.columns.map(({ name }) => name)];
  const data = `case when stored.shape >= ${collection.shape} then stored.data else ${reshapedBy(collection, 'stored')} -> 'data' end`;
  return `(select ${columns.map((name) => `stored.${name}`).join(', ')}, ${data} as data from ${collection.table} stored)`;
}

const ofCollection = ({ siteId, tableName }: Reshaped, alias: string): string =>
  `${alias}.site_id = '${ownName(siteId)}' and ${alias}.table_name = '${ownName(tableName)}'`;

/** Ids and names are the server's own and never a caller's text; checked where they enter SQL all the same. */
function ownName(name: string): string {
  if (!/^[a-z0-9_-]{1,63}$/.test(name)) throw new Error('not a name made by the server');
  return name;
}
