/** The texts of an item that the search looks at: every text of every field, but for ids, dates and addresses of media. Pure. */
import { type FieldType, systemFields } from '@portico/domain';
import type { Field } from '../query/scope.ts';
import { isDate, isRecord, type Json, type Path } from '../query/tree.ts';
import { textOfHtml } from './html.ts';

/** A text, and where in the item it stands; elements of an array stand where the array does. */
export interface FoundText {
  readonly path: Path;
  readonly text: string;
}

const WITHOUT_WORDS: ReadonlySet<FieldType> = new Set<FieldType>([
  ...(['DATE', 'DATETIME', 'TIME', 'REFERENCE', 'MULTI_REFERENCE', 'IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT'] as const),
  ...(['ARRAY_DOCUMENT', 'MEDIA_IMAGE', 'MEDIA_VECTOR_ART'] as const),
]);
const SYSTEM: ReadonlySet<string> = new Set(systemFields);
/** what else an element of a gallery says about its file */
const ABOUT_FILES: ReadonlySet<string> = new Set(['src', 'slug', 'thumbnail', 'type']);
const MEDIA = /^(?:wix:(?:image|video|audio|document|vector):\/\/|data:[\w/+.-]+[;,])/;

/** The texts of an item, in the order of its fields. */
export function* textsOf(data: { readonly [key: string]: Json }, fields: readonly Field[]): Generator<FoundText> {
  for (const [key, value] of Object.entries(data)) {
    const type = fields.find((field) => field.key === key)?.type;
    if (SYSTEM.has(key) || (type && WITHOUT_WORDS.has(type))) continue;
    if (type === 'RICH_TEXT' && typeof value === 'string') yield { path: [key], text: textOfHtml(value) };
    else if (type === 'RICH_CONTENT' && isRecord(value)) yield { path: [key], text: textOfNodes(value) };
    else yield* textsIn(value, [key], type === 'MEDIA_GALLERY' ? ABOUT_FILES : NONE);
  }
}

const NONE: ReadonlySet<string> = new Set();

function* textsIn(value: Json, path: Path, without: ReadonlySet<string>): Generator<FoundText> {
  if (typeof value === 'string') {
    if (!MEDIA.test(value)) yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const element of value) yield* textsIn(element, path, without);
  } else if (isRecord(value) && !isDate(value)) {
    for (const [key, part] of Object.entries(value)) {
      if (key !== '_id' && !without.has(key)) yield* textsIn(part, [...path, key], without);
    }
  }
}

/** Texts of rich content: those of one paragraph run on, so that bold letters do not part a word. */
function textOfNodes(node: { readonly [key: string]: Json }): string {
  const own = isRecord(node.textData) && typeof node.textData.text === 'string' ? node.textData.text : '';
  const inside = Array.isArray(node.nodes) ? node.nodes.filter(isRecord).map(textOfNodes).join('') : '';
  return node.type === 'TEXT' ? own : `${inside}\n`;
}
