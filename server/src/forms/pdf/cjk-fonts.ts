/** Chinese, Japanese and Korean: Noto Sans in slices of some hundred characters each. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FontFile } from './open-font.ts';
import { parseRanges } from './unicode-ranges.ts';

const FAMILIES = {
  'noto-sans-jp': import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-sc': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-kr': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
};

export type CjkFamily = keyof typeof FAMILIES;

/** Some characters of a family. */
export interface Slice {
  readonly name: string;
  readonly file: FontFile;
}

const NAMES = Object.keys(FAMILIES) as CjkFamily[];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/gu;

/**
 * The families in the order in which a text looks for its characters. An ideograph has another shape in each country,
 * and nobody says of which a text is: kana means Japanese, Hangul Korean; else first comes the family that has most of
 * its ideographs, Japanese before simplified Chinese before Korean.
 */
export function familiesFor(text: string): readonly CjkFamily[] {
  const han = [...new Set(text.match(HAN))];
  const spoken = KANA.test(text) ? 'noto-sans-jp' : HANGUL.test(text) ? 'noto-sans-kr' : null;
  const fitness = (family: CjkFamily): number =>
    family === spoken ? han.length + 1 : han.filter((one) => sliceOf(family, one)).length;
  return NAMES.map((family) => ({ family, fitness: fitness(family) }))
    .toSorted((a, b) => b.fitness - a.fitness)
    .map(({ family }) => family);
}

/** The slice that has every character of a grapheme. */
export function sliceOf(family: CjkFamily, grapheme: string): Slice | null {
  const table = tableOf(family);
  const slices = new Set(Array.from(grapheme, (one) => table.get(one.codePointAt(0) as number)));
  const [slice] = slices;
  return slices.size === 1 && slice ? slice : null;
}

const tables = new Map<CjkFamily, ReadonlyMap<number, Slice>>();

/** Code points to slices: read with the first character that needs it. */
function tableOf(family: CjkFamily): ReadonlyMap<number, Slice> {
  const known = tables.get(family);
  if (known) return known;
  const table = new Map<number, Slice>();
  const ranges: Record<string, string> = JSON.parse(readFileSync(fileURLToPath(FAMILIES[family]), 'utf8'));
  for (const [name, text] of Object.entries(ranges)) {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    // The others are Latin and the like, which are set in the fonts of Europe.
    if (number === undefined) continue;
    const url = new URL(`files/${family}-${number}-wght-normal.woff2`, FAMILIES[family]);
    const slice = { name: `${family}-${number}`, file: { url, points: parseRanges(text), isPlain: true } };
    for (const point of slice.file.points) table.set(point, slice);
  }
  tables.set(family, table);
  return table;
}
