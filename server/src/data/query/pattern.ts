/**
 * `$matches`: the whole text is its parts one after the other, each a text or one character of several. The vendor's
 * pages of items ask so for the text of which a slug was made (data contract section 2.1). Where each part stands is
 * known from their lengths, so a match is looked up part by part: no regular expression, nothing to try again.
 */
import { foldCase } from './text.ts';

export interface Pattern {
  readonly ignoreCase: boolean;
  readonly parts: readonly PatternPart[];
}

export interface PatternPart {
  /** one character of the text, and not all of it */
  readonly isAnyOf: boolean;
  readonly text: string;
}

/** A part and where it stands: the first character is 1; lengths are in code points. */
interface PositionedPart extends PatternPart {
  readonly at: number;
  readonly length: number;
}

/** The parts in their places, and how long a text that matches is. */
export function positionParts({ parts, ignoreCase }: Pattern): { length: number; parts: PositionedPart[] } {
  let at = 1;
  const all = parts.map(({ isAnyOf, text }) => {
    const length = isAnyOf ? 1 : Array.from(ignoreCase ? foldCase(text) : text).length;
    at += length;
    return { isAnyOf, text, at: at - length, length };
  });
  return { length: at - 1, parts: all };
}

/** True where the text matches. */
export function matchesPattern(text: string, pattern: Pattern): boolean {
  const fold = pattern.ignoreCase ? foldCase : (text: string) => text;
  const characters = Array.from(fold(text));
  const { length, parts } = positionParts(pattern);
  return (
    characters.length === length &&
    parts.every(({ isAnyOf, text, at, length }) => {
      const found = characters.slice(at - 1, at - 1 + length).join('');
      return isAnyOf ? fold(text).includes(found) : fold(text) === found;
    })
  );
}
