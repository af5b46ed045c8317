/** Text set in lines: characters to fonts, lines broken (Unicode TR 14), right-to-left parts turned round (TR 9). */
/// <reference path="./linebreak.d.ts" />
import bidiFactory, { type Bidi } from 'bidi-js';
import LineBreaker from 'linebreak';
import { type CjkFamily, familiesFor } from './cjk-fonts.ts';
import { type Fonts, REPLACEMENT, type Weight } from './fonts.ts';

/** What is drawn in one go: one font, one direction. */
export interface Run {
  readonly text: string;
  readonly font: string;
  readonly width: number;
}

export interface Line {
  /** from left to right */
  readonly runs: readonly Run[];
  readonly width: number;
  readonly rtl: boolean;
}

export interface Setter {
  readonly fonts: Fonts;
  readonly measure: (font: string, text: string) => number;
  readonly weight: Weight;
  /** of a line, in points */
  readonly width: number;
  /** direction of a paragraph without letters */
  readonly rtl: boolean;
  /** called once for each text that holds characters which no font has */
  readonly onMissing: () => void;
}

interface Cluster {
  readonly text: string;
  readonly font: string;
  /** an odd one runs from right to left */
  readonly level: number;
  /** a line may begin with it */
  readonly leads: boolean;
}

/** A CommonJS module whose types say that it is none: the function itself is what is imported. */
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Controls print nothing; those of direction would let a text read as what it is not. */
const CONTROLS = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}]--[\u200c\u200d]]/gv;
/** Signs that tell letters to join or not: part of how Persian and Hindi are spelt, invisible where nothing joins. */
const STRAY_JOINERS = /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{M}])[\u200c\u200d]+/gu;
/** Letters with marks, and parts of Korean syllables: as file names of some systems have them. */
const COMPOSABLE = /\p{L}\p{M}+|[\u1100-\u11ff]{2,}/gu;
/** What picks a variant of a character. */
const VARIANTS = /[\p{Variation_Selector}\u200c\u200d]/gu;
const DIRECTED = /[\p{L}\p{N}]/u;

/** The lines of a text, which may hold line breaks. */
export function setText(text: string, setter: Setter): Line[] {
  return paragraphsOf(text).flatMap((paragraph) => setParagraph(paragraph, setter));
}

/** Looks for the fonts of a text, so that those that are not open yet become known. */
export function findFonts(text: string, fonts: Fonts, weight: Weight): void {
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

function setParagraph(text: string, setter: Setter): Line[] {
  const fallback = setter.rtl ? 'rtl' : 'ltr';
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, DIRECTED.test(text) ? 'auto' : fallback);
  const rtl = ((paragraphs[0]?.level ?? 0) & 1) === 1;
  const clusters = clustersOf(text, levels, setter);
  return breakLines(clusters, setter).map((line) => setLine(line, rtl, setter));
}

function clustersOf(text: string, levels: Uint8Array, { fonts, weight, onMissing }: Setter): Cluster[] {
  const cjk = familiesFor(text);
  const breaks = breaksOf(text);
  let missing = false;
  const clusters = Array.from(graphemes.segment(text), ({ segment, index }): Cluster => {
    const place = { level: levels[index] ?? 0, leads: breaks.has(index) };
    const glyphs = glyphsOf(segment, cjk, fonts, weight);
    if (glyphs) return { ...glyphs, ...place };
    missing = true;
    return { text: REPLACEMENT, font: fonts.fontOf(REPLACEMENT, weight, cjk) ?? '', ...place };
  });
  if (missing) onMissing();
  return clusters;
}

function breaksOf(text: string): Set<number> {
  const breaker = new LineBreaker(text);
  const breaks = new Set<number>();
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  return breaks;
}

/** What is printed for a grapheme, and in which font; null where none has it. */
function glyphsOf(
  grapheme: string,
  cjk: readonly CjkFamily[],
  fonts: Fonts,
  weight: Weight,
): Pick<Cluster, 'text' | 'font'> | null {
  const text = grapheme.trim() === '' ? ' ' : grapheme;
  const font = fonts.fontOf(text, weight, cjk);
  if (font) return { text, font };
  // The usual form of a character is better than none.
  const usual = text.replace(VARIANTS, '');
  const other = usual === text ? null : fonts.fontOf(usual, weight, cjk);
  return other ? { text: usual, font: other } : null;
}

/** Between words; one that is longer than a line is cut where it must be. */
function breakLines(clusters: readonly Cluster[], setter: Setter): Cluster[][] {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  let used = 0;
  const end = (): void => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of wordsOf(clusters)) {
    const width = widthOf(trimmed(word), setter);
    if (line.length > 0 && used + width > setter.width) end();
    if (width <= setter.width) {
      line.push(...word);
      used += widthOf(word, setter);
      continue;
    }
    for (const cluster of word) {
      const one = widthOf([cluster], setter);
      if (line.length > 0 && used + one > setter.width) end();
      line.push(cluster);
      used += one;
    }
  }
  end();
  return lines;
}

/** What no line may part, each with the blanks that follow it. */
function wordsOf(clusters: readonly Cluster[]): Cluster[][] {
  const words: Cluster[][] = [];
  for (const cluster of clusters) {
    const word = cluster.leads ? undefined : words.at(-1);
    if (word) word.push(cluster);
    else words.push([cluster]);
  }
  return words;
}

function trimmed(clusters: readonly Cluster[]): Cluster[] {
  const last = clusters.findLastIndex(({ text }) => text !== ' ');
  return clusters.slice(0, last + 1);
}

const widthOf = (clusters: readonly Cluster[], { measure }: Setter): number =>
  sameFont(clusters).reduce((sum, run) => sum + measure((run[0] as Cluster).font, textOf(run)), 0);

const textOf = (clusters: readonly Cluster[]): string => clusters.map(({ text }) => text).join('');

function setLine(line: readonly Cluster[], rtl: boolean, { measure }: Setter): Line {
  const runs = sameFont(inVisualOrder(trimmed(line))).map((run): Run => {
    const { font } = run[0] as Cluster;
    const text = drawable(run);
    return { text, font, width: measure(font, text) };
  });
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0), rtl };
}

/** Rule L2: from the highest level down to the lowest odd one, what is at a level or above it is turned round. */
function inVisualOrder(clusters: readonly Cluster[]): Cluster[] {
  const order = [...clusters];
  const highest = order.reduce((most, { level }) => Math.max(most, level), 0);
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

/** Neighbours of one font and direction together. */
function sameFont(clusters: readonly Cluster[]): Cluster[][] {
  const runs: Cluster[][] = [];
  for (const cluster of clusters) {
    const last = runs.at(-1)?.[0];
    if (last && last.font === cluster.font && last.level % 2 === cluster.level % 2) runs.at(-1)?.push(cluster);
    else runs.push([cluster]);
  }
  return runs;
}

/**
 * The text of a run as its font's own layout wants it, which turns text of a right-to-left script round, digits with it.
 * Signs and blanks between are not turned by it, and are mirrored here.
 */
function drawable(run: readonly Cluster[]): string {
  if (TURNED.test(textOf(run))) return textOf(run.toReversed());
  if ((run[0] as Cluster).level % 2 === 0) return textOf(run);
  return run.map((cluster) => bidi.getMirroredCharacter(cluster.text) ?? cluster.text).join('');
}

const TURNED = /[\p{Script=Hebrew}\p{Script=Arabic}\u0660-\u0669]/u;
