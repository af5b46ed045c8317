/** Finds and copies the packages that a running server needs, as package-lock.json pins them. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

interface LockedPackage {
  /** True for a package of this repository; `resolved` is then its folder. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface RuntimePackages {
  /** Folders of the repository's own packages: `server`, `domain`, … */
  readonly workspaces: readonly string[];
  /** Folders of packages from npm, relative to the repository: `node_modules/fastify`, … */
  readonly installed: readonly string[];
}

/**
 * Files that nothing reads: types, source maps, modules of another runtime, Node's headers and manual pages, and the
 * languages of PostgreSQL that need Perl, Python or Tcl.
 */
const UNUSED_FILES =
  /\.d\.[cm]?ts$|\.map$|\.bare$|node_modules\/node-[^/]+\/(include|share)(\/|$)|native\/.*pl(perl|python|tcl)[^/]*$/;

/**
 * Returns everything that `server/` depends on, directly or not, and the root's packages for this platform: Node and
 * PostgreSQL.
 * @throws Error if a package is not installed
 */
export function listRuntimePackages(root: string): RuntimePackages {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = new Set<string>();
  const visit = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
      visitDependency(folder, name, name in (optionalDependencies ?? {}) || peerDependenciesMeta?.[name]?.optional);
    for (const name of Object.keys(optionalDependencies ?? {})) visitDependency(folder, name, true);
  };
  const visitDependency = (from: string, name: string, isOptional = false): void => {
    const folder = findInstalled(from, name, packages);
    const { link, resolved } = packages[folder ?? ''] ?? {};
    if (folder && link) visit(resolved as string);
    else if (folder && existsSync(join(root, folder))) visit(folder);
    else if (!isOptional) throw new Error(`${name}, which ${from} needs, is not installed: run npm ci first.`);
  };
  for (const name of Object.keys(packages['']?.optionalDependencies ?? {})) visitDependency('', name, true);
  visit('server');
  const isInstalled = (folder: string): boolean => folder.includes('node_modules/');
  return {
    workspaces: [...found].filter((folder) => !isInstalled(folder)).sort(),
    installed: [...found].filter(isInstalled).sort(),
  };
}

/** Copies one package without unused files and without the packages nested in it, which are copied separately. */
export function copyPackage(root: string, folder: string, destination: string): void {
  const source = join(root, folder);
  const nested = join(source, 'node_modules');
  mkdirSync(dirname(join(destination, folder)), { recursive: true });
  cpSync(source, join(destination, folder), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== nested && !UNUSED_FILES.test(relative(root, path)),
  });
}

/** Returns the folder in which Node finds a package: the nearest node_modules above the importing package. */
function findInstalled(from: string, name: string, packages: Readonly<Record<string, unknown>>): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const base = folder === '.' ? '' : folder;
    if (!base.endsWith('node_modules')) {
      const candidate = join(base, 'node_modules', name);
      if (candidate in packages) return candidate;
    }
    if (base === '') return undefined;
  }
}
