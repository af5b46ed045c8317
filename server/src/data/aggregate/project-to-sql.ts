import { bind, type Params } from '../query/params.ts';
import { boundedSql } from './accumulator-to-sql.ts';
import { type RowContext, valueSql } from './expression-to-sql.ts';
import { isId } from './parse-pipeline.ts';
import { type Projection, pathsOf } from './tree.ts';

/** Returns SQL for the document that a projection builds from `data`. */
export function projectToSql(
  fields: readonly Projection[],
  context: RowContext,
  params: Params,
  includesId = true,
): string {
  const computed = fields.filter((field) => 'name' in field);
  const excluded = pathsOf(fields, 'exclude');
  const included = pathsOf(fields, 'include');
  const isInclusive = included.length + computed.length > 0;
  if (isInclusive && includesId && !included.some(isId)) included.push(['_id']);

  let document = isInclusive ? pickPaths(included, context.document, params) : context.document;
  for (const path of excluded) document = `portico.omitted(${document}, ${bind(params, path, 'text[]')})`;
  // Adds the computed fields in batches of 40. Fields whose value is missing are not added.
  for (let i = 0; i < computed.length; i += 40) {
    const rows = computed.slice(i, i + 40).map((field) => {
      const value =
        field.kind === 'reshape'
          ? valueSql(field.expression, context, params)
          : projectToSql(field.fields, context, params, false);
      return `(${bind(params, field.name, 'text')}, ${value})`;
    });
    const object = `(select coalesce(jsonb_object_agg(field.name, field.value) filter (where field.value is not null), '{}') from (values ${rows.join(', ')}) as field(name, value))`;
    document = boundedSql(`${document} || ${object}`);
  }
  return document;
}

type Tree = { [key: string]: Tree | true };

function pickPaths(paths: readonly (readonly string[])[], document: string, params: Params): string {
  if (paths.every((path) => path.length === 1)) {
    const keys = bind(params, paths.flat(), 'text[]');
    return `(select coalesce(jsonb_object_agg(wanted.key, whole.document -> wanted.key), '{}') from (select ${document}) as whole(document), unnest(${keys}) as wanted(key) where whole.document ? wanted.key)`;
  }
  return `portico.picked(${document}, ${bind(params, JSON.stringify(buildKeyTree(paths)), 'jsonb')})`;
}

/** Returns the paths as a tree of keys. A path that is included completely takes precedence over paths below it. */
export function buildKeyTree(paths: readonly (readonly string[])[]): Tree {
  const tree: Tree = Object.create(null);
  for (const path of paths) {
    let branch = tree;
    for (const [i, key] of path.entries()) {
      const found = branch[key];
      if (found === true) break;
      if (i === path.length - 1) {
        branch[key] = true;
        break;
      }
      const next: Tree = found ?? Object.create(null);
      branch[key] = next;
      branch = next;
    }
  }
  return tree;
}
