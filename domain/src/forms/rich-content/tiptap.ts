/**
 * Names shared by both converters between rich content (Ricos) and the JSON of the dashboard's editor (TipTap). An
 * editor that registers the three Ricos types, and the attribute `ricos` on all nodes and marks, loses nothing on the
 * round trip. Any other editor shows only the part that it supports.
 */
export interface TipTapNode {
  type?: string;
  attrs?: Record<string, unknown>;
  content?: TipTapNode[];
  marks?: TipTapMark[];
  text?: string;
}

export interface TipTapMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** Node and mark types with which the editor preserves content that it does not support. */
export const ricosTypes = {
  /** A block atom. `attrs.node` is the original node of the document. */
  block: 'ricosBlock',
  /** An inline atom. `attrs.node` is the original node of the document. */
  inline: 'ricosInline',
  /** A mark that carries the decoration in `attrs.decoration`. One text node may have several marks of this type. */
  mark: 'ricosDecoration',
} as const;

/** The attribute of a node or mark in the editor that stores the document's properties without a counterpart there. */
export const RICOS_ATTRIBUTE = 'ricos';

/** Blocks that both formats support, each with its type in the document and its type in the editor. */
export const blockTypes = [
  ['PARAGRAPH', 'paragraph'],
  ['HEADING', 'heading'],
  ['BULLETED_LIST', 'bulletList'],
  ['ORDERED_LIST', 'orderedList'],
  ['LIST_ITEM', 'listItem'],
  ['BLOCKQUOTE', 'blockquote'],
  ['CODE_BLOCK', 'codeBlock'],
  ['DIVIDER', 'horizontalRule'],
] as const;

/**
 * Decorations that both formats support: the type in the document, the type in the editor, and the data that the
 * document stores for a new decoration. Links are converted separately.
 */
export const markTypes = [
  ['BOLD', 'bold', { fontWeightValue: 700 }],
  ['ITALIC', 'italic', { italicData: true }],
  ['UNDERLINE', 'underline', { underlineData: true }],
  ['STRIKETHROUGH', 'strike', { strikethroughData: true }],
] as const;
