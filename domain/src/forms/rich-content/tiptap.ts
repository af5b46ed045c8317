/**
 * The words shared by both converters between rich content (Ricos) and the JSON of the dashboard's editor (TipTap).
 * An editor that registers the three kept types and the attribute `ricos` on all nodes and marks loses nothing on the
 * way; one that does not shows the known part alone.
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

/** Node and mark types of the editor that carry what it has no counterpart for. */
export const ricosTypes = {
  /** an atom between paragraphs; `attrs.node` is the whole node of the document */
  block: 'ricosBlock',
  /** an atom between texts; `attrs.node` likewise */
  inline: 'ricosInline',
  /** `attrs.decoration`; several may stand on one text */
  mark: 'ricosDecoration',
} as const;

/** The attribute that carries what a node or mark holds beside what the editor knows. */
export const RICOS_ATTRIBUTE = 'ricos';

/** Blocks that both know: type of the document → type of the editor. */
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

/** Decorations that both know, with what a new one says in the document. Links stand apart. */
export const markTypes = [
  ['BOLD', 'bold', { fontWeightValue: 700 }],
  ['ITALIC', 'italic', { italicData: true }],
  ['UNDERLINE', 'underline', { underlineData: true }],
  ['STRIKETHROUGH', 'strike', { strikethroughData: true }],
] as const;
