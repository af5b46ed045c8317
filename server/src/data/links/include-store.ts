/** SQL that reads the items which a page of items refers to. */
import type { Db } from '../../db/index.ts';
import { planWriteFilter, type Reach } from '../collections/reach.ts';
import { bind, type Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import { run, source, visible } from '../table/statement.ts';
import { sidesOf } from './sides.ts';

/** An item that another one refers to. */
export interface Included {
  /** the item that refers */
  readonly near: string;
  readonly data: string;
}

/** The items that a single reference of these names, as far as the target can be read. */
export function listReferenced(
  db: Db,
  reach: Reach,
  target: Reach,
  { key, ids }: { readonly key: string; readonly ids: readonly string[] },
): Promise<Included[]> {
  const params: Params = [ids, key];
  return run<Included>(
    db,
    reach.collection,
    `select item.id as near, ${visible(target.hidden, params, 'target.data')} as data
     from (select id, data -> $2::text as value from ${source(reach.collection)} where id = any($1::text[])) as item
     join ${rowsWithin(target, params)} as target on target.id = item.value #>> '{}' and jsonb_typeof(item.value) = 'string'`,
    params,
  );
}

/** The items that these link to, as far as the target can be read, and so many of each, in the order of linking. */
export function listLinked(
  db: Db,
  reach: Reach,
  target: Reach,
  asked: { readonly links: LinkTable; readonly ids: readonly string[]; readonly limit: number; readonly most: number },
): Promise<Included[]> {
  const { links, ids, limit, most } = asked;
  const params: Params = [ids];
  const { near, far, isOfField } = sidesOf(links, target.collection, params);
  return run<Included>(
    db,
    reach.collection,
    `select asked.id as near, ${visible(target.hidden, params, 'found.data')} as data
     from unnest($1::text[]) with ordinality as asked(id, place) cross join lateral (
       select target.id, target.data, link.number from ${links.schema}.links as link
       join ${rowsWithin(target, params)} as target on target.id = ${far}
       where ${isOfField} and ${near} = asked.id
       order by link.number, target.id limit ${bind(params, limit, 'int')}
     ) as found order by place, found.number, found.id limit ${bind(params, most, 'int')}`,
    params,
  );
}

/** The rows within reach, as a table. */
export function rowsWithin(reach: Reach, params: Params): string {
  return `(select id, data from ${source(reach.collection)} where ${filterToSql(planWriteFilter(reach), params)})`;
}
