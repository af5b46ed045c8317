/** Fonts for Chinese, Japanese and Korean (CJK): Noto Sans in slices of a few hundred characters each. */
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

/** A font file with some characters of a family. */
export interface Slice {
  readonly name: string;
  readonly file: FontFile;
}

const NAMES = Object.keys(FAMILIES) as CjkFamily[];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/gu;

/**
 * Returns the families in the order in which the characters of a text are looked up. The shape of an ideograph depends
 * on the country, which has to be guessed: kana means Japanese and Hangul means Korean. Otherwise the family that
 * contains the most of the ideographs comes first. Families with equally many are in the order Japanese, simplified
 * Chinese, Korean.
 */
export function familiesFor(text: string): readonly CjkFamily[] {
  const han = [...new Set(text.match(HAN))];
  const language = KANA.test(text) ? 'noto-sans-jp' : HANGUL.test(text) ? 'noto-sans-kr' : null;
  const countIdeographs = (family: CjkFamily): number =>
    family === language ? han.length + 1 : han.filter((one) => sliceOf(family, one)).length;
  return NAMES.map((family) => ({ family, fitness: countIdeographs(family) }))
    .toSorted((a, b) => b.fitness - a.fitness)
    .map(({ family }) => family);
}

/** Returns the slice that contains every character of a grapheme, or null. */
export function sliceOf(family: CjkFamily, grapheme: string): Slice | null {
  const table = tableOf(family);
  const slices = new Set(Array.from(grapheme, (one) => table.get(one.codePointAt(0) as number)));
  const [slice] = slices;
  return slices.size === 1 && slice ? slice : null;
}

const tables = new Map<CjkFamily, ReadonlyMap<number, Slice>>();

/** Returns the map from code points to slices, which is loaded when the first character needs it. */
function tableOf(family: CjkFamily): ReadonlyMap<number, Slice> {
  const known = tables.get(family);
  if (known) return known;
  const table = new Map<number, Slice>();
  const ranges: Record<string, string> = JSON.parse(readFileSync(fileURLToPath(FAMILIES[family]), 'utf8'));
  for (const [name, text] of Object.entries(ranges)) {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    // The slices without a number contain Latin and similar scripts, for which fonts.ts has other fonts.
    if (number === undefined) continue;
    const url = new URL(`files/${family}-${number}-wght-normal.woff2`, FAMILIES[family]);
    const slice = { name: `${family}-${number}`, file: { url, points: parseRanges(text), needsNoLayout: true } };
    for (const point of slice.file.points) table.set(point, slice);
  }
  tables.set(family, table);
  return table;
}
