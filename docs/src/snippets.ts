import { parseFence } from './fence.ts';
import { readPages } from './pages.ts';

/** A code sample of a page that tests check. */
export interface Snippet {
  /** Unique path of the snippet, made of its page, its position on the page and its file name. */
  readonly path: string;
  readonly code: string;
  /** Whether the code is a complete program for Node (`run`), and the text that it must print (`expect`). */
  readonly runs: boolean;
  readonly expected: string;
}

const FENCE_PATTERN = /^```(\S.*)\n([\s\S]*?)^```$/gm;
const CHECKED_LANGUAGES = new Set(['js', 'ts', 'jsx', 'tsx']);

/**
 * Returns the JavaScript and TypeScript code samples of all pages. Samples marked `vendor` need the vendor's packages,
 * and the tests of conformance/ cover them. Files of examples are tested with their example.
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
