import { createElement, Fragment, type ReactNode } from 'react';

/** A node of a rich-content document, as far as it is shown. */
interface Node {
  readonly type?: string;
  readonly nodes?: readonly Node[];
  readonly textData?: { readonly text?: string; readonly decorations?: readonly Decoration[] };
  readonly headingData?: { readonly level?: number };
}

interface Decoration {
  readonly type?: string;
  readonly linkData?: { readonly link?: { readonly url?: string; readonly target?: string } };
}

/** A map, for a document may name its nodes `constructor`. */
const BLOCKS: ReadonlyMap<string | undefined, string> = new Map([
  ['PARAGRAPH', 'p'],
  ['BULLETED_LIST', 'ul'],
  ['ORDERED_LIST', 'ol'],
  ['LIST_ITEM', 'li'],
  ['BLOCKQUOTE', 'blockquote'],
  ['CODE_BLOCK', 'pre'],
  ['DIVIDER', 'hr'],
]);

/** deeper documents are an attack on the renderer, not writing */
const DEEPEST = 30;

/**
 * Shows rich content (`{nodes}`): text, headings, lists, quotes and links. Nodes of other kinds are left out. `inline` leaves
 * out the paragraphs themselves, for the inside of a label.
 */
export function RichContent({ content, inline = false }: { content: unknown; inline?: boolean }) {
  const { nodes } = (content ?? {}) as { nodes?: readonly Node[] };
  const shown = inline ? nodes?.flatMap((node) => node.nodes ?? []) : nodes;
  return <>{showAll(shown, 0)}</>;
}

/** Whether RichContent shows any words of it. */
export function hasWords(content: unknown): boolean {
  const { nodes } = (content ?? {}) as { nodes?: readonly Node[] };
  return someWords(nodes, 0);
}

const someWords = (nodes: readonly Node[] | undefined, depth: number): boolean =>
  depth <= DEEPEST &&
  (nodes ?? []).some(({ type, textData, nodes: inner }) =>
    type === 'TEXT' ? Boolean(textData?.text) : (type === 'HEADING' || BLOCKS.has(type)) && someWords(inner, depth + 1),
  );

const showAll = (nodes: readonly Node[] | undefined, depth: number): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a document is shown once and never reordered
  nodes?.map((node, index) => <Fragment key={index}>{show(node, depth)}</Fragment>);

function show(node: Node, depth: number): ReactNode {
  if (depth > DEEPEST) return null;
  if (node.type === 'TEXT') return decorate(node.textData?.text ?? '', node.textData?.decorations ?? []);
  const inside = showAll(node.nodes, depth + 1);
  if (node.type === 'HEADING')
    return createElement(`h${Math.min(6, Math.max(2, node.headingData?.level ?? 2))}`, null, inside);
  const tag = BLOCKS.get(node.type);
  if (!tag) return null;
  return tag === 'hr' ? <hr /> : createElement(tag, null, inside);
}

function decorate(text: string, decorations: readonly Decoration[]): ReactNode {
  let shown: ReactNode = text;
  for (const decoration of decorations) shown = wrap(shown, decoration);
  return shown;
}

function wrap(inside: ReactNode, decoration: Decoration): ReactNode {
  switch (decoration.type) {
    case 'BOLD':
      return <strong>{inside}</strong>;
    case 'ITALIC':
      return <em>{inside}</em>;
    case 'UNDERLINE':
      return <u>{inside}</u>;
    case 'LINK':
      return link(decoration.linkData?.link?.url, inside);
    default:
      return inside;
  }
}

/** Only addresses that lead somewhere: a `javascript:` link in stored content would run as the site. */
function link(url: string | undefined, inside: ReactNode): ReactNode {
  return url && /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(url) ? <a href={url}>{inside}</a> : inside;
}
