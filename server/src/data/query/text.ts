/** Order and case of text as the query language sees them; the SQL side is `collate "C"` and `portico.fold_case`. */
export { foldCase, isStorable } from '../../full-text/fold-case.ts';

/** Order by code point. JavaScript's own `<` compares UTF-16 units and puts U+FFxx after an emoji. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return aboveSurrogates(x) - aboveSurrogates(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all other units. */
const aboveSurrogates = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
