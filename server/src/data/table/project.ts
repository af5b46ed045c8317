import type { ItemRow } from './statement.ts';

type Tree = { [key: string]: Tree | true };

/**
 * The item with only these fields and its id; no fields means all. A dotted name keeps the part of an object, and of
 * the objects of an array. Unknown names are passed over.
 */
export function project(item: ItemRow, fields: readonly string[]): ItemRow {
  if (fields.length === 0) return item;
  const wanted: Tree = Object.create(null);
  for (const field of ['_id', ...fields]) want(wanted, field.split('.'));
  return { id: item.id, data: JSON.stringify(pick(JSON.parse(item.data), wanted)) };
}

/** Only names with a dot need the item parsed: the rest PostgreSQL picks itself. */
export const isNested = (field: string): boolean => field.includes('.');

function want(tree: Tree, path: readonly string[]): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (tree[key] === true) return;
  if (rest.length === 0) {
    tree[key] = true;
    return;
  }
  const branch: Tree = tree[key] ?? Object.create(null);
  tree[key] = branch;
  want(branch, rest);
}

function pick(value: unknown, wanted: Tree): unknown {
  if (Array.isArray(value)) return value.filter((v) => typeof v === 'object').map((element) => pick(element, wanted));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, part]) => {
    const branch = wanted[key];
    if (branch === undefined) return [];
    if (branch === true) return [[key, part]];
    return typeof part === 'object' && part !== null ? [[key, pick(part, branch)]] : [];
  });
  return Object.fromEntries(kept);
}
