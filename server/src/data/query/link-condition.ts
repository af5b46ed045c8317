/** Compiles conditions on multi-references to SQL. They behave as if the item held the ordered array of linked ids. */
import { bind, type Params } from './params.ts';
import type { LinkTable } from './scope.ts';
import { OPERATORS, patternMatch, textMatch } from './text-match.ts';
import type { Condition, Json } from './tree.ts';

/**
 * Returns the SQL condition for a row of an item table. An item without links is treated as an item without the field.
 */
export function linkCondition<P>(leaf: Condition<P>, table: LinkTable, params: Params): string {
  const { links, otherId } = linksOfRow(table, params);
  const existsSql = (test?: string): string => `exists (select ${links()}${test ? ` and ${test}` : ''})`;
  const equals = (value: Json): string => {
    if (value === null) return `not ${existsSql()}`;
    if (typeof value === 'string') return existsSql(`${otherId} = ${bind(params, value, 'text')}`);
    if (!Array.isArray(value) || value.length === 0) return 'false';
    const all = `(select jsonb_agg(${otherId} order by link.number, ${otherId}) ${links()})`;
    return `coalesce(${all} = ${bind(params, JSON.stringify(value), 'jsonb')}, false)`;
  };
  switch (leaf.kind) {
    case 'equals': {
      const ids = leaf.values.filter((value) => typeof value === 'string');
      const nonTexts = leaf.values.filter((value) => typeof value !== 'string').map(equals);
      const conditions =
        ids.length > 0 ? [existsSql(`${otherId} = any(${bind(params, ids, 'text[]')})`), ...nonTexts] : nonTexts;
      return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
    }
    case 'hasAll':
      return leaf.values.length === 0 ? 'true' : `(${leaf.values.map(equals).join(' and ')})`;
    case 'compares':
      return typeof leaf.value === 'string'
        ? existsSql(`${otherId} ${OPERATORS[leaf.comparison]} ${bind(params, leaf.value, 'text')}`)
        : 'false';
    case 'matches':
      return existsSql(textMatch(otherId, leaf.match, leaf.text, params));
    case 'pattern':
      return existsSql(patternMatch(otherId, leaf.pattern, params));
    case 'exists':
      return existsSql();
    case 'empty':
      return `not ${existsSql()}`;
  }
}

/** Returns SQL for the links of the current row, and for the column that holds the id of the linked item. */
function linksOfRow({ schema, tableName, field, mirrorIn }: LinkTable, params: Params) {
  const isOfField = (): string =>
    `${bind(params, tableName, 'text')} = link.table_name and ${bind(params, field, 'text')} = link.field`;
  const matchesRow = (): string =>
    mirrorIn === null
      ? 'link.item_id = id'
      : `link.other_table = ${bind(params, mirrorIn, 'text')} and link.other_id = id`;
  return {
    links: () => `from ${schema}.links as link where ${isOfField()} and ${matchesRow()}`,
    otherId: mirrorIn === null ? 'link.other_id' : 'link.item_id',
  };
}
