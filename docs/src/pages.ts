/** Reads the pages of the documentation from the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { includeFiles } from './fence.ts';
import { type RenderedPage, render } from './markdown.ts';
import { type Group, navigation } from './navigation.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DOCS_PATH = '/docs';

/** Files in docs/ that are written for developers of Portico. */
const EXCLUDED_PATHS = /^docs\/(?:decisions|src|node_modules|build)\//;

/** Title of the group of pages that navigation.ts does not list. */
export const UNLISTED_TITLE = 'More';

export interface Page extends RenderedPage {
  readonly file: string;
  /** Address on the server, for example `/docs/data`. */
  readonly path: string;
  readonly navigationTitle: string;
  readonly group: string;
  /** The Markdown text with included files. */
  readonly source: string;
  /** Module in docs/ whose script the page loads, from its comment `<!-- script: src/gallery/main.tsx -->`. */
  readonly script?: string;
}

/** Reads and renders all pages in the order of the navigation. */
export function readPages(): Page[] {
  const entries = groups().flatMap(({ title, pages }) => pages.map((entry) => ({ ...entry, group: title })));
  const paths = new Map(entries.map(({ file, path }) => [file, pathOf(file, path)]));
  return entries.map(({ file, title, group }) => {
    const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
    const source = includeFiles(read(file), read);
    const [, script] = /^<!-- script: (\S+) -->$/m.exec(source) ?? [];
    try {
      const rendered = render(source.replace(/^<!--.*-->$/gm, ''), (link) => resolveLink(link, file, paths));
      const page = { file, path: paths.get(file) as string, navigationTitle: title ?? rendered.title, group, source };
      return { ...page, ...rendered, ...(script ? { script } : {}) };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  });
}

/** Returns the groups of the navigation, and one for the pages that the navigation does not list. */
function groups(): Group[] {
  const listed = new Set(navigation.flatMap(({ pages }) => pages.map(({ file }) => file)));
  const unlisted = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md') && !EXCLUDED_PATHS.test(file) && !listed.has(file))
    .sort();
  if (unlisted.length === 0) return [...navigation];
  return [...navigation, { title: UNLISTED_TITLE, pages: unlisted.map((file) => ({ file })) }];
}

/** `docs/data.md` → `/docs/data` */
function pathOf(file: string, path = file.replace(/^docs\//, '').replace(/\.md$/, '')): string {
  return path === '' ? DOCS_PATH : `${DOCS_PATH}/${path}`;
}

/**
 * Resolves a link in a file to the address of a page. Links to other files remain unchanged, and a test reports them.
 */
function resolveLink(link: string, file: string, paths: ReadonlyMap<string, string>): string {
  if (/^(?:[a-z]+:|\/|#)/.test(link)) return link;
  const [target = '', hash] = link.split('#');
  const path = paths.get(posix.join(posix.dirname(file), target));
  return path === undefined ? link : path + (hash === undefined ? '' : `#${hash}`);
}
