/**
 * Font packages come compressed, and those of Chinese, Japanese and Korean in all weights at once (variable), in a tenth
 * of the room of plain ones. pdfkit can set no variable font, and opens a compressed one anew for every glyph; so
 * HarfBuzz makes a plain TrueType font of each file that a document needs.
 */
import { readFile } from 'node:fs/promises';
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

/** of some 50 kB each */
const MOST_KEPT = 200;
/** Tables of rules for joining, and of what only other programs read. */
const LAYOUT = ['GDEF', 'GPOS', 'GSUB'];
const UNREAD = ['BASE', 'STAT', 'gasp', 'vhea', 'vmtx'];

const kept = new Map<string, Buffer>();

/** The file as a TrueType font. The last ones are kept, for as long as the thread lives. */
export async function openFont(file: FontFile): Promise<Buffer> {
  const key = `${file.url} ${file.weight}`;
  const font = kept.get(key) ?? (await makeFont(file));
  kept.delete(key);
  kept.set(key, font);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
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
