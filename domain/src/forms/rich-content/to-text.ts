import { isObject } from '../model.ts';
import { linkOf, linkOfDecoration, safeUrl } from './links.ts';
import { type Decoration, nodesOf, type RichNode, richContentLimits } from './nodes.ts';

/** A document as plain text: a line for each paragraph, lists with their marks, the address of a link behind its text. */
export function richContentToText(content: unknown): string {
  const lines = linesOf(nodesOf(content), richContentLimits.depth, { left: richContentLimits.nodes });
  return lines.join('\n').trim();
}

interface Budget {
  left: number;
}

/** Texts that stand beside one another share a line; every block begins its own. */
function linesOf(nodes: readonly RichNode[], depth: number, budget: Budget): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const node of depth === 0 ? [] : nodes) {
    budget.left -= 1;
    if (budget.left < 0) break;
    if (node.type === 'TEXT') {
      lines.push((isOpen ? lines.pop() : '') + textOf(node));
      isOpen = true;
    } else {
      lines.push(...blockLines(node, depth, budget));
      isOpen = false;
    }
  }
  return lines;
}

function blockLines(node: RichNode, depth: number, budget: Budget): string[] {
  const inner = () => linesOf(nodesOf(node), depth - 1, budget);
  switch (node.type) {
    case 'BULLETED_LIST':
    case 'CHECKBOX_LIST':
      return itemLines(node, depth, budget, () => '- ');
    case 'ORDERED_LIST':
      return itemLines(node, depth, budget, (number) => `${number}. `);
    case 'DIVIDER':
      return ['---'];
    case 'BLOCKQUOTE':
      return inner().map((line) => `> ${line}`);
    case 'BUTTON':
      return labelled(node.buttonData, 'text');
    case 'LINK_PREVIEW':
      return labelled(node.linkPreviewData, 'title');
    case 'IMAGE':
      return [...labelled(node.imageData, 'altText'), ...inner()];
    default:
      // an empty paragraph is a blank line
      return node.type === 'PARAGRAPH' && nodesOf(node).length === 0 ? [''] : inner();
  }
}

const itemLines = (node: RichNode, depth: number, budget: Budget, mark: (number: number) => string): string[] =>
  nodesOf(node).flatMap((item, index) =>
    linesOf(nodesOf(item), Math.max(0, depth - 2), budget).map((line, row) =>
      row === 0 ? mark(index + 1) + line : ' '.repeat(mark(index + 1).length) + line,
    ),
  );

function labelled(data: unknown, key: string): string[] {
  const label = isObject(data) ? data[key] : undefined;
  const url = safeUrl(linkOf(data)?.url);
  const told = typeof label === 'string' ? label : '';
  return told || url ? [withUrl(told, url)] : [];
}

function textOf({ textData }: RichNode): string {
  const { text, decorations } = isObject(textData) ? textData : {};
  if (typeof text !== 'string') return '';
  const link = (Array.isArray(decorations) ? decorations.filter(isObject) : []).find(({ type }) => type === 'LINK');
  return withUrl(text, link ? safeUrl(linkOfDecoration(link as Decoration)?.url) : null);
}

const withUrl = (text: string, url: string | null): string =>
  !url || text.trim() === url ? text : text.trim() === '' ? url : `${text} (${url.replace(/^(?:mailto|tel):/i, '')})`;
