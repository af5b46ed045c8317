/** Case folded character by character, so that a part of a text folds to a part of the folded text. */
export function foldCase(text: string): string {
  let folded = '';
  for (const character of text) folded += character === 'İ' ? 'i' : character.toLowerCase();
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}

/** True for text that PostgreSQL can hold as JSON: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');
