import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFence } from './fence.ts';
import { codeBlocksOf } from './markdown.ts';
import { ROOT, readPages } from './pages.ts';

/** A code block of the documentation. The tests of e2e/ and conformance/ run it. */
export interface Snippet {
  /** Unique path of the snippet, made of its page, its position on the page and its file name. */
  readonly path: string;
  /** The Markdown file, as a path from the root of the repository. */
  readonly file: string;
  readonly language: string;
  readonly title?: string | undefined;
  readonly code: string;
  /** The file of an example whose text the snippet shows (`file`). */
  readonly exampleFile: string | undefined;
  /** True if the snippet runs in Node (`run`), and not in a browser. */
  readonly runsInNode: boolean;
  /** True if the snippet uses variables that its page does not declare, such as `client` (`continues`). */
  readonly continuesOthers: boolean;
  /** True if the snippet needs the generated types of a site for every hook and component (`typed`). */
  readonly usesSiteTypes: boolean;
  /** True if the snippet needs the vendor's packages or another receiver of them (`vendor`). */
  readonly isForVendor: boolean;
  /** The text that the snippet must print or show (`expect`). */
  readonly expectedText: string | undefined;
}

/** Returns all code blocks of the documentation, and those of the repository's README. */
export function readSnippets(): Snippet[] {
  const readme = { file: 'README.md', source: readFileSync(join(ROOT, 'README.md'), 'utf8') };
  return [readme, ...readPages()].flatMap(({ file, source }) => snippetsOf(file, source));
}

/** Returns the code blocks of one file. */
export const snippetsOf = (file: string, source: string): Snippet[] =>
  codeBlocksOf(source).map(({ info, code }, index) => {
    const { language, attributes, title } = parseFence(info);
    const attributeOf = (name: string): string | undefined => {
      const value = attributes[name];
      return typeof value === 'string' ? value : undefined;
    };
    return {
      path: `${file.replace(/\.md$/, '')}/${index}/${title ?? `code.${language}`}`,
      file,
      language,
      title,
      code,
      exampleFile: attributeOf('file'),
      runsInNode: attributes.run === true,
      continuesOthers: attributes.continues === true,
      usesSiteTypes: attributes.typed === true,
      isForVendor: attributes.vendor === true,
      expectedText: attributeOf('expect'),
    };
  });
