/** Typesets text: chooses fonts, breaks lines (Unicode TR 14), and reorders right-to-left text (TR 9). */
/// <reference path="./linebreak.d.ts" />
import bidiFactory, { type Bidi } from 'bidi-js';
import LineBreaker from 'linebreak';
import { type CjkFamily, familiesFor } from './cjk-fonts.ts';
import { type Fonts, REPLACEMENT, type Weight } from './fonts.ts';

/** A part of a line with one font and one direction. */
export interface Run {
  readonly text: string;
  readonly font: string;
  readonly width: number;
}

export interface Line {
  /** The runs from left to right. */
  readonly runs: readonly Run[];
  readonly width: number;
  readonly rtl: boolean;
}

export interface TypesettingOptions {
  readonly fonts: Fonts;
  readonly measure: (font: string, text: string) => number;
  readonly weight: Weight;
  /** Width of a line in points. */
  readonly width: number;
  /** The direction of paragraphs without letters: true for right to left. */
  readonly rtl: boolean;
  /** Called once per paragraph that contains characters without a font. */
  readonly onMissing: () => void;
}

interface Cluster {
  readonly text: string;
  readonly font: string;
  /** Embedding level: odd levels run from right to left. */
  readonly level: number;
  /** True if a line may begin with the cluster. */
  readonly mayStartLine: boolean;
}

/** The types of the package declare a default export, but its CommonJS module is the function itself. */
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Control characters. Threat: direction controls can make a text look like another one. */
const CONTROLS = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}]--[\u200c\u200d]]/gv;
/** Joiners outside of scripts that use them. Persian and Hindi need them; elsewhere they are invisible. */
const STRAY_JOINERS = /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{M}])[\u200c\u200d]+/gu;
/** Decomposed letters and Korean syllables, which occur in file names of some systems. */
const COMPOSABLE = /\p{L}\p{M}+|[\u1100-\u11ff]{2,}/gu;
/** Characters that select a variant of the character before them. */
const VARIANTS = /[\p{Variation_Selector}\u200c\u200d]/gu;
const HAS_DIRECTION = /[\p{L}\p{N}]/u;

/** Returns the lines of a text, which may contain line breaks. */
export function typesetText(text: string, options: TypesettingOptions): Line[] {
  return paragraphsOf(text).flatMap((paragraph) => typesetParagraph(paragraph, options));
}

/** Records in `fonts` which fonts a text needs. `openMissingFonts` then opens them. */
export function recordFonts(text: string, fonts: Fonts, weight: Weight): void {
  for (const paragraph of paragraphsOf(text)) {
    const cjk = familiesFor(paragraph);
    for (const { segment } of graphemes.segment(paragraph)) glyphsOf(segment, cjk, fonts, weight);
  }
}

const paragraphsOf = (text: string): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) =>
    line
      .replace(/\t/g, '    ')
      .replace(CONTROLS, '')
      .replace(STRAY_JOINERS, '')
      .replace(COMPOSABLE, (letters) => letters.normalize('NFC')),
  );

function typesetParagraph(text: string, options: TypesettingOptions): Line[] {
  const fallback = options.rtl ? 'rtl' : 'ltr';
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, HAS_DIRECTION.test(text) ? 'auto' : fallback);
  const rtl = ((paragraphs[0]?.level ?? 0) & 1) === 1;
  const clusters = clustersOf(text, levels, options);
  return breakLines(clusters, options).map((line) => typesetLine(line, rtl, options));
}

function clustersOf(text: string, levels: Uint8Array, { fonts, weight, onMissing }: TypesettingOptions): Cluster[] {
  const cjk = familiesFor(text);
  const breaks = breaksOf(text);
  let hasUnprintable = false;
  const clusters = Array.from(graphemes.segment(text), ({ segment, index }): Cluster => {
    const position = { level: levels[index] ?? 0, mayStartLine: breaks.has(index) };
    const glyphs = glyphsOf(segment, cjk, fonts, weight);
    if (glyphs) return { ...glyphs, ...position };
    hasUnprintable = true;
    return { text: REPLACEMENT, font: fonts.fontOf(REPLACEMENT, weight, cjk) ?? '', ...position };
  });
  if (hasUnprintable) onMissing();
  return clusters;
}

function breaksOf(text: string): Set<number> {
  const breaker = new LineBreaker(text);
  const breaks = new Set<number>();
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  return breaks;
}

