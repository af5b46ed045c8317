/** Renders Markdown to the HTML of a page: headings with anchors, highlighted code, links to other pages. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { parseFence } from './fence.ts';

for (const [name, language] of Object.entries({ css, json, typescript, xml })) hljs.registerLanguage(name, language);
hljs.registerLanguage('bash', (api) => {
  const language = bash(api);
  // The pattern of highlight.js highlights parts of options as commands, for example `yes` in `--yes`.
  return { ...language, keywords: { ...(language.keywords as object), $pattern: /(?<![\w-])[a-z][a-z0-9._-]*\b/ } };
});
hljs.registerAliases(['js', 'jsx', 'ts', 'tsx', 'mjs'], { languageName: 'typescript' });
hljs.registerAliases(['html', 'astro'], { languageName: 'xml' });

/** A heading of a page with the text below it up to the next heading. */
export interface Section {
  /** Id of the heading; empty for the text before the first one. */
  readonly anchor: string;
  readonly level: number;
  readonly heading: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  /** The content below the heading of the page. */
  readonly body: string;
  readonly sections: readonly Section[];
  /** Resolved addresses of all links. */
  readonly links: readonly string[];
}

/**
 * Renders the text of a page.
 * @param resolveLink returns the address on the site for a relative link to a file
 */
export function render(text: string, resolveLink: (link: string) => string): RenderedPage {
  const links: string[] = [];
  const tokens = markdown.parse(text, {});
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type !== 'link_open') continue;
    const address = resolveLink(String(token.attrGet('href')));
    links.push(address);
    token.attrSet('href', address);
  }
  const sections = sectionsOf(tokens);
  const title = sections.find(({ level }) => level === 1)?.heading;
  if (!title) throw new Error('The page has no heading of level 1. Add one.');
  const start = tokens.findIndex(({ type, tag }) => type === 'heading_close' && tag === 'h1') + 1;
  return { title, body: markdown.renderer.render(tokens.slice(start), markdown.options, {}), sections, links };
}

/** Returns the code blocks of a text. An indented block has no info string. */
export const codeBlocksOf = (text: string): { readonly info: string; readonly code: string }[] =>
  markdown
    .parse(text, {})
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ info, content }) => ({ info: info.trim(), code: content }));

type Token = ReturnType<typeof markdown.parse>[number];

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { anchor: string; level: number; heading: string; text: string }[] = [];
  let isHeading = false;
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      sections.push({ anchor: level === 1 ? '' : String(token.attrGet('id')), level, heading: '', text: '' });
    }
    isHeading = token.type === 'heading_open' || (isHeading && token.type !== 'heading_close');
    const section = sections.at(-1);
    if (!section) continue;
    if (isHeading) section.heading += textOf(token);
    else section.text += `${textOf(token)} `;
  }
  return sections;
}

/** Returns the visible text of a token without markup. */
function textOf({ type, content, children }: Token): string {
  if (type === 'inline') return (children ?? []).map(textOf).join('');
  if (type === 'softbreak' || type === 'hardbreak') return ' ';
  return ['text', 'code_inline', 'fence', 'code_block'].includes(type) ? content : '';
}

/** Returns the same anchor as GitHub, so that links with anchors work there, too. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const markdown = new MarkdownIt({ html: false, linkify: false });
markdown.use(anchor, {
  level: [2, 3, 4, 5, 6],
  slugify: anchorOf,
  permalink: anchor.permalink.headerLink({ safariReaderFix: false }),
  tabIndex: false,
});

const LANGUAGE_LABELS: Readonly<Record<string, string>> = {
  sh: 'Terminal',
  env: 'Settings',
  html: 'HTML',
  json: 'JSON',
  css: 'CSS',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
};

const { rules } = markdown.renderer;
rules.fence = (tokens, index) => {
  const { info, content } = tokens[index] as Token;
  const { language, title } = parseFence(info);
  return codeBlock(content, language, title ?? LANGUAGE_LABELS[language]);
};
rules.code_block = (tokens, index) => codeBlock((tokens[index] as Token).content, '', undefined);
// A wide table scrolls, so it must be reachable by keyboard.
rules.table_open = () => '<div class="table" tabindex="0"><table>';
rules.table_close = () => '</table></div>';

// Screen readers announce an empty header cell as a header, so it is an ordinary cell.
const headerTag = (content: Token | undefined): string => (content?.content ? 'th' : 'td');
rules.th_open = (tokens, index) => `<${headerTag(tokens[index + 1])}>`;
rules.th_close = (tokens, index) => `</${headerTag(tokens[index - 1])}>`;

/** Renders code in a frame. Long code scrolls, so the frame can be focused by keyboard. */
function codeBlock(code: string, language: string, caption = 'Code'): string {
  const name = language === 'sh' ? 'bash' : language;
  const isKnown = hljs.getLanguage(name) !== undefined;
  const highlightedHtml = isKnown ? hljs.highlight(code, { language: name }).value : markdown.utils.escapeHtml(code);
  const copy = language === 'text' ? '' : ' data-copy';
  return `<figure class="code${name === 'bash' ? ' command' : ''}"><figcaption>${markdown.utils.escapeHtml(caption)}</figcaption><pre tabindex="0"${copy}>${highlightedHtml.trimEnd()}</pre></figure>\n`;
}
