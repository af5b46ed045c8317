/** Documents in scripts other than Latin. */
import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { EMPTY_DOCUMENT } from '../testing/pdf-content.ts';
import { familiesFor } from './cjk-fonts.ts';
import { renderPdf } from './render-pdf.ts';

const MARGIN = 54;
const PAGE_WIDTH = 595.28;

interface Glyph {
  readonly unicode: string;
  readonly originalCharCode: number;
}
interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Renders a value, and returns its text as programs extract it, and its glyphs in drawing order. */
async function print(value: string, label = '-') {
  const pdf = await renderPdf({ ...EMPTY_DOCUMENT, rows: [{ label, value }] });
  const actualText = actualTextIn(pdf);
  const document = await getDocumentProxy(pdf);
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item): Piece[] =>
    'str' in item && item.str.trim() !== ''
      ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }]
      : [],
  );
  const { fnArray, argsArray } = await page.getOperatorList();
  const SHOW_TEXT = 44;
  const glyphs = argsArray.flatMap((args, index): Glyph[] =>
    fnArray[index] === SHOW_TEXT ? args[0].filter((one: unknown) => typeof one === 'object' && one !== null) : [],
  );
  return { document, pieces, glyphs, actualText, text: pieces.map((piece) => piece.text).join('') };
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescapeText = (text: string): string => text.replace(/\\(.)/gs, (_, sign) => ESCAPES[sign] ?? sign);

