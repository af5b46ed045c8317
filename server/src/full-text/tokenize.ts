/**
 * Splits texts into words by the Unicode rules (UAX 29, with dictionaries for Japanese, Chinese and Thai). Words match
 * regardless of case, diacritics and Unicode normalization form. Texts and search expressions are tokenized alike.
 */
import { foldCase, isStorable } from './fold-case.ts';

/** A search expression has at most 100 characters, so no search can find a longer word. */
const MAX_WORD_LENGTH = 100;

const segmenters = new Map<string, Intl.Segmenter>();

/** Returns the words of a text in order, with case folded. Diacritics are preserved for the stemmer. */
export function tokenize(text: string, language: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenterOf(language).segment(normalize(text))) {
    if (!isWordLike || segment.length > MAX_WORD_LENGTH) continue;
    const word = foldCase(segment);
    if (isStorable(word)) words.push(word);
  }
  return words;
}

/** Returns the parts of a word with inner punctuation: `avion` finds `l'avion`, `world` finds `hello.world`. */
export function partsOf(word: string): string[] {
  const parts = word.split(/["'._:·]/).filter(Boolean);
  return parts.length > 1 ? parts : [];
}

/**
 * Removes diacritics, so that `Muller` finds `Müller`. Marks that form another letter (Japanese, Indic scripts) stay.
 */
export function stripDiacritics(word: string): string {
  if (ASCII.test(word)) return word;
  const stripped = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return stripped.replace(/[ßæœøłđðþıħ]/g, (letter) => LETTERS[letter] as string);
}

/** biome-ignore lint/suspicious/noControlCharactersInRegex: the class is all of ASCII */
const ASCII = /^[\x00-\x7f]*$/;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l' },
  ...{ đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' },
};

/** Soft hyphens, Hebrew and Arabic vowel marks and the Arabic tatweel. People do not type them when they search. */
const IGNORED_MARKS = /[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670]/g;

/** Runs before segmentation, so that an ignored mark cannot split a word. */
const normalize = (text: string): string =>
  ASCII.test(text)
    ? text
    : text.normalize('NFKC').replace(IGNORED_MARKS, '').replace(/[’ʼ׳]/g, "'").replaceAll('״', '"');

function segmenterOf(language: string): Intl.Segmenter {
  const cached = segmenters.get(language);
  if (cached) return cached;
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}
