/**
 * Font packages come compressed, and those of Chinese, Japanese and Korean in all weights at once (variable), in a tenth
 * of the room of plain ones. pdfkit can set no variable font, and opens a compressed one anew for every glyph; so
 * HarfBuzz makes a plain TrueType font of each file that a document needs.
 */
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import subsetFont from 'subset-font';

export interface FontFile {
  readonly url: URL;
  /** the code points that it is there for */
  readonly points: readonly number[];
  /** the weight that is taken of a variable one */
  readonly weight?: number;
  /** its letters stand side by side in one shape: no rules tell how they join */
  readonly isPlain?: boolean;
}

/** Tables of rules for joining, and of what only other programs read. */
const LAYOUT = ['GDEF', 'GPOS', 'GSUB'];
const UNREAD = ['BASE', 'STAT', 'gasp', 'vhea', 'vmtx'];

/** Fonts of some 50 kB each, for as long as the thread lives. */
const fonts = new LRUCache<string, Buffer>({ max: 200 });

/** Returns the file as a TrueType font. */
export async function openFont(file: FontFile): Promise<Buffer> {
  const key = `${file.url} ${file.weight}`;
  const font = fonts.get(key) ?? (await makeFont(file));
  fonts.set(key, font);
  return font;
}

async function makeFont({ url, points, weight, isPlain = false }: FontFile): Promise<Buffer> {
  const options = { noHinting: true, dropTables: isPlain ? [...UNREAD, ...LAYOUT] : UNREAD };
  return subsetFont(await readFile(url), String.fromCodePoint(...points), {
    ...options,
    targetFormat: 'truetype',
    ...(weight === undefined ? {} : { variationAxes: { wght: weight } }),
  });
}