/** Returns the text to print for a grapheme and its font, or null if no font contains it. */
function glyphsOf(
  grapheme: string,
  cjk: readonly CjkFamily[],
  fonts: Fonts,
  weight: Weight,
): Pick<Cluster, 'text' | 'font'> | null {
  const text = grapheme.trim() === '' ? ' ' : grapheme;
  const font = fonts.fontOf(text, weight, cjk);
  if (font) return { text, font };
  // Falls back to the character without its variation selector.
  const base = text.replace(VARIANTS, '');
  const baseFont = base === text ? null : fonts.fontOf(base, weight, cjk);
  return baseFont ? { text: base, font: baseFont } : null;
}

/** Breaks lines between words, and within words that are longer than a line. */
function breakLines(clusters: readonly Cluster[], options: TypesettingOptions): Cluster[][] {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  let usedWidth = 0;
  const end = (): void => {
    lines.push(line);
    line = [];
    usedWidth = 0;
  };
  for (const word of wordsOf(clusters)) {
    const width = widthOf(trimBlanks(word), options);
    if (line.length > 0 && usedWidth + width > options.width) end();
    if (width <= options.width) {
      line.push(...word);
      usedWidth += widthOf(word, options);
      continue;
    }
    for (const cluster of word) {
      const one = widthOf([cluster], options);
      if (line.length > 0 && usedWidth + one > options.width) end();
      line.push(cluster);
      usedWidth += one;
    }
  }
  end();
  return lines;
}

/** Groups clusters that stay on one line, each group with the blanks after it. */
function wordsOf(clusters: readonly Cluster[]): Cluster[][] {
  const words: Cluster[][] = [];
  for (const cluster of clusters) {
    const word = cluster.mayStartLine ? undefined : words.at(-1);
    if (word) word.push(cluster);
    else words.push([cluster]);
  }
  return words;
}

function trimBlanks(clusters: readonly Cluster[]): Cluster[] {
  const last = clusters.findLastIndex(({ text }) => text !== ' ');
  return clusters.slice(0, last + 1);
}

const widthOf = (clusters: readonly Cluster[], { measure }: TypesettingOptions): number =>
  groupByFont(clusters).reduce((sum, run) => sum + measure((run[0] as Cluster).font, textOf(run)), 0);

const textOf = (clusters: readonly Cluster[]): string => clusters.map(({ text }) => text).join('');

function typesetLine(line: readonly Cluster[], rtl: boolean, { measure }: TypesettingOptions): Line {
  const runs = groupByFont(sortInVisualOrder(trimBlanks(line))).map((run): Run => {
    const { font } = run[0] as Cluster;
    const text = toDrawingOrder(run);
    return { text, font, width: measure(font, text) };
  });
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0), rtl };
}

/** Rule L2 of TR 9: from the highest level to the lowest odd one, reverses each sequence at that level or higher. */
function sortInVisualOrder(clusters: readonly Cluster[]): Cluster[] {
  const order = [...clusters];
  const highest = order.reduce((max, { level }) => Math.max(max, level), 0);
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      if ((order[from] as Cluster).level < level) continue;
      let to = from;
      while (to + 1 < order.length && (order[to + 1] as Cluster).level >= level) to++;
      order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return order;
}

/** Groups neighboring clusters with the same font and direction. */
function groupByFont(clusters: readonly Cluster[]): Cluster[][] {
  const runs: Cluster[][] = [];
  for (const cluster of clusters) {
    const last = runs.at(-1)?.[0];
    if (last && last.font === cluster.font && last.level % 2 === cluster.level % 2) runs.at(-1)?.push(cluster);
    else runs.push([cluster]);
  }
  return runs;
}

/**
 * Returns the text of a run in the order that the font's layout engine expects. The engine reverses right-to-left
 * scripts itself, digits included, but not runs of punctuation, which are mirrored here.
 */
function toDrawingOrder(run: readonly Cluster[]): string {
  if (REVERSED_BY_ENGINE.test(textOf(run))) return textOf(run.toReversed());
  if ((run[0] as Cluster).level % 2 === 0) return textOf(run);
  return run.map((cluster) => bidi.getMirroredCharacter(cluster.text) ?? cluster.text).join('');
}

const REVERSED_BY_ENGINE = /[\p{Script=Hebrew}\p{Script=Arabic}\u0660-\u0669]/u;
