import { isBold } from './decorations-to-html.ts';
import { linkOfDecoration, toSafeUrl } from './links.ts';
import { type Decoration, nodesOf, type RichNode, richContentLimits } from './nodes.ts';
import { blockTypes, markTypes, RICOS_ATTRIBUTE, ricosTypes, type TipTapMark, type TipTapNode } from './tiptap.ts';

/**
 * Converts a document for the dashboard's editor. Never throws. A document without nodes becomes one empty paragraph.
 */
export function richContentToTipTap(content: unknown): TipTapNode {
  const blocks = nodesOf(content).map((node) => toBlock(node, richContentLimits.depth));
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

const TYPES: ReadonlyMap<unknown, string> = new Map(blockTypes);
const toRicosBlock = (node: RichNode): TipTapNode => ({ type: ricosTypes.block, attrs: { node } });

function toBlock(node: RichNode, depth: number): TipTapNode {
  const type = TYPES.get(node.type);
  if (!type || type === 'listItem' || depth === 0) return toRicosBlock(node);
  const { type: _, nodes, ...rest } = node;
  const children = nodesOf(node);
  switch (type) {
    case 'horizontalRule':
      return { type, ...toAttributes({}, { ...rest, ...(nodes ? { nodes } : {}) }) };
    case 'codeBlock':
      return isPlainText(children)
        ? { type, ...toAttributes({}, rest), ...toContent(children.flatMap(toCode)) }
        : toRicosBlock(node);
    case 'bulletList':
    case 'orderedList':
      return isEditableList(children)
        ? { type, ...toAttributes(listAttributes(node), rest), content: toListItems(children, depth - 1) }
        : toRicosBlock(node);
    case 'blockquote':
      return children.length > 0
        ? { type, ...toAttributes({}, rest), content: children.map((one) => toBlock(one, depth - 1)) }
        : toRicosBlock(node);
    default:
      return { type, ...toAttributes(headingAttributesOf(node), rest), ...toContent(children.flatMap(toInline)) };
  }
}

const toAttributes = (known: Record<string, unknown>, rest: Record<string, unknown>): Pick<TipTapNode, 'attrs'> => {
  const attrs = { ...known, ...(Object.keys(rest).length > 0 ? { [RICOS_ATTRIBUTE]: rest } : {}) };
  return Object.keys(attrs).length > 0 ? { attrs } : {};
};

const toContent = (nodes: TipTapNode[]): Pick<TipTapNode, 'content'> => (nodes.length > 0 ? { content: nodes } : {});

function headingAttributesOf({ type, headingData }: RichNode): Record<string, unknown> {
  if (type !== 'HEADING') return {};
  const { level } = (headingData ?? {}) as { level?: unknown };
  return { level: Number.isInteger(level) ? Math.min(6, Math.max(1, Number(level))) : 2 };
}

function listAttributes({ type, orderedListData }: RichNode): Record<string, unknown> {
  const { start } = (orderedListData ?? {}) as { start?: unknown };
  return type === 'ORDERED_LIST' && Number.isInteger(start) ? { start } : {};
}

/**
 * Returns true if the editor supports the list. The editor requires a paragraph as the first child of every item. Other
 * lists are preserved as opaque nodes.
 */
const isEditableList = (nodes: readonly RichNode[]): boolean =>
  nodes.length > 0 && nodes.every((node) => node.type === 'LIST_ITEM' && nodesOf(node)[0]?.type === 'PARAGRAPH');

const toListItems = (nodes: readonly RichNode[], depth: number): TipTapNode[] =>
  nodes.map(({ type: _, nodes: children, ...rest }) => ({
    type: 'listItem',
    ...toAttributes({}, rest),
    content: nodesOf({ nodes: children }).map((one) => toBlock(one, depth)),
  }));

/** Returns true if the editor's code block can hold the nodes: text nodes without decorations. */
const isPlainText = (nodes: readonly RichNode[]): boolean =>
  nodes.every((node) => node.type === 'TEXT' && !node.textData?.decorations?.length);

const toCode = ({ textData }: RichNode): TipTapNode[] =>
  typeof textData?.text === 'string' && textData.text !== '' ? [{ type: 'text', text: textData.text }] : [];

/** Splits a text node at its line breaks, which the editor represents as separate nodes. */
function toInline(node: RichNode): TipTapNode[] {
  if (node.type !== 'TEXT') return [{ type: ricosTypes.inline, attrs: { node } }];
  const { text, decorations } = node.textData ?? {};
  if (typeof text !== 'string') return [];
  const marks = toMarks(Array.isArray(decorations) ? decorations : []);
  const marked = marks.length > 0 ? { marks } : {};
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'hardBreak', ...marked }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line, ...marked }]),
    ]);
}

const MARKS: ReadonlyMap<unknown, string> = new Map(markTypes.map(([type, mark]) => [type, mark]));

/** The editor allows each mark once. Repeated and unknown marks are preserved as opaque marks. */
function toMarks(decorations: readonly Decoration[]): TipTapMark[] {
  const seen = new Set<string>();
  return decorations.map((decoration): TipTapMark => {
    const mark = toMark(decoration);
    if (!mark || seen.has(mark.type)) return { type: ricosTypes.mark, attrs: { decoration } };
    seen.add(mark.type);
    return mark;
  });
}

function toMark(decoration: Decoration): TipTapMark | null {
  const { type, ...rest } = decoration;
  if (type === 'LINK') {
    const link = linkOfDecoration(decoration);
    const href = toSafeUrl(link?.url);
    const target = link?.target === 'BLANK' ? '_blank' : null;
    return href ? { type: 'link', attrs: { href, target, [RICOS_ATTRIBUTE]: rest } } : null;
  }
  const mark = MARKS.get(type);
  const isOn = mark !== 'bold' || isBold(decoration);
  return mark && isOn ? { type: mark, attrs: { [RICOS_ATTRIBUTE]: rest } } : null;
}
