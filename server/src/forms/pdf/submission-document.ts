/** Calls that return a submission as PDF: its URL, the file, and the file in the format of the vendor's client. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { languages } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { HttpResponse } from '../../kernel/http-response.ts';
import { formatTime } from '../../kernel/readable-time.ts';
import { attachmentHeader, readFile } from '../../media/index.ts';
import { type FormattedRow, formatSubmission } from '../formatted/format-submission.ts';
import { formatOptions, formOf } from '../formatted/get-formatted.ts';
import { translations } from '../formatted/translations.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import { loadSubmission } from '../submissions/read-submissions.ts';
import { documentUrlOf, readDocumentLink } from './links.ts';
import { makePdf } from './make-pdf.ts';
import type { DocumentRow } from './render-pdf.ts';

type Endpoints = typeof formsEndpoints;

const LINK_LIFETIME_MS = 600_000;
const MAX_IMAGES = 10;
const MAX_IMAGE_BYTES = 10_000_000;

/** Returns the URL of the document. The status is always READY, because opening the URL makes the document. */
export async function getSubmissionDownloadUrl(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getSubmissionDownloadUrl']>,
): Promise<Output<Endpoints['getSubmissionDownloadUrl']>> {
  requireSubmissionsReader(ctx.caller);
  const { id } = await loadSubmission(ctx, query.submissionId);
  const expires = new Date(ctx.now.getTime() + LINK_LIFETIME_MS);
  const downloadUrl = documentUrlOf(ctx.env, { site: ctx.site, submissionId: id }, expires);
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
): Promise<HttpResponse> {
  const link = await readDocumentLink(ctx.env, query.link, ctx.now);
  if (!link) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: '' });
  // The link gives the permissions of a reader on this submission.
  const reader = { kind: 'user', id: 'document link', role: 'viewer' } as const;
  const { pdf, name } = await documentOf({ ...ctx, site: link.site, caller: reader, paired: null }, link.submissionId);
  return new HttpResponse(200, headersOf(pdf, name), Readable.from([Buffer.from(pdf)]));
}

const headersOf = (pdf: Uint8Array, name: string) => ({
  'content-type': 'application/pdf',
  'content-length': String(pdf.length),
  'content-disposition': attachmentHeader(name),
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

async function documentOf(ctx: SiteCtx, submissionId: string): Promise<{ pdf: Uint8Array; name: string }> {
  const row = await loadSubmission(ctx, submissionId);
  const form = await formOf(ctx, row);
  const { language } = ctx.site.settings;
  const texts = translations[language];
  const submittedAt = formatTime(row.created_at, language, ctx.site.settings.timeZone);
  const pdf = await makePdf({
    title: form.name,
    language,
    rtl: languages[language].rtl,
    created: ctx.now,
    facts: [
      [texts.submitted, submittedAt],
      [texts.status, texts.statuses[row.status] ?? row.status],
      ['ID', row.id],
    ],
    rows: await withSignatures(ctx, formatSubmission(form.document, row.answers, formatOptions(ctx, row))),
    empty: texts.noAnswers,
    shortened: texts.shortened,
    unprintable: texts.unprintable,
    pageOf: texts.page('{page}', '{pages}'),
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
  const documentRows: DocumentRow[] = [];
  let imageCount = 0;
  for (const { label, value, signatureFileId } of rows) {
    const hasImage = signatureFileId !== undefined && imageCount < MAX_IMAGES;
    const image = hasImage ? await loadSignature(ctx, signatureFileId) : null;
    if (image) imageCount++;
    documentRows.push({ label, value, ...(image ? { image } : {}) });
  }
  return documentRows;
}

/**
 * Returns the signature as a PNG in the printed size. Returns null if the file cannot be read or is not an image. The
 * row shows the file's name in any case.
 */
async function loadSignature(ctx: SiteCtx, fileId: string): Promise<Uint8Array | null> {
  try {
    const { file, stream } = await readFile(ctx, fileId);
    if (file.format !== 'IMAGE' || file.sizeInBytes > MAX_IMAGE_BYTES) {
      stream.destroy();
      return null;
    }
    const bytes = await buffer(stream);
    // Loads the large package only if a signature needs it.
    const { default: sharp } = await import('sharp');
    const limits = { limitInputPixels: 50_000_000, failOn: 'error' } as const;
    return await sharp(bytes, limits)
      .resize({ width: 720, height: 270, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch (error) {
    ctx.log.info({ err: error, fileId }, 'A document contains no image of a signature, because it could not be read.');
    return null;
  }
}
