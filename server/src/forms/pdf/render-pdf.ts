import PDFDocument from 'pdfkit';
import { type Fonts, fontsOf, REPLACEMENT, type Weight } from './fonts.ts';
import { type Line, recordFonts, type TypesettingOptions, typesetText } from './set-text.ts';

/** The content of a document. All texts are plain text: markup is printed as it is. */
export interface DocumentContent {
  readonly title: string;
  readonly language: string;
  readonly rtl: boolean;
  readonly created: Date;
  readonly facts: readonly (readonly [string, string])[];
  readonly rows: readonly DocumentRow[];
  /** Printed instead of rows if there are none. */
  readonly empty: string;
  readonly shortened: string;
  readonly unprintable: string;
  /** `Page {page} of {pages}` */
  readonly pageOf: string;
}

export interface DocumentRow {
  readonly label: string;
  readonly value: string;
  /** A PNG, shown above the value. */
  readonly image?: Uint8Array;
}

const MARGIN = 54;
const MAX_PAGES = 60;
/** Maximum number of characters of all values together, which fill some 60 pages. */
const MAX_CHARACTERS = 150_000;
/** The ascent of Noto Sans, relative to the font size. */
const ASCENT = 1.069;
const TEXT_COLOR = '#1b1e25';
const MUTED_COLOR = '#5d6471';
const IMAGE_SIZE = { width: 240, height: 90 };

/** Renders a PDF of numbered A4 pages. Content beyond the bounds is omitted, and a note in the document says so. */
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
  const pdf = collect(doc);
  write(doc, content, fonts);
  doc.end();
  return pdf;
}

/**
 * Scripts whose glyphs do not correspond to letters one by one. Their text is added as ActualText (ISO 32000-1,
 * 14.9.4).
 */
const NEEDS_ACTUAL_TEXT = /[[\p{Script=Arabic}\p{Script=Devanagari}]&&\p{L}]/v;

type Doc = InstanceType<typeof PDFDocument>;

function collect(doc: Doc): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  doc.on('error', reject);
  return promise;
}

/**
 * Opens fonts in rounds. If an open font does not contain a character of its range, the next round tries another font.
 */
async function openFonts(content: DocumentContent, fonts: Fonts): Promise<void> {
  const { title, facts, rows, empty, shortened, unprintable, pageOf } = content;
  const boldText = [title, ...rows.map(({ label }) => label)].join('\n');
  const values = rows
    .map(({ value }) => value)
    .join('\n')
    .slice(0, MAX_CHARACTERS);
  const regularText = [...facts.flat(), empty, shortened, unprintable, pageOf, values].join('\n');
  recordFonts(REPLACEMENT, fonts, 600);
  recordFonts(REPLACEMENT, fonts, 400);
  do {
    recordFonts(boldText, fonts, 600);
    recordFonts(regularText, fonts, 400);
  } while (await fonts.openMissingFonts());
}

function write(doc: Doc, content: DocumentContent, fonts: Fonts): void {
  const writer = createWriter(doc, content, fonts);
  writer.text(content.title, { size: 18, weight: 600, color: TEXT_COLOR, spaceBelow: 8 });
  for (const [label, value] of content.facts) {
    writer.text(`${label}: ${value}`, { size: 9, weight: 400, color: MUTED_COLOR, spaceBelow: 0 });
  }
  writer.space(14);
  if (content.rows.length === 0)
    writer.text(content.empty, { size: 11, weight: 400, color: TEXT_COLOR, spaceBelow: 0 });
  let charactersLeft = MAX_CHARACTERS;
  for (const { label, value, image } of content.rows) {
    if (writer.isFull() || charactersLeft <= 0) break;
    writer.text(label, { size: 9, weight: 600, color: MUTED_COLOR, spaceBelow: 2 });
    if (image) writer.image(image);
    writer.text(value.slice(0, charactersLeft), { size: 11, weight: 400, color: TEXT_COLOR, spaceBelow: 10 });
    charactersLeft -= value.length;
  }
  if (writer.isFull() || charactersLeft < 0) writer.note(content.shortened);
  if (writer.hasUnprintable()) writer.note(content.unprintable);
  numberPages(doc, content, fonts);
}

interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
  /** Space below the text, in points. */
  readonly spaceBelow: number;
}

