/**
 * Converts font files with HarfBuzz to static TrueType fonts. The packages contain compressed files, which pdfkit would
 * decompress for every glyph, and variable fonts for CJK (a tenth of the size), which pdfkit does not support.
 */
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import subsetFont from 'subset-font';

export interface FontFile {
  readonly url: URL;
  /** The code points to retain in the font. */
  readonly points: readonly number[];
  /** The weight at which a variable font is fixed. */
  readonly weight?: number;
  /** True for scripts without ligatures and joining letters, which need no layout tables. */
  readonly needsNoLayout?: boolean;
}

/** Tables with rules for joining letters. */
const LAYOUT_TABLES = ['GDEF', 'GPOS', 'GSUB'];
/** Tables that PDF readers do not use. */
const UNUSED_TABLES = ['BASE', 'STAT', 'gasp', 'vhea', 'vmtx'];

/** Converted fonts of some 50 kB each. */
const fonts = new LRUCache<string, Buffer>({ max: 200 });

/** Returns the file as a TrueType font. */
export async function openFont(file: FontFile): Promise<Buffer> {
  const key = `${file.url} ${file.weight}`;
  const font = fonts.get(key) ?? (await makeFont(file));
  fonts.set(key, font);
  return font;
}

async function makeFont({ url, points, weight, needsNoLayout = false }: FontFile): Promise<Buffer> {
  const options = { noHinting: true, dropTables: needsNoLayout ? [...UNUSED_TABLES, ...LAYOUT_TABLES] : UNUSED_TABLES };
  return subsetFont(await readFile(url), String.fromCodePoint(...points), {
    ...options,
    targetFormat: 'truetype',
    ...(weight === undefined ? {} : { variationAxes: { wght: weight } }),
  });
}
