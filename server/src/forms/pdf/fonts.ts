/**
 * The fonts of documents: Noto Sans in Latin, Greek, Cyrillic, Hebrew, Arabic and Devanagari, and in Chinese, Japanese
 * and Korean (cjk-fonts.ts). Each comes as small files by range of characters, so a text is set in as many fonts as it
 * has scripts, one in ideographs in more.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';
import { type CjkFamily, sliceOf } from './cjk-fonts.ts';
import { type FontFile, openFont } from './open-font.ts';
import { parseRanges } from './unicode-ranges.ts';

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
  {
    family: 'noto-sans-arabic',
    ranges: import.meta.resolve('@fontsource/noto-sans-arabic/unicode.json'),
    names: ['arabic'],
  },
] as const;

/** Against a text of every character there is: all of Japanese in both weights is fewer. */
const MOST_FONTS = 300;

/** Stands for what no font has. */
export const REPLACEMENT = '\ufffd';

export interface Fonts {
  /** the name of the font that has every character of a grapheme; null where none has, or none that is open */
  fontOf(grapheme: string, weight: Weight, cjk: readonly CjkFamily[]): string | null;
  /** makes the font current */
  use(font: string): void;
  /** opens the fonts that fontOf has missed; false where it has missed none */
  openMissed(): Promise<boolean>;
}

/** The fonts of one document. */
export function fontsOf(doc: Doc): Fonts {
  const known = new Map<string, string | null>();
  const opened = new Set<string>();
  const missed = new Map<string, FontFile>();

  const find = (grapheme: string, weight: Weight, cjk: readonly CjkFamily[]): string | null => {
    for (const { name, file } of candidates(grapheme, weight, cjk)) {
      if (!opened.has(name)) {
        if (opened.size + missed.size < MOST_FONTS) missed.set(name, file);
        return null;
      }
      if (hasGlyphs(doc, name, grapheme)) return name;
    }
    return null;
  };
  return {
    fontOf(grapheme, weight, cjk) {
      const key = `${weight}${cjk[0]}${grapheme}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const font = find(grapheme, weight, cjk);
      known.set(key, font);
      return font;
    },
    use: (font) => void doc.font(font),
    async openMissed() {
      const files = [...missed];
      missed.clear();
      known.clear();
      for (const [name, file] of files) {
        doc.registerFont(name, await openFont(file));
        opened.add(name);
      }
      return files.length > 0;
    },
  };
}

interface Font {
  readonly name: string;
  readonly file: FontFile;
}

/** Those whose range a grapheme is in. A range may promise more than its file has. */
function* candidates(grapheme: string, weight: Weight, cjk: readonly CjkFamily[]): Generator<Font> {
  for (const { name, points, home } of subsets()) {
    if (!Array.from(grapheme).every((one) => points.has(one.codePointAt(0) as number))) continue;
    const url = new URL(`files/${name}-${weight}-normal.woff2`, home);
    yield { name: `${name}-${weight}`, file: { url, points: [...points] } };
  }
  for (const family of cjk) {
    const slice = sliceOf(family, grapheme);
    if (slice) yield { name: `${slice.name}-${weight}`, file: { ...slice.file, weight } };
  }
}

interface Subset {
  readonly name: string;
  readonly points: ReadonlySet<number>;
  readonly home: string;
}

let allSubsets: readonly Subset[] | null = null;

/** Of all families but those of Chinese, Japanese and Korean. */
function subsets(): readonly Subset[] {
  allSubsets ??= FAMILIES.flatMap(({ family, ranges: home, names }) => {
    const ranges: Record<string, string> = JSON.parse(readFileSync(fileURLToPath(home), 'utf8'));
    return names.map((name) => ({
      name: `${family}-${name}`,
      points: new Set(parseRanges(ranges[name] ?? '')),
      home,
    }));
  });
  return allSubsets;
}

/** pdfkit types neither the current font nor the fontkit font behind it. */
function hasGlyphs(doc: Doc, font: string, grapheme: string): boolean {
  doc.font(font);
  const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } };
  return Array.from(grapheme).every((one) => _font.font.hasGlyphForCodePoint(one.codePointAt(0) as number));
}
