import { isObject } from '../model.ts';
import { linkOf, linkOfDecoration, toSafeUrl } from './links.ts';
import { type Decoration, nodesOf, type RichNode, richContentLimits } from './nodes.ts';

/**
 * Converts a document to plain text: one line per paragraph, lists with bullets or numbers, and the URL of a link after
 * its text.
 * @param addresses false omits the URLs
 */
export function richContentToText(content: unknown, { addresses = true } = {}): string {
  const walk = { remaining: richContentLimits.nodes, addresses };
  return linesOf(nodesOf(content), richContentLimits.depth, walk).join('\n').trim();
}

interface Walk {
  /** Number of nodes that may still be read. */
  remaining: number;
  readonly addresses: boolean;
}

/** Returns the lines of the nodes. Adjacent text nodes share a line, and every block starts a new line. */
function linesOf(nodes: readonly RichNode[], depth: number, walk: Walk): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const node of depth === 0 ? [] : nodes) {
    walk.remaining -= 1;
    if (walk.remaining < 0) break;
    if (node.type === 'TEXT') {
      lines.push((isOpen ? lines.pop() : '') + textOf(node, walk));
      isOpen = true;
    } else {
      lines.push(...blockLines(node, depth, walk));
      isOpen = false;
    }
  }
  return lines;
}

function blockLines(node: RichNode, depth: number, walk: Walk): string[] {
  const childLines = () => linesOf(nodesOf(node), depth - 1, walk);
  switch (node.type) {
    case 'BULLETED_LIST':
    case 'CHECKBOX_LIST':
      return linesOfItem(node, depth, walk, () => '- ');
    case 'ORDERED_LIST':
      return linesOfItem(node, depth, walk, (number) => `${number}. `);
    case 'DIVIDER':
      return ['---'];
    case 'BLOCKQUOTE':
      return childLines().map((line) => `> ${line}`);
    case 'BUTTON':
      return labelWithUrl(node.buttonData, 'text', walk);
    case 'LINK_PREVIEW':
      return labelWithUrl(node.linkPreviewData, 'title', walk);
    case 'IMAGE':
      return [...labelWithUrl(node.imageData, 'altText', walk), ...childLines()];
    default:
      // An empty paragraph is a blank line.
      return node.type === 'PARAGRAPH' && nodesOf(node).length === 0 ? [''] : childLines();
  }
}

const linesOfItem = (node: RichNode, depth: number, walk: Walk, markerOf: (number: number) => string): string[] =>
  nodesOf(node).flatMap((item, index) =>
    linesOf(nodesOf(item), Math.max(0, depth - 2), walk).map((line, row) =>
      row === 0 ? markerOf(index + 1) + line : ' '.repeat(markerOf(index + 1).length) + line,
    ),
  );

function labelWithUrl(data: unknown, key: string, { addresses }: Walk): string[] {
  const label = isObject(data) ? data[key] : undefined;
  const url = addresses ? toSafeUrl(linkOf(data)?.url) : null;
  const text = typeof label === 'string' ? label : '';
  return text || url ? [withUrl(text, url)] : [];
}

function textOf({ textData }: RichNode, { addresses }: Walk): string {
  const { text, decorations } = isObject(textData) ? textData : {};
  if (typeof text !== 'string') return '';
  if (!addresses) return text;
  const link = (Array.isArray(decorations) ? decorations.filter(isObject) : []).find(({ type }) => type === 'LINK');
  return withUrl(text, link ? toSafeUrl(linkOfDecoration(link as Decoration)?.url) : null);
}

const withUrl = (text: string, url: string | null): string =>
  !url || text.trim() === url ? text : text.trim() === '' ? url : `${text} (${url.replace(/^(?:mailto|tel):/i, '')})`;
