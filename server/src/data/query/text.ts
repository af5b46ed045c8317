/** Order and case of text in the query language. The SQL equivalents are `collate "C"` and `portico.fold_case`. */
export { foldCase, isStorable } from '../../full-text/fold-case.ts';

/** Compares by code point. JavaScript's `<` compares UTF-16 units and sorts U+FFxx after an emoji. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return aboveSurrogates(x) - aboveSurrogates(y);
  }
  return a.length - b.length;
}

/** Maps surrogates above all other units, because they encode the highest code points. */
const aboveSurrogates = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
