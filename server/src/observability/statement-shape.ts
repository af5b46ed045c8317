const MAX_LENGTH = 2_000;
/** A quoted identifier, a text literal, or a number that is no part of a name or parameter. */
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?\b/g;

/**
 * Returns the text of a statement without values, on one line. Values are bound, so the text contains none from users;
 * literals are removed nevertheless, so that no later statement can reveal one.
 */
export function shapeOf(text: string): string {
  const shape = text
    .replace(TOKEN, (token) => (token.startsWith('"') ? token : '?'))
    .replace(/\s+/g, ' ')
    .trim();
  return shape.length > MAX_LENGTH ? `${shape.slice(0, MAX_LENGTH)}…` : shape;
}
