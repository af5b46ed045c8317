import { fileTypeOfName, type UploadFileFormat } from '@portico/domain';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { networkOf } from '../kernel/network-of.ts';
import { takeFromWindow } from '../sites/index.ts';
import { uploadUrl } from './file-urls.ts';
import { uploadError } from './inspect.ts';
import { rejectOverQuota } from './quota.ts';
import { insertIssued } from './store.ts';

/** Lifetime of an upload URL in milliseconds. */
export const UPLOAD_URL_LIFETIME_MS = 3_600_000;

/**
 * Maximum number of upload URLs per network and hour. Many visitors may share a network, and each of their files needs
 * a URL.
 */
const MAX_UPLOADS_PER_HOUR = 1_000;

export interface UploadRequest {
  /** The form whose submissions may claim the file: `form:<id>`. */
  readonly scope: string;
  readonly filename: string;
  /** Media type as the uploader's system names it; may be empty. */
  readonly mimeType: string;
  /** Allowed formats; null allows every supported format. */
  readonly formats: readonly UploadFileFormat[] | null;
  readonly maxBytes: number;
  readonly scopeQuotaBytes: number;
  readonly siteQuotaBytes: number;
}

/**
 * Issues a URL (at most 500 characters) that accepts one file of the declared type within an hour. The URL is signed,
 * so rejecting a guessed one needs no query.
 * @throws AppError FILE_UPLOAD_RESTRICTIONS_ERROR, FILE_QUOTA_REACHED, TOO_MANY_REQUESTS
 */
export async function issueUpload(ctx: SiteCtx, request: UploadRequest): Promise<{ uploadUrl: string }> {
  const { scope, filename, mimeType, formats } = request;
  checkDeclaredType(filename, mimeType, formats);
  const network = limitedNetworkOf(ctx);
  if (network !== null) await countUploadUrl(ctx, network);
  await rejectOverQuota(ctx, { ...request, network }, 1);
  const id = newId();
  await insertIssued(ctx.db, {
    site_id: ctx.site.id,
    id,
    scope,
    status: 'ISSUED',
    // The database cannot store half a surrogate pair or U+0000.
    display_name: filename.toWellFormed().replaceAll('\0', ''),
    mime_type: mimeType.toWellFormed().replaceAll('\0', ''),
    allowed_formats: formats ? [...formats] : null,
    max_bytes: request.maxBytes,
    scope_quota_bytes: request.scopeQuotaBytes,
    site_quota_bytes: request.siteQuotaBytes,
    network,
    created_at: ctx.now,
    changed_at: ctx.now,
  });
  return { uploadUrl: uploadUrl(ctx.env, { site: ctx.site, id }) };
}

/**
 * Checks the declared name and type.
 * @throws AppError FILE_UPLOAD_RESTRICTIONS_ERROR unless name and media type agree and the type is allowed
 */
export function checkDeclaredType(filename: string, mimeType: string, formats: readonly string[] | null) {
  const kind = fileTypeOfName(filename, mimeType);
  if (!kind) throw uploadError(`a file named ${JSON.stringify(filename)} of type ${mimeType} is not accepted`);
  if (formats && !formats.includes(kind.format)) {
    throw uploadError(`only files of these kinds are accepted here: ${formats.join(', ')}`);
  }
  return kind;
}

/** Returns the network of a visitor or member; null if the upload URLs of the caller are not limited. */
const limitedNetworkOf = ({ env, caller, address }: SiteCtx): string | null =>
  env.hasRateLimits && ['visitor', 'member'].includes(caller.kind) ? networkOf(address) : null;

/** Counts an upload URL against the limit of the network. Threat: a visitor fills the table with unused upload URLs. */
async function countUploadUrl(ctx: SiteCtx, network: string): Promise<void> {
  const window = { subject: `uploads ${network}`, max: MAX_UPLOADS_PER_HOUR, seconds: 3_600 };
  if (!(await takeFromWindow(ctx, window))) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3_600 });
}
