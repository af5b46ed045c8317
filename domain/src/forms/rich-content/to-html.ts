import { isObject } from '../model.ts';
import { decorated } from './decorations-to-html.ts';
import { escapeHtml } from './escape-html.ts';
import { linkOf, safeUrl } from './links.ts';
import { nodesOf, type RichNode, richContentLimits } from './nodes.ts';

/**
 * Converts a document to HTML, for mails and for pages without JavaScript. Threat: the content comes from the owner, or
 * from an attacker who took over the owner's browser. All texts are escaped, URLs are limited to http, https, mailto
 * and tel, and only the tags, attributes and styles in the tables below are emitted. Nodes with foreign code (HTML,
 * EMBED, APP_EMBED) are omitted; of unknown nodes only the texts remain.
 */
export function richContentToHtml(content: unknown): string {
  const budget = { left: richContentLimits.nodes };
  return nodesToHtml(nodesOf(content), richContentLimits.depth, budget);
}

interface Budget {
  left: number;
}

function nodesToHtml(nodes: readonly RichNode[], depth: number, budget: Budget): string {
  if (depth === 0) return '';
  return nodes.map((node) => nodeToHtml(node, depth, budget)).join('');
}

function nodeToHtml(node: RichNode, depth: number, budget: Budget): string {
  budget.left -= 1;
  if (budget.left < 0) return '';
  const { type = '' } = node;
  if (type === 'TEXT') return decorated(node.textData);
  const inside = () => nodesToHtml(nodesOf(node), depth - 1, budget);
  const render = RENDERERS.get(type);
  if (render) return render(node, inside);
  const tag = TAGS.get(type);
  return tag ? `<${tag}${alignment(node)}>${inside()}</${tag}>` : inside();
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

type Renderer = (node: RichNode, inside: () => string) => string;

const nothing: Renderer = () => '';

const RENDERERS: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['HEADING', heading],
  ['ORDERED_LIST', orderedList],
  ['TABLE', (_node, inside) => `<table><tbody>${inside()}</tbody></table>`],
  ['DIVIDER', () => '<hr>'],
  ['IMAGE', (node, inside) => linked(linkOf(node.imageData), image(node.imageData)) + inside()],
  [
    'GALLERY',
    ({ galleryData }) =>
      list(galleryData, 'items')
        .map((item) => image(part(item, 'image')))
        .join(''),
  ],
  ['BUTTON', ({ buttonData }) => paragraphLink(linkOf(buttonData)?.url, part(buttonData, 'text'))],
  ['LINK_PREVIEW', ({ linkPreviewData: data }) => paragraphLink(linkOf(data)?.url, part(data, 'title'))],
  ['VIDEO', ({ videoData: data }) => paragraphLink(sourceOf(part(data, 'video')), part(data, 'title'))],
  ['AUDIO', ({ audioData: data }) => paragraphLink(sourceOf(part(data, 'audio')), part(data, 'name'))],
  ['FILE', ({ fileData: data }) => paragraphLink(sourceOf(data), part(data, 'name'))],
  ['HTML', nothing],
  ['EMBED', nothing],
  ['APP_EMBED', nothing],
]);

function heading(node: RichNode, inside: () => string): string {
  const level = part(node.headingData, 'level');
  const tag = `h${Number.isInteger(level) ? Math.min(6, Math.max(1, Number(level))) : 2}`;
  return `<${tag}${alignment(node)}>${inside()}</${tag}>`;
}

function orderedList({ orderedListData }: RichNode, inside: () => string): string {
  const start = part(orderedListData, 'start');
  const first = Number.isInteger(start) && Number(start) > 1 && Number(start) < 1e6 ? ` start="${start}"` : '';
  return `<ol${first}>${inside()}</ol>`;
}

const ALIGNMENTS: ReadonlyMap<unknown, string> = new Map([
  ['CENTER', 'center'],
  ['RIGHT', 'right'],
  ['JUSTIFY', 'justify'],
]);

function alignment(node: RichNode): string {
  const style = part(node.paragraphData ?? node.headingData ?? node.codeBlockData, 'textStyle');
  const side = ALIGNMENTS.get(part(style, 'textAlignment'));
  return side ? ` style="text-align:${side}"` : '';
}

/** Shows images with http and https URLs only. Ids of the vendor's media store cannot be resolved here. */
function image(holder: unknown): string {
  const media = part(holder, 'media') ?? part(holder, 'image');
  const url = safeUrl(sourceOf(media));
  if (!url || !/^https?:/i.test(url)) return '';
  const altText = part(holder, 'altText');
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(typeof altText === 'string' ? altText : '')}">`;
}

const sourceOf = (media: unknown): unknown => part(part(media, 'src'), 'url');

function paragraphLink(url: unknown, text: unknown): string {
  const label = typeof text === 'string' && text.trim() !== '' ? text : safeUrl(url);
  return label ? `<p>${linked({ url }, escapeHtml(label))}</p>` : '';
}

function linked(link: { url?: unknown } | null, inside: string): string {
  const url = safeUrl(link?.url);
  return url && inside !== '' ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${inside}</a>` : inside;
}

const part = (holder: unknown, key: string): unknown =>
  isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;

const list = (holder: unknown, key: string): unknown[] => {
  const items = part(holder, key);
  return Array.isArray(items) ? items.slice(0, 100) : [];
};
