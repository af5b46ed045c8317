/** Decides which test runs a code block of the documentation. */
import type { Snippet } from '../../docs/src/snippets.ts';
import { exemptionOf } from './exemptions.ts';

/**
 * - `example`: the text of a file of examples/, which e2e/examples.test.ts runs.
 * - `node`, `browser`: JavaScript and TypeScript that e2e/snippets.test.ts runs.
 * - `types`: a declaration without code; the type check applies it to snippets.
 * - `embed`, `styles`, `policy`: HTML on a website of another origin; CSS of a page; its content security policy.
 * - `command`: shell commands that e2e/snippets.test.ts runs.
 * - `quickstart`: commands of a quickstart and their output; e2e/snippets.test.ts follows the page.
 * - `settings`: environment variables that the server must accept.
 * - `data`: JSON and YAML that is compared with what the server accepts or writes.
 * - `vendor`: code for the vendor's packages, which conformance/docs-snippets.test.ts runs.
 * - `exempt`: listed with a reason in exemptions.ts.
 */
export type Executor =
  | 'example'
  | 'node'
  | 'browser'
  | 'types'
  | 'embed'
  | 'styles'
  | 'policy'
  | 'command'
  | 'quickstart'
  | 'settings'
  | 'data'
  | 'vendor'
  | 'exempt';

const SCRIPT_LANGUAGES = ['js', 'jsx', 'ts', 'tsx'];
const BY_LANGUAGE: Readonly<Record<string, Executor>> = {
  html: 'embed',
  css: 'styles',
  sh: 'command',
  env: 'settings',
  json: 'data',
  yaml: 'data',
};

/** Returns the executor of a snippet; undefined if no test runs it. */
export function executorOf(snippet: Snippet): Executor | undefined {
  const { file, language, exampleFile, isForVendor, usesSiteTypes, expectedText, runsInNode } = snippet;
  if (exemptionOf(snippet)) return 'exempt';
  if (exampleFile) return 'example';
  if (isForVendor) return 'vendor';
  if (file.startsWith('docs/quickstart/') && ['sh', 'text'].includes(language)) return 'quickstart';
  if (SCRIPT_LANGUAGES.includes(language)) {
    if (runsInNode) return 'node';
    // Without a text to expect, a browser would only show that nothing was thrown.
    if (expectedText !== undefined) return 'browser';
    return usesSiteTypes ? 'types' : undefined;
  }
  if (language === 'text') return snippet.code.startsWith('default-src ') ? 'policy' : undefined;
  if (language === 'html' && expectedText === undefined) return undefined;
  return Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language] : undefined;
}

/** Returns the path and the snippet of each snippet with this executor, as rows of `it.each`. */
export const rowsOf = (snippets: readonly Snippet[], executor: Executor): (readonly [string, Snippet])[] =>
  snippets.filter((snippet) => executorOf(snippet) === executor).map((snippet) => [snippet.path, snippet] as const);