/** Returns the ActualText of a PDF (ISO 32000-1, 14.9.4) in the order of the page. */
function actualTextIn(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf).toString('latin1');
  const streams = [...bytes.matchAll(/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs)].map(([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
  );
  return streams
    .flatMap((stream) => [...stream.matchAll(/\/ActualText \(\xfe\xff(.*?)\)\n>> BDC/gs)])
    .map(([, text = '']) => Buffer.from(unescapeText(text), 'latin1').swap16().toString('utf16le'))
    .join('');
}

/** Returns the lines of the value from top to bottom. */
function linesOf(pieces: readonly Piece[]): string[] {
  const [title, label] = pieces.map(({ y }) => y);
  const body = pieces.filter(({ y }) => y !== title && y !== label && y > MARGIN);
  const heights = [...new Set(body.map(({ y }) => y))].sort((a, b) => b - a);
  return heights.map((height) =>
    body
      .filter(({ y }) => y === height)
      .map(({ text }) => text)
      .join(''),
  );
}

const SENTENCES: [string, string][] = [
  ['Japanese', '吾輩は猫である。名前はまだ無い。「ニャーニャー」①※〒'],
  ['simplified Chinese', '人人生而自由，在尊严和权利上一律平等。'],
  ['traditional Chinese', '人人生而自由，在尊嚴和權利上一律平等。臺灣'],
  ['Korean', '모든 인간은 태어날 때부터 자유로우며'],
  ['a name with a rare ideograph', '髙橋 﨑 𠮷野家'],
];
const JOINED_SENTENCES: [string, string][] = [
  ['Arabic', 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق'],
  ['Persian', 'می\u200cخواهم کتاب\u200cها را بخوانم'],
  ['Urdu', 'تمام انسان آزاد پیدا ہوئے ہیں'],
  ['Hindi', 'हिन्दी क्\u200dष'],
];
const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

describe('a document', () => {
  it.each(SENTENCES)('prints %s, as a value and as a label', async (_, sentence) => {
    const { text } = await print(sentence, sentence);
    expect(text).not.toContain('\ufffd');
    expect(text).not.toContain('UNPRINTABLE');
    expect(withoutSpaces(text).split(withoutSpaces(sentence))).toHaveLength(3);
  });

  it.each(JOINED_SENTENCES)('prints %s with its letters as ActualText', async (_, sentence) => {
    const { text, actualText } = await print(sentence, sentence);
    expect(text).not.toContain('UNPRINTABLE');
    expect(actualText).toBe(withoutSpaces(sentence).repeat(2));
  });

  it('prints each part of a text of many scripts on one baseline', async () => {
    const { pieces } = await print('Aб日本어م A');
    const [, , ...value] = pieces.filter(({ y }) => y > MARGIN);
    expect(value.length).toBeGreaterThan(2);
    expect(new Set(value.map(({ y }) => y)).size).toBe(1);
  });

  it('prints decomposed characters composed, and unknown variants without the variant', async () => {
    const { text } = await print('한국어 が é 葛\u{e0100}城'.normalize('NFD'));
    expect(withoutSpaces(text)).toContain('한국어がé葛城');
    expect(text).not.toContain('UNPRINTABLE');
  });

  it('prints PDF syntax and markup as text', async () => {
    const hostile = '日本<script>alert(1)</script>) Tj ET endstream endobj (العربية\u202e\u200b한';
    const { text, document } = await print(hostile, hostile);
    expect(text).toContain('<script>alert(1)</script>) Tj ET endstream endobj (');
    expect(await document.getJSActions()).toBeNull();
    expect((await (await document.getPage(1)).getAnnotations()).length).toBe(0);
  });

  it('omits joiners in scripts without joining letters', async () => {
    expect((await print('pay\u200dpal\u200c.com')).glyphs.map(({ unicode }) => unicode).join('')).toContain(
      'paypal.com',
    );
  });
});

describe('lines', () => {
  it('end between ideographs and within the margins, and do not begin with closing punctuation', async () => {
    const { pieces } = await print('長い「文」。'.repeat(60));
    const lines = linesOf(pieces);
    expect(lines.join('')).toBe('長い「文」。'.repeat(60));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).toMatch(/^[^」。]/);
    for (const line of lines) expect(line).toMatch(/[^「]$/);
    for (const { x, width } of pieces) expect(x + width).toBeLessThanOrEqual(PAGE_WIDTH - MARGIN + 0.1);
  });

  it('of Hindi and Arabic end between words', async () => {
    const hindi = linesOf((await print('नमक '.repeat(80).trim())).pieces);
    expect(hindi.length).toBeGreaterThan(1);
    for (const line of hindi) expect(withoutSpaces(line)).toMatch(/^(नमक)+$/);
    const arabic = linesOf((await print('سلام '.repeat(80).trim())).pieces);
    expect(arabic.length).toBeGreaterThan(1);
    for (const line of arabic) expect(withoutSpaces(line)).toMatch(/^(سلام)+$/);
  });
});

describe('Arabic', () => {
  it('is joined: a letter has different forms at the beginning, in the middle and at the end', async () => {
    const { glyphs } = await print('ببب');
    const forms = glyphs.filter(({ unicode }) => unicode === 'ب').map(({ originalCharCode }) => originalCharCode);
    expect(forms).toHaveLength(3);
    expect(new Set(forms).size).toBe(3);
    const unjoinedPdf = await print('ب\u200cب\u200cب');
    const unjoinedForms = unjoinedPdf.glyphs
      .filter(({ unicode }) => unicode === 'ب')
      .map((glyph) => glyph.originalCharCode);
    expect(new Set(unjoinedForms).size).toBe(1);
  });

  it('is aligned to the right, with words from right to left, and numbers and Latin from left to right', async () => {
    const words = ['سلام', '١٢٣', 'محمد', 'Portico', 'علم', '۴۵۶', '789'];
    const { pieces, glyphs } = await print(words.join(' '));
    const positions = words.map((word) => pieces.find(({ text }) => text === word)?.x ?? Number.NaN);
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    expect(positions[0]).toBeGreaterThan(400);
    const drawnText = glyphs.map(({ unicode }) => unicode).join('');
    for (const number of ['١٢٣', '۴۵۶', '789', 'Portico']) expect(drawnText).toContain(number);
  });
});

describe('ideographs have the shapes', () => {
  it.each([
    ['of Japan, with kana', '直します', 'noto-sans-jp'],
    ['of Japan, without a hint', '直', 'noto-sans-jp'],
    ['of China, with ideographs that only China uses', '直径们', 'noto-sans-sc'],
    ['of Korea, with Hangul', '直 직', 'noto-sans-kr'],
  ])('%s', (_, text, family) => {
    expect(familiesFor(text)[0]).toBe(family);
  });
});
