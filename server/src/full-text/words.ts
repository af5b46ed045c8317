/**
 * What a word is to the search: cut by the rules of Unicode (UAX 29; dictionaries for Japanese, Chinese, Thai …), whatever
 * its case, its diacritics and the way it is written in Unicode. Texts and expressions go through the same cut. Pure.
 */
import { foldCase, isStorable } from './fold-case.ts';

/** An expression has at most 100 characters: a longer word cannot be asked for. */
const LONGEST = 100;

const segmenters = new Map<string, Intl.Segmenter>();

/** The words of a text in order, folded; diacritics are still there, for the stemmer. */
export function wordsOf(text: string, language: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenterOf(language).segment(normalised(text))) {
    if (!isWordLike || segment.length > LONGEST) continue;
    const word = foldCase(segment);
    if (isStorable(word)) words.push(word);
  }
  return words;
}

/** Beside a word with marks inside, its parts: `avion` finds `l'avion`, `world` finds `hello.world`. */
export function partsOf(word: string): string[] {
  const parts = word.split(/["'._:·]/).filter(Boolean);
  return parts.length > 1 ? parts : [];
}

/** Without diacritics: `Muller` finds `Müller`. Marks that make another letter (Japanese, Indic scripts) stay. */
export function plainOf(word: string): string {
  if (ASCII.test(word)) return word;
  const bare = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return bare.replace(/[ßæœøłđðþıħ]/g, (letter) => LETTERS[letter] as string);
}

/** biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant */
const ASCII = /^[\x00-\x7f]*$/;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l' },
  ...{ đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' },
};

/** Soft hyphens, Hebrew and Arabic vowel marks, the Arabic stretch: they are never part of what is asked for. */
const UNHEARD = /[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670]/g;

/** Before the cut, so that no such mark can part a word. */
const normalised = (text: string): string =>
  ASCII.test(text) ? text : text.normalize('NFKC').replace(UNHEARD, '').replace(/[’ʼ׳]/g, "'").replaceAll('״', '"');

function segmenterOf(language: string): Intl.Segmenter {
  const kept = segmenters.get(language);
  if (kept) return kept;
  const made = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}
