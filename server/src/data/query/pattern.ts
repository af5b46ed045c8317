/**
 * Implements `$matches`, which compares a text with a sequence of parts. Each part is a literal or one character of a
 * set. The vendor's item pages use it to find the text from which a slug was generated (data contract section 2.1). All
 * lengths are known, so a match compares each part at its position, without a regular expression and without
 * backtracking.
 */
import { foldCase } from './text.ts';

export interface Pattern {
  readonly ignoreCase: boolean;
  readonly parts: readonly PatternPart[];
}

export interface PatternPart {
  /** True if the part matches any one character of its `text`, false if it matches the whole `text`. */
  readonly isAnyOf: boolean;
  readonly text: string;
}

/** A part with its position. The first character has position 1; lengths count code points. */
interface PositionedPart extends PatternPart {
  readonly at: number;
  readonly length: number;
}

/** Returns the parts with their positions, and the total length of a matching text. */
export function locateParts({ parts, ignoreCase }: Pattern): { length: number; parts: PositionedPart[] } {
  let at = 1;
  const all = parts.map(({ isAnyOf, text }) => {
    const length = isAnyOf ? 1 : Array.from(ignoreCase ? foldCase(text) : text).length;
    at += length;
    return { isAnyOf, text, at: at - length, length };
  });
  return { length: at - 1, parts: all };
}

/** Returns true if the text matches the pattern. */
export function matchesPattern(text: string, pattern: Pattern): boolean {
  const fold = pattern.ignoreCase ? foldCase : (text: string) => text;
  const characters = Array.from(fold(text));
  const { length, parts } = locateParts(pattern);
  return (
    characters.length === length &&
    parts.every(({ isAnyOf, text, at, length }) => {
      const found = characters.slice(at - 1, at - 1 + length).join('');
      return isAnyOf ? fold(text).includes(found) : fold(text) === found;
    })
  );
}
