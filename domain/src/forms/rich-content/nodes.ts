/**
 * Rich content as the vendor's editor writes it (Ricos): a tree of nodes, texts with decorations at its ends. The word
 * lists are those of the wire; a word that is not listed is kept and passed over.
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

/** A node, known or not. What is not named here is kept and not read. */
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
  /** nodes of one document, texts included */
  nodes: 5_000,
  /** nodes in nodes */
  depth: 30,
  /** characters of one text */
  textLength: 100_000,
  /** decorations of one text */
  decorations: 20,
  /** characters of an address */
  urlLength: 2_000,
} as const;

/** The nodes inside a document or a node, whatever it is. */
export function nodesOf(holder: unknown): RichNode[] {
  const nodes = isObject(holder) ? holder.nodes : undefined;
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}
