/**
 * The fonts of documents: Noto Sans in Latin, Greek, Cyrillic, Hebrew and Devanagari. Each comes as small files by range
 * of characters, so a text is set in as many fonts as it has scripts. No Arabic, no Chinese, Japanese or Korean: their
 * characters are replaced, and the document says so.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';

export type Weight = 400 | 600;
type Doc = InstanceType<typeof PDFDocument>;

const FAMILIES = [
  {
    family: 'noto-sans',
    // Named whole, so that whoever looks for unused packages sees it.
    ranges: import.meta.resolve('@fontsource/noto-sans/unicode.json'),
    names: ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'greek-ext', 'vietnamese', 'devanagari'],
  },
  {
    family: 'noto-sans-hebrew',
    ranges: import.meta.resolve('@fontsource/noto-sans-hebrew/unicode.json'),
    names: ['hebrew'],
  },
] as const;

/** Stands for what no font has. */
export const REPLACEMENT = '\ufffd';

export interface Fonts {
  /** the name of the font that has every character of a grapheme; null where none has */
  fontOf(grapheme: string, weight: Weight): string | null;
  /** makes the font current */
  use(font: string): void;
}

interface Subset {
  readonly name: string;
  readonly ranges: readonly (readonly [number, number])[];
}

/** The fonts of one document. A file is opened when its first character comes. */
export function fontsOf(doc: Doc): Fonts {
  const subsets = FAMILIES.flatMap(({ family, ranges: home, names }) => {
    const ranges = JSON.parse(readFileSync(fileURLToPath(home), 'utf8'));
    return names.map((name): Subset => {
      for (const weight of [400, 600] as const) {
        // Not woff2: fontkit cannot make a subset of the composed glyphs in those.
        const file = new URL(`files/${family}-${name}-${weight}-normal.woff`, home);
        doc.registerFont(`${family}-${name}-${weight}`, fileURLToPath(file));
      }
      return { name: `${family}-${name}`, ranges: parseRanges(ranges[name]) };
    });
  });
  const known = new Map<string, string | null>();
  const find = (grapheme: string, weight: Weight): string | null => {
    const points = [...grapheme].map((character) => character.codePointAt(0) as number);
    const subset = subsets.find(
      ({ name, ranges }) =>
        points.every((point) => ranges.some(([from, to]) => from <= point && point <= to)) &&
        hasGlyphs(doc, `${name}-${weight}`, points),
    );
    return subset ? `${subset.name}-${weight}` : null;
  };
  return {
    fontOf(grapheme, weight) {
      const key = `${weight}${grapheme}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const font = find(grapheme, weight);
      known.set(key, font);
      return font;
    },
    use: (font) => void doc.font(font),
  };
}

/** pdfkit types neither the current font nor the fontkit font behind it. */
function hasGlyphs(doc: Doc, font: string, points: readonly number[]): boolean {
  doc.font(font);
  const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } };
  return points.every((point) => _font.font.hasGlyphForCodePoint(point));
}

/** `U+0000-00FF,U+0131` */
const parseRanges = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
