import { createElement, Fragment, type ReactNode } from 'react';

/** The part of a rich-content node that is rendered. */
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

/** This is a Map, because a plain object would resolve a node type such as `constructor`. */
const BLOCKS: ReadonlyMap<string | undefined, string> = new Map([
  ['PARAGRAPH', 'p'],
  ['BULLETED_LIST', 'ul'],
  ['ORDERED_LIST', 'ol'],
  ['LIST_ITEM', 'li'],
  ['BLOCKQUOTE', 'blockquote'],
  ['CODE_BLOCK', 'pre'],
  ['DIVIDER', 'hr'],
]);

/** Maximum nesting depth. Only hostile documents are deeper. */
const MAX_DEPTH = 30;

/**
 * Renders rich content (`{nodes}`): text, headings, lists, quotes and links. Other nodes are omitted. `inline` omits
 * the paragraph elements, for use in a label.
 */
export function RichContent({ content, inline = false }: { content: unknown; inline?: boolean }) {
  const { nodes } = (content ?? {}) as { nodes?: readonly Node[] };
  const shown = inline ? nodes?.flatMap((node) => node.nodes ?? []) : nodes;
  return <>{renderNodes(shown, 0)}</>;
}

/** Returns true if RichContent renders any text of the content. */
export function hasText(content: unknown): boolean {
  const { nodes } = (content ?? {}) as { nodes?: readonly Node[] };
  return containsText(nodes, 0);
}

const containsText = (nodes: readonly Node[] | undefined, depth: number): boolean =>
  depth <= MAX_DEPTH &&
  (nodes ?? []).some(({ type, textData, nodes: inner }) =>
    type === 'TEXT'
      ? Boolean(textData?.text)
      : (type === 'HEADING' || BLOCKS.has(type)) && containsText(inner, depth + 1),
  );

const renderNodes = (nodes: readonly Node[] | undefined, depth: number): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a document is shown once and never reordered
  nodes?.map((node, index) => <Fragment key={index}>{show(node, depth)}</Fragment>);

function show(node: Node, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return null;
  if (node.type === 'TEXT') return decorate(node.textData?.text ?? '', node.textData?.decorations ?? []);
  const inside = renderNodes(node.nodes, depth + 1);
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

/** Allows only http(s), mail and phone URLs, and paths, because a `javascript:` link would run in the page's origin. */
function link(url: string | undefined, inside: ReactNode): ReactNode {
  return url && /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(url) ? <a href={url}>{inside}</a> : inside;
}
