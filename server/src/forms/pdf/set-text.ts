/** Text set in lines: characters to fonts, lines broken at blanks, right-to-left parts turned round (Unicode TR 9). */
import bidiFactory, { type Bidi } from 'bidi-js';
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
}

/** A CommonJS module whose types say that it is none: the function itself is what is imported. */
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Controls print nothing; those of direction would let a text read as what it is not. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const DIRECTED = /[\p{L}\p{N}]/u;

/** The lines of a text, which may hold line breaks. */
export function setText(text: string, setter: Setter): Line[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((line) => setParagraph(line.replace(/\t/g, '    ').replace(CONTROLS, ''), setter));
}

function setParagraph(text: string, setter: Setter): Line[] {
  const fallback = setter.rtl ? 'rtl' : 'ltr';
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, DIRECTED.test(text) ? 'auto' : fallback);
  const rtl = ((paragraphs[0]?.level ?? 0) & 1) === 1;
  const clusters = clustersOf(text, levels, setter);
  return breakLines(clusters, setter).map((line) => setLine(line, rtl, setter));
}

function clustersOf(text: string, levels: Uint8Array, { fonts, weight, onMissing }: Setter): Cluster[] {
  let missing = false;
  const clusters = Array.from(graphemes.segment(text), ({ segment, index }): Cluster => {
    const shown = segment.trim() === '' ? ' ' : segment;
    const font = fonts.fontOf(shown, weight);
    const level = levels[index] ?? 0;
    if (font) return { text: shown, font, level };
    // A mark that comes apart from its letter is better than neither.
    const composed = shown.normalize('NFC');
    const other = fonts.fontOf(composed, weight);
    if (other) return { text: composed, font: other, level };
    missing = true;
    return { text: REPLACEMENT, font: fonts.fontOf(REPLACEMENT, weight) ?? '', level };
  });
  if (missing) onMissing();
  return clusters;
}

/** At blanks; a word that is longer than a line is cut where it must be. */
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

/** Each with the blanks that follow it. */
function wordsOf(clusters: readonly Cluster[]): Cluster[][] {
  const words: Cluster[][] = [];
  let isOpen = false;
  for (const cluster of clusters) {
    if (isOpen) words.at(-1)?.push(cluster);
    else words.push([cluster]);
    isOpen = cluster.text !== ' ';
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
 * The text of a run in visual order. The font's own layout turns text of a right-to-left script round, so that is given in
 * the order of reading; signs and blanks between are not turned by it, and are mirrored here.
 */
function drawable(run: readonly Cluster[]): string {
  if ((run[0] as Cluster).level % 2 === 0) return textOf(run);
  const reading = run.toReversed();
  const text = textOf(reading);
  if (RIGHT_TO_LEFT.test(text)) return text;
  return run.map((cluster) => bidi.getMirroredCharacter(cluster.text) ?? cluster.text).join('');
}

const RIGHT_TO_LEFT = /\p{Script=Hebrew}/u;
