/** Reads the imports between the files of the repository from their text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Maps each file to the files that it imports by relative paths, including type-only imports. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT_PATTERN =
  /^\s*(?:import|export)\s[^'"`;]*?from\s*['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]|^\s*import\s*['"](\.[^'"]+)['"]/gm;

/** @param folders folders below `root` whose TypeScript files are read */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => posix.join(folder, file.replaceAll('\\', '/'))),
  );
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const specifiers = [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT_PATTERN)].map(([, ...found]) =>
        found.find((specifier) => specifier !== undefined),
      );
      const targets = specifiers.map((specifier) => posix.join(posix.dirname(file), specifier as string));
      return [file, new Set(targets.filter((target) => known.has(target)))];
    }),
  );
}

/**
 * Returns groups of files that import each other, directly or through others (Tarjan's strongly connected components).
 */
export function cyclesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) as number);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(target) as number));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1 || graph.get(file)?.has(file)) cycles.push(component.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

/** Returns pairs of folders directly below `folder` that import each other, as `a <> b`. */
export function mutualFolders(graph: ImportGraph, folder: string): string[] {
  const childOf = (file: string): string | undefined => {
    const path = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : '';
    return path.includes('/') ? path.split('/')[0] : undefined;
  };
  const pairs = new Set<string>();
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [from, to] = [childOf(file), childOf(target)];
      if (from && to && from !== to) pairs.add(`${from} <> ${to}`);
    }
  return [...pairs].filter((pair) => {
    const [from, to] = pair.split(' <> ') as [string, string];
    return from < to && pairs.has(`${to} <> ${from}`);
  });
}
