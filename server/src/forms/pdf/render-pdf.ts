import PDFDocument from 'pdfkit';
import { type Fonts, fontsOf, REPLACEMENT, type Weight } from './fonts.ts';
import { findFonts, type Line, type Setter, setText } from './set-text.ts';

/** What a document says. Everything is plain text: markup in it is printed as it was typed. */
export interface DocumentContent {
  readonly title: string;
  readonly language: string;
  readonly rtl: boolean;
  readonly created: Date;
  readonly facts: readonly (readonly [string, string])[];
  readonly rows: readonly DocumentRow[];
  /** instead of rows, where there are none */
  readonly empty: string;
  readonly shortened: string;
  readonly unprintable: string;
  /** `Page {page} of {pages}` */
  readonly pageOf: string;
}

export interface DocumentRow {
  readonly label: string;
  readonly value: string;
  /** a PNG, shown above the value */
  readonly image?: Uint8Array;
}

const MARGIN = 54;
const MOST_PAGES = 60;
/** characters of all values: some 60 pages of them */
const MOST_CHARACTERS = 150_000;
/** of Noto Sans, in parts of its size */
const ASCENT = 1.069;
const INK = '#1b1e25';
const QUIET = '#5d6471';
const IMAGE = { width: 240, height: 90 };

/** A PDF of A4 pages with numbers. Bounded: what does not fit is left out, and the document says so. */
export async function renderPdf(content: DocumentContent): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: content.language,
    displayTitle: true,
    info: { Title: content.title, Producer: 'Portico', Creator: 'Portico', CreationDate: content.created },
  });
  const fonts = fontsOf(doc);
  await openFonts(content, fonts);
  const done = collect(doc);
  write(doc, content, fonts);
  doc.end();
  return done;
}

/** Letters of scripts whose glyphs are parts of letters, or stand in another order: their text is told beside them. */
const JOINED = /[[\p{Script=Arabic}\p{Script=Devanagari}]&&\p{L}]/v;

type Doc = InstanceType<typeof PDFDocument>;

function collect(doc: Doc): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  doc.on('error', reject);
  return promise;
}

/** In rounds: where a font turns out not to have what it should, the next is tried. Each round opens one or is the last. */
async function openFonts(content: DocumentContent, fonts: Fonts): Promise<void> {
  const { title, facts, rows, empty, shortened, unprintable, pageOf } = content;
  const strong = [title, ...rows.map(({ label }) => label)].join('\n');
  const values = rows
    .map(({ value }) => value)
    .join('\n')
    .slice(0, MOST_CHARACTERS);
  const plain = [...facts.flat(), empty, shortened, unprintable, pageOf, values].join('\n');
  findFonts(REPLACEMENT, fonts, 600);
  findFonts(REPLACEMENT, fonts, 400);
  do {
    findFonts(strong, fonts, 600);
    findFonts(plain, fonts, 400);
  } while (await fonts.openMissed());
}

function write(doc: Doc, content: DocumentContent, fonts: Fonts): void {
  const pen = penOf(doc, content, fonts);
  pen.text(content.title, { size: 18, weight: 600, color: INK, after: 8 });
  for (const [label, value] of content.facts) {
    pen.text(`${label}: ${value}`, { size: 9, weight: 400, color: QUIET, after: 0 });
  }
  pen.space(14);
  if (content.rows.length === 0) pen.text(content.empty, { size: 11, weight: 400, color: INK, after: 0 });
  let left = MOST_CHARACTERS;
  for (const { label, value, image } of content.rows) {
    if (pen.isFull() || left <= 0) break;
    pen.text(label, { size: 9, weight: 600, color: QUIET, after: 2 });
    if (image) pen.image(image);
    pen.text(value.slice(0, left), { size: 11, weight: 400, color: INK, after: 10 });
    left -= value.length;
  }
  if (pen.isFull() || left < 0) pen.note(content.shortened);
  if (pen.isMissing()) pen.note(content.unprintable);
  numberPages(doc, content, fonts);
}

interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
  /** points below */
  readonly after: number;
}

