import type { Collection } from '../collections/collection.ts';
import { bind, type Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';

/** The columns of `link` that hold the item at hand and the one it links to, and the condition of being this field's. */
export function sidesOf(
  { tableName, field, mirrorIn }: LinkTable,
  other: Collection,
  params: Params,
): { near: string; far: string; isOfField: string } {
  const is = (column: string, value: string) => `link.${column} = ${bind(params, value, 'text')}`;
  const isOfField = [is('table_name', tableName), is('field', field), is('other_table', mirrorIn ?? other.tableName)];
  return {
    near: mirrorIn === null ? 'link.item_id' : 'link.other_id',
    far: mirrorIn === null ? 'link.other_id' : 'link.item_id',
    isOfField: isOfField.join(' and '),
  };
}
