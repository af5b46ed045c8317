/** The texts of a submission that the search looks at: every text and number of its values, but for ids and addresses of files. Pure. */

/** of files and products: made by machines, and nothing that anybody looks for */
const WITHOUT_WORDS: ReadonlySet<string> = new Set(['fileId', 'fileType', 'url', 'productId']);
/** deeper values are of no form's making */
const DEEPEST = 10;

export function* textsOf(value: unknown, levels = DEEPEST): Generator<string> {
  if (levels === 0) return;
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (Array.isArray(value)) {
    for (const element of value) yield* textsOf(element, levels - 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (!WITHOUT_WORDS.has(key)) yield* textsOf(part, levels - 1);
    }
  }
}
