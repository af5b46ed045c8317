/** Extracts the texts that searches find in an item: all texts except ids, dates and the addresses of media. */
import { type FieldType, systemFields } from '@portico/domain';
import type { Field } from '../query/scope.ts';
import { isDate, isRecord, type Json, type Path } from '../query/tree.ts';
import { textOfHtml } from './html.ts';

/** A text and its path in the item. Elements of an array have the path of the array. */
export interface TextAtPath {
  readonly path: Path;
  readonly text: string;
}

const EXCLUDED_TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
  ...(['DATE', 'DATETIME', 'TIME', 'REFERENCE', 'MULTI_REFERENCE', 'IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT'] as const),
  ...(['ARRAY_DOCUMENT', 'MEDIA_IMAGE', 'MEDIA_VECTOR_ART'] as const),
]);
const SYSTEM_FIELDS: ReadonlySet<string> = new Set(systemFields);
/** Properties of a gallery's elements that describe the file and are therefore not searched. */
const FILE_PROPERTIES: ReadonlySet<string> = new Set(['src', 'slug', 'thumbnail', 'type']);
const MEDIA = /^(?:wix:(?:image|video|audio|document|vector):\/\/|data:[\w/+.-]+[;,])/;

/** Yields the texts of an item, in the order of its fields. */
export function* textsOf(data: { readonly [key: string]: Json }, fields: readonly Field[]): Generator<TextAtPath> {
  for (const [key, value] of Object.entries(data)) {
    const type = fields.find((field) => field.key === key)?.type;
    if (SYSTEM_FIELDS.has(key) || (type && EXCLUDED_TYPES.has(type))) continue;
    if (type === 'RICH_TEXT' && typeof value === 'string') yield { path: [key], text: textOfHtml(value) };
    else if (type === 'RICH_CONTENT' && isRecord(value)) yield { path: [key], text: textOfNodes(value) };
    else yield* textsIn(value, [key], type === 'MEDIA_GALLERY' ? FILE_PROPERTIES : NO_KEYS);
  }
}

const NO_KEYS: ReadonlySet<string> = new Set();

function* textsIn(value: Json, path: Path, excluded: ReadonlySet<string>): Generator<TextAtPath> {
  if (typeof value === 'string') {
    if (!MEDIA.test(value)) yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const element of value) yield* textsIn(element, path, excluded);
  } else if (isRecord(value) && !isDate(value)) {
    for (const [key, part] of Object.entries(value)) {
      if (key !== '_id' && !excluded.has(key)) yield* textsIn(part, [...path, key], excluded);
    }
  }
}

/**
 * Returns the text of rich content. Texts of a paragraph are joined without a space, because formatting may begin or
 * end within a word.
 */
function textOfNodes(node: { readonly [key: string]: Json }): string {
  const nodeText = isRecord(node.textData) && typeof node.textData.text === 'string' ? node.textData.text : '';
  const inside = Array.isArray(node.nodes) ? node.nodes.filter(isRecord).map(textOfNodes).join('') : '';
  return node.type === 'TEXT' ? nodeText : `${inside}\n`;
}
