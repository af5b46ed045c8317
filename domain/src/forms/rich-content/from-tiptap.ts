import { isObject } from '../model.ts';
import { toSafeUrl } from './links.ts';
import { type Decoration, type RichContent, type RichNode, richContentLimits } from './nodes.ts';
import { blockTypes, markTypes, RICOS_ATTRIBUTE, ricosTypes } from './tiptap.ts';

type Json = Record<string, unknown>;

/**
 * Converts the content of the editor to a document. Nodes that a document does not support (extensions of the editor)
 * are reduced to their text.
 * @param before the previous document, whose metadata and style are preserved
 */
export function tipTapToRichContent(doc: unknown, before: unknown = {}): RichContent {
  const nodes = contentOf(doc).flatMap((node) => fromBlock(node, richContentLimits.depth));
  return { ...(isObject(before) ? before : {}), nodes };
}

const TYPES: ReadonlyMap<unknown, string> = new Map(blockTypes.map(([type, editors]) => [editors, type]));
const INLINE: readonly unknown[] = ['text', 'hardBreak', ricosTypes.inline];

const contentOf = (node: unknown): Json[] =>
  isObject(node) && Array.isArray(node.content) ? node.content.filter(isObject) : [];

const attributesOf = (node: Json): Json => (isObject(node.attrs) ? node.attrs : {});

function fromBlock(node: Json, depth: number): RichNode[] {
  if (node.type === ricosTypes.block)
    return isObject(attributesOf(node).node) ? [attributesOf(node).node as RichNode] : [];
  const type = TYPES.get(node.type);
  if (depth < 0) return [];
  if (!type)
    return INLINE.includes(node.type) ? [{ type: 'PARAGRAPH', nodes: fromInline([node]) }] : fromChildren(node, depth);
  const stored = readStoredProperties(attributesOf(node), type);
  if (type === 'DIVIDER') return [{ type, ...stored }];
  const isText = type === 'PARAGRAPH' || type === 'HEADING' || type === 'CODE_BLOCK';
  const nodes = isText ? fromInline(contentOf(node)) : fromChildren(node, depth);
  return [{ type, ...withTypeData(type, stored, attributesOf(node)), nodes }];
}

const fromChildren = (node: Json, depth: number): RichNode[] =>
  contentOf(node).flatMap((one) => fromBlock(one, depth - 1));

const DATA_KEYS_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['PARAGRAPH', 'paragraphData'],
  ['HEADING', 'headingData'],
  ['BULLETED_LIST', 'bulletedListData'],
  ['ORDERED_LIST', 'orderedListData'],
  ['LIST_ITEM', 'listItemData'],
  ['BLOCKQUOTE', 'blockquoteData'],
  ['CODE_BLOCK', 'codeBlockData'],
  ['DIVIDER', 'dividerData'],
]);

/**
 * Returns the stored properties of a node. Omits the properties of other node types, for example those of a paragraph
 * that the editor turned into a heading.
 */
function readStoredProperties(attrs: Json, type: string): Json {
  const stored = attrs[RICOS_ATTRIBUTE];
  if (!isObject(stored)) return {};
  const keysOfOtherTypes = new Set(
    [...DATA_KEYS_BY_TYPE.values()].filter((name) => name !== DATA_KEYS_BY_TYPE.get(type)),
  );
  return Object.fromEntries(Object.entries(stored).filter(([key]) => !keysOfOtherTypes.has(key) && key !== 'type'));
}

/** Returns the stored properties with the editor's heading level or first list number, if the editor changed it. */
function withTypeData(type: string, stored: Json, { level, start }: Json): Json {
  const readStoredObject = (name: string): Json => (isObject(stored[name]) ? stored[name] : {});
  if (type === 'HEADING' && typeof level === 'number' && clampLevel(readStoredObject('headingData').level) !== level) {
    return { ...stored, headingData: { ...readStoredObject('headingData'), level } };
  }
  if (type === 'ORDERED_LIST' && typeof start === 'number' && (start !== 1 || stored.orderedListData !== undefined)) {
    return { ...stored, orderedListData: { ...readStoredObject('orderedListData'), start } };
  }
  return stored;
}

const clampLevel = (level: unknown): number => (Number.isInteger(level) ? Math.min(6, Math.max(1, Number(level))) : 0);

/** Merges adjacent text nodes with the same decorations. */
function fromInline(content: readonly Json[]): RichNode[] {
  const nodes: RichNode[] = [];
  for (const node of content) {
    if (node.type === ricosTypes.inline) {
      const stored = attributesOf(node).node;
      if (isObject(stored)) nodes.push(stored);
      continue;
    }
    const text = node.type === 'hardBreak' ? '\n' : node.text;
    if (typeof text !== 'string' || text === '') continue;
    const decorations = fromMarks(node.marks);
    const last = nodes.at(-1);
    if (last?.type === 'TEXT' && JSON.stringify(last.textData?.decorations) === JSON.stringify(decorations)) {
      last.textData = { text: `${last.textData?.text}${text}`, decorations };
    } else {
      nodes.push({ type: 'TEXT', nodes: [], textData: { text, decorations } });
    }
  }
  return nodes;
}

const DECORATIONS: ReadonlyMap<unknown, readonly [string, Json]> = new Map(
  markTypes.map(([type, mark, data]) => [mark, [type, data]]),
);

function fromMarks(marks: unknown): Decoration[] {
  return (Array.isArray(marks) ? marks.filter(isObject) : []).flatMap((mark) => {
    const attrs = attributesOf(mark);
    if (mark.type === ricosTypes.mark) return isObject(attrs.decoration) ? [attrs.decoration as Decoration] : [];
    if (mark.type === 'link') return fromLink(attrs);
    const known = DECORATIONS.get(mark.type);
    if (!known) return [];
    const [type, data] = known;
    const stored = attrs[RICOS_ATTRIBUTE];
    return [{ type, ...(isObject(stored) ? stored : data) }];
  });
}

/** Preserves all stored properties of a link that the editor did not change. */
function fromLink(attrs: Json): Decoration[] {
  const url = toSafeUrl(attrs.href);
  if (!url) return [];
  const target = attrs.target === '_blank' ? 'BLANK' : 'SELF';
  const stored = isObject(attrs[RICOS_ATTRIBUTE]) ? attrs[RICOS_ATTRIBUTE] : {};
  const linkData = isObject(stored.linkData) ? stored.linkData : {};
  const link = isObject(linkData.link) ? linkData.link : {};
  const isSame = link.url === url && (link.target === 'BLANK') === (target === 'BLANK');
  return [{ type: 'LINK', ...stored, linkData: { ...linkData, link: isSame ? link : { ...link, url, target } } }];
}
