/** Folds case character by character, so that every substring of a text folds to a substring of the folded text. */
export function foldCase(text: string): string {
  let folded = '';
  for (const character of text) folded += character === 'İ' ? 'i' : character.toLowerCase();
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}

/** True for text that PostgreSQL can store as JSON: no NUL and no unpaired surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');