/** Creates a writer that starts at the top of the first page and adds pages as necessary. */
function createWriter(doc: Doc, { rtl }: DocumentContent, fonts: Fonts) {
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - MARGIN - 16;
  let y = MARGIN;
  let pages = 1;
  let hasUnprintable = false;
  const isFull = (): boolean => pages > MAX_PAGES;
  /** Adds a page if the current one has too little space. Returns false if the document may have no further page. */
  const ensureSpace = (height: number): boolean => {
    if (y + height <= bottom) return true;
    pages++;
    if (isFull()) return false;
    doc.addPage();
    y = MARGIN;
    return true;
  };
  const typesettingOptionsOf = ({ size, weight }: Style): TypesettingOptions => ({
    fonts,
    weight,
    width,
    rtl,
    measure: measureOf(doc, size),
    onMissing: () => {
      hasUnprintable = true;
    },
  });
  const put = (line: Line, { size, color }: Style, top: number): void => {
    const x = line.rtl ? MARGIN + width - line.width : MARGIN;
    doc.fontSize(size).fillColor(color);
    putRuns(doc, fonts, line, x, top + size * ASCENT);
  };
  const text = (content: string, style: Style): void => {
    for (const line of typesetText(content, typesettingOptionsOf(style))) {
      if (isFull() || !ensureSpace(style.size * 1.4)) return;
      put(line, style, y);
      y += style.size * 1.4;
    }
    y += style.spaceBelow;
  };
  return {
    text,
    isFull,
    hasUnprintable: () => hasUnprintable,
    space(points: number): void {
      y += points;
    },
    image(png: Uint8Array): void {
      if (isFull() || !ensureSpace(IMAGE_SIZE.height + 6)) return;
      const x = rtl ? MARGIN + width - IMAGE_SIZE.width : MARGIN;
      doc.image(Buffer.from(png), x, y, {
        fit: [IMAGE_SIZE.width, IMAGE_SIZE.height],
        align: rtl ? 'right' : undefined,
      });
      y += IMAGE_SIZE.height + 6;
    },
    /** Writes below the content of the current page, even if the document is full. */
    note(content: string): void {
      const style: Style = { size: 8, weight: 400, color: MUTED_COLOR, spaceBelow: 0 };
      const top = Math.min(y + 6, bottom);
      typesetText(content, typesettingOptionsOf(style)).forEach((line, index) => {
        put(line, style, top + index * 11);
      });
      y = top + 11;
    },
  };
}

function measureOf(doc: Doc, size: number): TypesettingOptions['measure'] {
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

/** Draws the runs of a line on one baseline, because fonts have different ascents. */
function putRuns(doc: Doc, fonts: Fonts, line: Line, left: number, baseline: number): void {
  const { addContent } = doc;
  const operators: string[] = [];
  // Joins the operators of a line in one buffer. Pdfkit would retain one buffer per operator until the end, and a line
  // of ideographs has hundreds.
  let actualText: string | null = null;
  doc.addContent = (operator: string) => {
    // Marks the content between the PDF operators BT and ET. If the mark enclosed them, some programs would read the
    // text as rotated.
    if (actualText !== null && operator === 'ET') doc.endMarkedContent();
    operators.push(operator);
    if (actualText !== null && operator === 'BT') doc.markContent('Span', { actual: actualText });
    return doc;
  };
  let x = left;
  const positionedRuns = line.runs.map((run) => {
    x += run.width;
    return { ...run, x: x - run.width };
  });
  // Programs extract text in the order of the file, so the runs are in reading order.
  for (const run of line.rtl ? positionedRuns.toReversed() : positionedRuns) {
    fonts.use(run.font);
    actualText = NEEDS_ACTUAL_TEXT.test(run.text) ? run.text : null;
    doc.text(run.text, run.x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
  doc.addContent = addContent;
  doc.addContent(operators.join('\n'));
}

function numberPages(doc: Doc, content: DocumentContent, fonts: Fonts): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index);
    const text = content.pageOf.replace('{page}', String(index + 1)).replace('{pages}', String(count));
    const options = {
      fonts,
      weight: 400 as const,
      width: 400,
      rtl: content.rtl,
      measure: measureOf(doc, 8),
      onMissing: () => {},
    };
    const [line] = typesetText(text, options);
    if (!line) continue;
    // Removes the bottom margin, because pdfkit would add a page for text within it.
    doc.page.margins.bottom = 0;
    doc.fontSize(8).fillColor(MUTED_COLOR);
    putRuns(doc, fonts, line, (doc.page.width - line.width) / 2, doc.page.height - MARGIN + 10 + 8 * ASCENT);
  }
}
