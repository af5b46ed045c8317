import type { ItemRow } from './statement.ts';

type Tree = { [key: string]: Tree | true };

/**
 * Returns the item with only these fields and its id; an empty list selects all fields. A dotted name selects a part of
 * an object, or of each object in an array. Unknown names are ignored.
 */
export function project(item: ItemRow, fields: readonly string[]): ItemRow {
  if (fields.length === 0) return item;
  const selection: Tree = Object.create(null);
  for (const field of ['_id', ...fields]) addPath(selection, field.split('.'));
  return { id: item.id, data: JSON.stringify(pick(JSON.parse(item.data), selection)) };
}

/** Returns true for a dotted name, which is selected from the parsed item. PostgreSQL selects top-level fields. */
export const isNested = (field: string): boolean => field.includes('.');

function addPath(tree: Tree, path: readonly string[]): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (tree[key] === true) return;
  if (rest.length === 0) {
    tree[key] = true;
    return;
  }
  const branch: Tree = tree[key] ?? Object.create(null);
  tree[key] = branch;
  addPath(branch, rest);
}

function pick(value: unknown, selection: Tree): unknown {
  if (Array.isArray(value))
    return value.filter((v) => typeof v === 'object').map((element) => pick(element, selection));
  if (typeof value !== 'object' || value === null) return value;
  const pickedEntries = Object.entries(value).flatMap(([key, part]) => {
    const branch = selection[key];
    if (branch === undefined) return [];
    if (branch === true) return [[key, part]];
    return typeof part === 'object' && part !== null ? [[key, pick(part, branch)]] : [];
  });
  return Object.fromEntries(pickedEntries);
}
