/**
 * Rich content as the vendor's editor (Ricos) writes it: a tree whose leaves are text nodes with decorations. The
 * lists contain the types that occur on the wire. Unknown types are preserved and ignored.
 */
import { isObject } from '../model.ts';

export const richNodeTypes = [
  'PARAGRAPH',
  'TEXT',
  'HEADING',
  'BULLETED_LIST',
  'ORDERED_LIST',
  'LIST_ITEM',
  'BLOCKQUOTE',
  'CODE_BLOCK',
  'VIDEO',
  'DIVIDER',
  'FILE',
  'GALLERY',
  'GIF',
  'HTML',
  'IMAGE',
  'LINK_PREVIEW',
  'MAP',
  'POLL',
  'APP_EMBED',
  'BUTTON',
  'COLLAPSIBLE_LIST',
  'TABLE',
  'EMBED',
  'COLLAPSIBLE_ITEM',
  'COLLAPSIBLE_ITEM_TITLE',
  'COLLAPSIBLE_ITEM_BODY',
  'TABLE_CELL',
  'TABLE_ROW',
  'EXTERNAL',
  'AUDIO',
  'CAPTION',
  'LAYOUT',
  'LAYOUT_CELL',
  'SHAPE',
  'CARD',
  'TOC',
  'SMART_BLOCK',
  'SMART_BLOCK_CELL',
  'CHECKBOX_LIST',
] as const;
export type RichNodeType = (typeof richNodeTypes)[number];

export const decorationTypes = [
  'BOLD',
  'ITALIC',
  'UNDERLINE',
  'SPOILER',
  'ANCHOR',
  'MENTION',
  'LINK',
  'COLOR',
  'FONT_SIZE',
  'EXTERNAL',
  'STRIKETHROUGH',
  'SUPERSCRIPT',
  'SUBSCRIPT',
  'FONT_FAMILY',
  'SKETCH',
] as const;
export type DecorationType = (typeof decorationTypes)[number];

/** A node of any type. Properties that are not declared here are preserved and ignored. */
export interface RichNode {
  type?: string;
  nodes?: RichNode[];
  textData?: { text?: string; decorations?: Decoration[] };
  [key: string]: unknown;
}

export interface Decoration {
  type?: string;
  [key: string]: unknown;
}

/** A document: `{nodes, metadata, documentStyle}`. */
export interface RichContent {
  nodes?: RichNode[];
  [key: string]: unknown;
}

export const richContentLimits = {
  /** Maximum number of nodes of a document, including text nodes. */
  nodes: 5_000,
  /** Maximum nesting depth of nodes. */
  depth: 30,
  /** Maximum length of a text node, in characters. */
  textLength: 100_000,
  /** Maximum number of decorations of a text node. */
  decorations: 20,
  /** Maximum length of a URL, in characters. */
  urlLength: 2_000,
} as const;

/** Returns the child nodes of a document or node, or an empty list for any other value. */
export function nodesOf(holder: unknown): RichNode[] {
  const nodes = isObject(holder) ? holder.nodes : undefined;
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}
