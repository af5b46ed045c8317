import { isObject } from '../model.ts';
import { decorate } from './decorations-to-html.ts';
import { escapeHtml } from './escape-html.ts';
import { linkOf, toSafeUrl } from './links.ts';
import { nodesOf, type RichNode, richContentLimits } from './nodes.ts';

/**
 * Converts a document to HTML, for mails and for pages without JavaScript. Threat: the content comes from the owner, or
 * from an attacker who took over the owner's browser. All text is escaped, URLs are limited to http, https, mailto
 * and tel, and only the tags, attributes and styles in the tables below are emitted. Nodes with third-party code (HTML,
 * EMBED, APP_EMBED) are omitted. For unknown nodes, only the text is emitted.
 */
export function richContentToHtml(content: unknown): string {
  const budget = { remaining: richContentLimits.nodes };
  return nodesToHtml(nodesOf(content), richContentLimits.depth, budget);
}

interface Budget {
  remaining: number;
}

function nodesToHtml(nodes: readonly RichNode[], depth: number, budget: Budget): string {
  if (depth === 0) return '';
  return nodes.map((node) => nodeToHtml(node, depth, budget)).join('');
}

function nodeToHtml(node: RichNode, depth: number, budget: Budget): string {
  budget.remaining -= 1;
  if (budget.remaining < 0) return '';
  const { type = '' } = node;
  if (type === 'TEXT') return decorate(node.textData);
  const renderChildren = () => nodesToHtml(nodesOf(node), depth - 1, budget);
  const render = RENDERERS.get(type);
  if (render) return render(node, renderChildren);
  const tag = TAGS.get(type);
  return tag ? `<${tag}${alignmentStyle(node)}>${renderChildren()}</${tag}>` : renderChildren();
}

const TAGS: ReadonlyMap<string, string> = new Map([
  ['PARAGRAPH', 'p'],
  ['BULLETED_LIST', 'ul'],
  ['CHECKBOX_LIST', 'ul'],
  ['LIST_ITEM', 'li'],
  ['BLOCKQUOTE', 'blockquote'],
  ['CODE_BLOCK', 'pre'],
  ['TABLE_ROW', 'tr'],
  ['TABLE_CELL', 'td'],
  ['COLLAPSIBLE_ITEM', 'details'],
  ['COLLAPSIBLE_ITEM_TITLE', 'summary'],
  ['COLLAPSIBLE_ITEM_BODY', 'div'],
  ['CAPTION', 'p'],
]);

type Renderer = (node: RichNode, renderChildren: () => string) => string;

const renderNothing: Renderer = () => '';

const RENDERERS: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['HEADING', renderHeading],
  ['ORDERED_LIST', renderOrderedList],
  ['TABLE', (_node, renderChildren) => `<table><tbody>${renderChildren()}</tbody></table>`],
  ['DIVIDER', () => '<hr>'],
  [
    'IMAGE',
    (node, renderChildren) => wrapInLink(linkOf(node.imageData), renderImage(node.imageData)) + renderChildren(),
  ],
  [
    'GALLERY',
    ({ galleryData }) =>
      list(galleryData, 'items')
        .map((item) => renderImage(readPart(item, 'image')))
        .join(''),
  ],
  ['BUTTON', ({ buttonData }) => renderLink(linkOf(buttonData)?.url, readPart(buttonData, 'text'))],
  ['LINK_PREVIEW', ({ linkPreviewData: data }) => renderLink(linkOf(data)?.url, readPart(data, 'title'))],
  ['VIDEO', ({ videoData: data }) => renderLink(sourceOf(readPart(data, 'video')), readPart(data, 'title'))],
  ['AUDIO', ({ audioData: data }) => renderLink(sourceOf(readPart(data, 'audio')), readPart(data, 'name'))],
  ['FILE', ({ fileData: data }) => renderLink(sourceOf(data), readPart(data, 'name'))],
  ['HTML', renderNothing],
  ['EMBED', renderNothing],
  ['APP_EMBED', renderNothing],
]);

function renderHeading(node: RichNode, renderChildren: () => string): string {
  const level = readPart(node.headingData, 'level');
  const tag = `h${Number.isInteger(level) ? Math.min(6, Math.max(1, Number(level))) : 2}`;
  return `<${tag}${alignmentStyle(node)}>${renderChildren()}</${tag}>`;
}

function renderOrderedList({ orderedListData }: RichNode, renderChildren: () => string): string {
  const start = readPart(orderedListData, 'start');
  const first = Number.isInteger(start) && Number(start) > 1 && Number(start) < 1e6 ? ` start="${start}"` : '';
  return `<ol${first}>${renderChildren()}</ol>`;
}

const ALIGNMENTS: ReadonlyMap<unknown, string> = new Map([
  ['CENTER', 'center'],
  ['RIGHT', 'right'],
  ['JUSTIFY', 'justify'],
]);

function alignmentStyle(node: RichNode): string {
  const style = readPart(node.paragraphData ?? node.headingData ?? node.codeBlockData, 'textStyle');
  const side = ALIGNMENTS.get(readPart(style, 'textAlignment'));
  return side ? ` style="text-align:${side}"` : '';
}

/** Shows images with http and https URLs only. Ids of the vendor's media store cannot be resolved here. */
function renderImage(holder: unknown): string {
  const media = readPart(holder, 'media') ?? readPart(holder, 'image');
  const url = toSafeUrl(sourceOf(media));
  if (!url || !/^https?:/i.test(url)) return '';
  const altText = readPart(holder, 'altText');
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(typeof altText === 'string' ? altText : '')}">`;
}

const sourceOf = (media: unknown): unknown => readPart(readPart(media, 'src'), 'url');

function renderLink(url: unknown, text: unknown): string {
  const label = typeof text === 'string' && text.trim() !== '' ? text : toSafeUrl(url);
  return label ? `<p>${wrapInLink({ url }, escapeHtml(label))}</p>` : '';
}

function wrapInLink(link: { url?: unknown } | null, html: string): string {
  const url = toSafeUrl(link?.url);
  return url && html !== '' ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${html}</a>` : html;
}

const readPart = (holder: unknown, key: string): unknown =>
  isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;

const list = (holder: unknown, key: string): unknown[] => {
  const items = readPart(holder, key);
  return Array.isArray(items) ? items.slice(0, 100) : [];
};
