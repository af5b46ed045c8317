import { parseFence } from './fence.ts';
import { readPages } from './pages.ts';

/** Code of a page that tests check. */
export interface Snippet {
  /** Path of a file of its own: the page, the position on it and the name of the file. */
  readonly path: string;
  readonly code: string;
  /** Whether the code is a whole program for Node (`run`), and the text that it prints (`expect`). */
  readonly runs: boolean;
  readonly expected: string;
}

const FENCE_PATTERN = /^```(\S.*)\n([\s\S]*?)^```$/gm;
const CHECKED_LANGUAGES = new Set(['js', 'ts', 'jsx', 'tsx']);

/**
 * Returns the JavaScript and TypeScript of all pages. Code that is marked `vendor` needs the vendor's packages, and the
 * tests of conformance/ cover it; files of examples are run with their example.
 */
export function readSnippets(): Snippet[] {
  return readPages().flatMap(({ path, source }) =>
    [...source.matchAll(FENCE_PATTERN)].flatMap(([, info, code], index) => {
      const { language, attributes, title = `code.${language}` } = parseFence(info as string);
      if (!CHECKED_LANGUAGES.has(language) || attributes.vendor || attributes.file) return [];
      return {
        path: `${path.slice(1)}/${index}/${title}`,
        code: code as string,
        runs: attributes.run === true,
        expected: typeof attributes.expect === 'string' ? attributes.expect : '',
      };
    }),
  );
}
