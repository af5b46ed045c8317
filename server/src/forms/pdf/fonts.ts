/**
 * The fonts of documents: Noto Sans for Latin, Greek, Cyrillic, Hebrew, Arabic and Devanagari, and for Chinese,
 * Japanese and Korean (cjk-fonts.ts). Each file covers a range of characters, so a text needs one font per script,
 * and several for ideographs.
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
    // Each name is written in full, because tools that search for unused packages look for it.
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

/** Maximum number of fonts in a document, enough for all Japanese slices in both weights. */
const MAX_FONTS = 300;

/** Replaces characters that no font contains. */
export const REPLACEMENT = '\ufffd';

export interface Fonts {
  /** Returns the loaded font that contains every character of a grapheme, or null. */
  fontOf(grapheme: string, weight: Weight, cjk: readonly CjkFamily[]): string | null;
  /** Selects the font for the next text. */
  use(font: string): void;
  /** Opens the fonts that `fontOf` needed but that were not open yet. Returns false if there were none. */
  openMissingFonts(): Promise<boolean>;
}

/** Creates the fonts of one document. */
export function fontsOf(doc: Doc): Fonts {
  const fontsByKey = new Map<string, string | null>();
  const openedFonts = new Set<string>();
  const fontsToOpen = new Map<string, FontFile>();

  const find = (grapheme: string, weight: Weight, cjk: readonly CjkFamily[]): string | null => {
    for (const { name, file } of listCandidates(grapheme, weight, cjk)) {
      if (!openedFonts.has(name)) {
        if (openedFonts.size + fontsToOpen.size < MAX_FONTS) fontsToOpen.set(name, file);
        return null;
      }
      if (hasGlyphs(doc, name, grapheme)) return name;
    }
    return null;
  };
  return {
    fontOf(grapheme, weight, cjk) {
      const key = `${weight}${cjk[0]}${grapheme}`;
      const found = fontsByKey.get(key);
      if (found !== undefined) return found;
      const font = find(grapheme, weight, cjk);
      fontsByKey.set(key, font);
      return font;
    },
    use: (font) => void doc.font(font),
    async openMissingFonts() {
      const files = [...fontsToOpen];
      fontsToOpen.clear();
      fontsByKey.clear();
      for (const [name, file] of files) {
        doc.registerFont(name, await openFont(file));
        openedFonts.add(name);
      }
      return files.length > 0;
    },
  };
}

interface Font {
  readonly name: string;
  readonly file: FontFile;
}

/** Returns the fonts whose range contains a grapheme. A file may lack characters of its range (see `hasGlyphs`). */
function* listCandidates(grapheme: string, weight: Weight, cjk: readonly CjkFamily[]): Generator<Font> {
  for (const { name, points, home } of listSubsets()) {
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

/** Returns the font files of all families except CJK. */
function listSubsets(): readonly Subset[] {
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

/**
 * Returns true if the font has a glyph for every character. Needs a cast, because PDFKit's types declare neither the
 * current font nor its fontkit font.
 */
function hasGlyphs(doc: Doc, font: string, grapheme: string): boolean {
  doc.font(font);
  const { _font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } };
  return Array.from(grapheme).every((one) => _font.font.hasGlyphForCodePoint(one.codePointAt(0) as number));
}
