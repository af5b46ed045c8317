import { claimedFileType, type UploadFileFormat } from '@portico/domain';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { networkOf } from '../kernel/network-of.ts';
import { takeFromWindow } from '../sites/index.ts';
import { uploadUrl } from './file-urls.ts';
import { refused } from './inspect.ts';
import { refuseOverQuota } from './quota.ts';
import { insertIssued } from './store.ts';

/** Lifetime of an upload address. */
export const ISSUED_FOR_MS = 3_600_000;

/** Addresses per network and hour: many visitors may share a network, and each of their files needs one. */
const MOST_AN_HOUR = 1_000;

export interface UploadRequest {
  /** who may claim the file: `form:<id>` */
  readonly scope: string;
  readonly filename: string;
  /** as the uploader's system names it; may be empty */
  readonly mimeType: string;
  /** null for any supported type */
  readonly formats: readonly UploadFileFormat[] | null;
  readonly maxBytes: number;
  readonly scopeQuotaBytes: number;
  readonly siteQuotaBytes: number;
}

/**
 * Issues an address (≤ 500 characters) for one upload of one file of the declared type within an hour. It is signed, so
 * rejecting a guessed address needs no query.
 * @throws AppError FILE_UPLOAD_RESTRICTIONS_ERROR, FILE_QUOTA_REACHED, TOO_MANY_REQUESTS
 */
export async function issueUpload(ctx: SiteCtx, request: UploadRequest): Promise<{ uploadUrl: string }> {
  const { scope, filename, mimeType, formats } = request;
  checkClaim(filename, mimeType, formats);
  const network = countedNetwork(ctx);
  if (network !== null) await takeTurn(ctx, network);
  await refuseOverQuota(ctx, { ...request, network }, 1);
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

/** @throws AppError FILE_UPLOAD_RESTRICTIONS_ERROR unless name and media type agree and the type is allowed */
export function checkClaim(filename: string, mimeType: string, formats: readonly string[] | null) {
  const kind = claimedFileType(filename, mimeType);
  if (!kind) throw refused('files of this name and type are not accepted');
  if (formats && !formats.includes(kind.format)) {
    throw refused(`only files of these kinds are accepted here: ${formats.join(', ')}`);
  }
  return kind;
}

/** Returns the network whose uploads are counted, for visitors; null for staff and their apps. */
const countedNetwork = ({ env, caller, address }: SiteCtx): string | null =>
  env.limits && ['visitor', 'member'].includes(caller.kind) ? networkOf(address) : null;

/** Threat: a visitor who fills the table with addresses. */
async function takeTurn(ctx: SiteCtx, network: string): Promise<void> {
  const window = { subject: `uploads ${network}`, most: MOST_AN_HOUR, seconds: 3_600 };
  if (!(await takeFromWindow(ctx, window))) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3_600 });
}