/** Writes from the top of the first page downwards, and begins pages as it needs them. */
function penOf(doc: Doc, { rtl }: DocumentContent, fonts: Fonts) {
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - MARGIN - 16;
  let y = MARGIN;
  let pages = 1;
  let missing = false;
  const isFull = (): boolean => pages > MOST_PAGES;
  const room = (height: number): boolean => {
    if (y + height <= bottom) return true;
    pages++;
    if (isFull()) return false;
    doc.addPage();
    y = MARGIN;
    return true;
  };
  const setter = ({ size, weight }: Style): Setter => ({
    fonts,
    weight,
    width,
    rtl,
    measure: measureOf(doc, size),
    onMissing: () => {
      missing = true;
    },
  });
  const put = (line: Line, { size, color }: Style, top: number): void => {
    const x = line.rtl ? MARGIN + width - line.width : MARGIN;
    doc.fontSize(size).fillColor(color);
    putRuns(doc, fonts, line, x, top + size * ASCENT);
  };
  const text = (words: string, style: Style): void => {
    for (const line of setText(words, setter(style))) {
      if (isFull() || !room(style.size * 1.4)) return;
      put(line, style, y);
      y += style.size * 1.4;
    }
    y += style.after;
  };
  return {
    text,
    isFull,
    isMissing: () => missing,
    space(points: number): void {
      y += points;
    },
    image(png: Uint8Array): void {
      if (isFull() || !room(IMAGE.height + 6)) return;
      const x = rtl ? MARGIN + width - IMAGE.width : MARGIN;
      doc.image(Buffer.from(png), x, y, { fit: [IMAGE.width, IMAGE.height], align: rtl ? 'right' : undefined });
      y += IMAGE.height + 6;
    },
    /** at the foot of the present page */
    note(words: string): void {
      const style: Style = { size: 8, weight: 400, color: QUIET, after: 0 };
      const top = Math.min(y + 6, bottom);
      setText(words, setter(style)).forEach((line, index) => {
        put(line, style, top + index * 11);
      });
      y = top + 11;
    },
  };
}

function measureOf(doc: Doc, size: number): Setter['measure'] {
  const known = new Map<string, number>();
  return (font, text) => {
    const key = `${font} ${text}`;
    const measured = known.get(key);
    if (measured !== undefined) return measured;
    doc.font(font).fontSize(size);
    const width = doc.widthOfString(text);
    if (known.size < 20_000) known.set(key, width);
    return width;
  };
}

/** On one baseline: the fonts differ in how high they stand above it. */
function putRuns(doc: Doc, fonts: Fonts, line: Line, left: number, baseline: number): void {
  const { addContent } = doc;
  const operators: string[] = [];
  // pdfkit keeps a buffer for each operator until the end, and a line of ideographs has hundreds.
  let told: string | null = null;
  doc.addContent = (operator: string) => {
    // Within BT and ET, where the page is upright: outside, some programs take the text for a rotated one.
    if (told !== null && operator === 'ET') doc.endMarkedContent();
    operators.push(operator);
    if (told !== null && operator === 'BT') doc.markContent('Span', { actual: told });
    return doc;
  };
  let x = left;
  const placed = line.runs.map((run) => {
    x += run.width;
    return { ...run, x: x - run.width };
  });
  // In the order of reading, which is how programs take the text out again.
  for (const run of line.rtl ? placed.toReversed() : placed) {
    fonts.use(run.font);
    told = JOINED.test(run.text) ? run.text : null;
    doc.text(run.text, run.x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
  doc.addContent = addContent;
  doc.addContent(operators.join('\n'));
}

function numberPages(doc: Doc, content: DocumentContent, fonts: Fonts): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index);
    const words = content.pageOf.replace('{page}', String(index + 1)).replace('{pages}', String(count));
    const setter = {
      fonts,
      weight: 400 as const,
      width: 400,
      rtl: content.rtl,
      measure: measureOf(doc, 8),
      onMissing: () => {},
    };
    const [line] = setText(words, setter);
    if (!line) continue;
    // Below the margin, where pdfkit would begin a new page.
    doc.page.margins.bottom = 0;
    doc.fontSize(8).fillColor(QUIET);
    putRuns(doc, fonts, line, (doc.page.width - line.width) / 2, doc.page.height - MARGIN + 10 + 8 * ASCENT);
  }
}
