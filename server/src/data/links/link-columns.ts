import type { Collection } from '../collections/collection.ts';
import { bind, type Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';

/**
 * Returns SQL for the columns of `link` that hold the referring and the referenced item, and for the condition that a
 * link belongs to the field. A mirror reads the links of its source field, so the two columns are exchanged.
 */
export function linkColumns(
  { tableName, field, mirrorIn }: LinkTable,
  other: Collection,
  params: Params,
): { referringId: string; referencedId: string; isOfField: string } {
  const equalsSql = (column: string, value: string) => `link.${column} = ${bind(params, value, 'text')}`;
  const conditions = [
    equalsSql('table_name', tableName),
    equalsSql('field', field),
    equalsSql('other_table', mirrorIn ?? other.tableName),
  ];
  return {
    referringId: mirrorIn === null ? 'link.item_id' : 'link.other_id',
    referencedId: mirrorIn === null ? 'link.other_id' : 'link.item_id',
    isOfField: conditions.join(' and '),
  };
}
