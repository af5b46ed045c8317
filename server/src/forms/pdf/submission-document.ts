/** A submission as a PDF: where to fetch it, the file itself, and the same as the vendor's client expects it. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { languages } from '@portico/domain';
import { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { spokenTime } from '../../kernel/spoken-time.ts';
import { attachment, readFile } from '../../media/index.ts';
import { type FormattedRow, formatSubmission } from '../formatted/format-submission.ts';
import { formatOptions, formOf } from '../formatted/get-formatted.ts';
import { wordsIn } from '../formatted/texts.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import { loadSubmission } from '../submissions/read-submissions.ts';
import { documentUrl, readDocumentLink } from './links.ts';
import { makePdf } from './make-pdf.ts';
import type { DocumentRow } from './render-pdf.ts';

type Endpoints = typeof formsEndpoints;

const LINK_MS = 600_000;
const MOST_IMAGES = 10;
const MOST_IMAGE_BYTES = 10_000_000;

/** The document is made when its address is opened: it is always ready. */
export async function getSubmissionDownloadUrl(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getSubmissionDownloadUrl']>,
): Promise<Output<Endpoints['getSubmissionDownloadUrl']>> {
  requireSubmissionsReader(ctx.caller);
  const { id } = await loadSubmission(ctx, query.submissionId);
  const expires = new Date(ctx.now.getTime() + LINK_MS);
  const downloadUrl = documentUrl(ctx.env, { site: ctx.site, submissionId: id }, expires);
  return { document: { id, status: 'READY', readyDetails: { downloadUrl } } };
}

export async function downloadSubmission(
  ctx: SiteCtx,
  { query }: Input<Endpoints['downloadSubmission']>,
): Promise<Output<Endpoints['downloadSubmission']>> {
  requireSubmissionsReader(ctx.caller);
  const { pdf, name } = await documentOf(ctx, query.submissionId);
  const headers = Object.entries(headersOf(pdf, name)).map(([key, value]) => ({ key, value }));
  return { statusCode: 200, body: Buffer.from(pdf).toString('base64'), headers };
}

export async function openSubmissionDocument(
  ctx: OpenCtx,
  { query }: Input<Endpoints['openSubmissionDocument']>,
): Promise<Answer> {
  const link = await readDocumentLink(ctx.env, query.link, ctx.now);
  if (!link) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: '' });
  // Who has the link acts as the reader who was given it, and no further.
  const reader = { kind: 'user', id: 'document link', role: 'viewer' } as const;
  const { pdf, name } = await documentOf({ ...ctx, site: link.site, caller: reader, paired: null }, link.submissionId);
  return new Answer(200, headersOf(pdf, name), Readable.from([Buffer.from(pdf)]));
}

const headersOf = (pdf: Uint8Array, name: string) => ({
  'content-type': 'application/pdf',
  'content-length': String(pdf.length),
  'content-disposition': attachment(name),
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

async function documentOf(ctx: SiteCtx, submissionId: string): Promise<{ pdf: Uint8Array; name: string }> {
  const row = await loadSubmission(ctx, submissionId);
  const form = await formOf(ctx, row);
  const { language } = ctx.site.settings;
  const words = wordsIn[language];
  const sent = spokenTime(row.created_at, language, ctx.site.settings.timeZone);
  const pdf = await makePdf({
    title: form.name,
    language,
    rtl: languages[language].rtl,
    created: ctx.now,
    facts: [
      [words.submitted, sent],
      [words.status, words.statuses[row.status] ?? row.status],
      ['ID', row.id],
    ],
    rows: await withSignatures(ctx, formatSubmission(form.document, row.answers, formatOptions(ctx, row))),
    empty: words.noAnswers,
    shortened: words.shortened,
    unprintable: words.unprintable,
    pageOf: words.page('{page}', '{pages}'),
  });
  return {
    pdf,
    name: `${
      form.name
        .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
        .trim()
        .slice(0, 80) || 'form'
    }.pdf`,
  };
}

async function withSignatures(ctx: SiteCtx, rows: readonly FormattedRow[]): Promise<DocumentRow[]> {
  const shown: DocumentRow[] = [];
  let images = 0;
  for (const { label, value, signatureFileId } of rows) {
    const wanted = signatureFileId !== undefined && images < MOST_IMAGES;
    const image = wanted ? await pictureOf(ctx, signatureFileId) : null;
    if (image) images++;
    shown.push({ label, value, ...(image ? { image } : {}) });
  }
  return shown;
}

/** As a PNG of the size that is printed; null where the file is gone, foreign or no picture: its name stands there anyway. */
async function pictureOf(ctx: SiteCtx, fileId: string): Promise<Uint8Array | null> {
  try {
    const { file, stream } = await readFile(ctx, fileId);
    if (file.format !== 'IMAGE' || file.sizeInBytes > MOST_IMAGE_BYTES) {
      stream.destroy();
      return null;
    }
    const bytes = await buffer(stream);
    // Loaded with the first signature, as the part of the server that takes uploads does.
    const { default: sharp } = await import('sharp');
    const limits = { limitInputPixels: 50_000_000, failOn: 'error' } as const;
    return await sharp(bytes, limits)
      .resize({ width: 720, height: 270, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch (error) {
    ctx.log.info({ err: error, fileId }, 'a signature is left out of a document');
    return null;
  }
}
