import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input, Output } from '@portico/contract/endpoint';
import type { mediaEndpoints } from '@portico/contract/media';
import { transaction } from '../db/index.ts';
import type { RequestInfo } from '../http/bind.ts';
import type { IncomingFile } from '../http/uploads.ts';
import { AppError } from '../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../kernel/ctx.ts';
import { newId } from '../kernel/ids.ts';
import { networkOf } from '../kernel/network-of.ts';
import { type FileRef, readUploadUrl } from './file-urls.ts';
import { reencode } from './images.ts';
import { inspect } from './inspect.ts';
import { checkDeclaredType, UPLOAD_URL_LIFETIME_MS } from './issue-upload.ts';
import { consumeQuota, type Quotas, rejectOverQuota } from './quota.ts';
import { receive } from './receive.ts';
import { nudge } from './removal.ts';
import { toSafeName } from './safe-name.ts';
import { deleteUploading, type FileRow, reissueUpload, startUpload, type UploadResult, updateStored } from './store.ts';
import { withUploadPermit } from './upload-semaphore.ts';
import { storedNameOf, thumbnailNameOf, uploadedToWire } from './wire.ts';

type Endpoint = (typeof mediaEndpoints)['uploadFile'];

/** Maximum overhead of multipart/form-data around a file. */
const MULTIPART_OVERHEAD_BYTES = 16_384;

/**
 * Accepts one file at an upload URL that was issued for it. Writes the file to a temporary file as it arrives, inspects
 * it, re-encodes an image, and stores the result. The file is unclaimed until a submission names it.
 * @throws AppError UPLOAD_URL_INVALID, PAYLOAD_TOO_LARGE, UPLOAD_STALLED, FILE_UPLOAD_RESTRICTIONS_ERROR,
 * FILE_QUOTA_REACHED, STORAGE_FULL
 */
export async function uploadFile(
  ctx: OpenCtx,
  { query }: Pick<Input<Endpoint>, 'query'>,
  request: Pick<RequestInfo, 'incomingFile'>,
): Promise<Output<Endpoint>> {
  const uploadTarget = await readUploadUrl(ctx.env, query.upload);
  if (!uploadTarget || !request.incomingFile) throw new AppError('UPLOAD_URL_INVALID');
  const { incomingFile } = request;
  return withUploadPermit(ctx.env.hasRateLimits ? ctx.address : null, () =>
    receiveFile({ ...ctx, site: uploadTarget.site }, uploadTarget, incomingFile, query.filename),
  );
}

async function receiveFile(
  ctx: SiteCtx,
  { site, id }: FileRef,
  open: () => Promise<IncomingFile>,
  filename: string | undefined,
): Promise<Output<Endpoint>> {
  const key = { siteId: site.id, id };
  const startedUpload = await startUpload(ctx.db, key, ctx.now, new Date(ctx.now.getTime() - UPLOAD_URL_LIFETIME_MS));
  if (!startedUpload) throw new AppError('UPLOAD_URL_INVALID');
  const path = join(ctx.env.storage.incoming, newId());
  const thumbnail = `${path}.thumbnail`;
  try {
    const file = await prepare(ctx, startedUpload, { incoming: await open(), filename, path, thumbnail });
    await ctx.env.storage.put(storedNameOf(key), path, file.file_bytes);
    if (file.has_thumbnail) {
      await ctx.env.storage.put(thumbnailNameOf(key), thumbnail, file.stored_bytes - file.file_bytes);
    }
    return { file: uploadedToWire(site, await recordFile(ctx, startedUpload, file)) };
  } catch (error) {
    await releaseFailedUpload(ctx, key, error);
    throw error;
  } finally {
    for (const leftover of [path, thumbnail, `${path}.painted`]) await rm(leftover, { force: true });
  }
}

interface IncomingUpload {
  readonly incoming: IncomingFile;
  readonly filename: string | undefined;
  readonly path: string;
  readonly thumbnail: string;
}

/** Checks and prepares a file before it is stored. */
async function prepare(ctx: SiteCtx, issued: FileRow, upload: IncomingUpload): Promise<UploadResult> {
  const { incoming, path, thumbnail } = upload;
  const name = upload.filename ?? incoming.filename ?? issued.display_name;
  const kind = checkDeclaredType(name, issued.mime_type, issued.allowed_formats);
  const limitBytes = Number(issued.max_bytes);
  const declaredBytes = incoming.declaredBytes ?? 0;
  if (declaredBytes > limitBytes + MULTIPART_OVERHEAD_BYTES) throw new AppError('PAYLOAD_TOO_LARGE', { limitBytes });
  await rejectOverQuota(ctx, quotasOf(ctx, issued), Math.max(declaredBytes - MULTIPART_OVERHEAD_BYTES, 1));
  const bytes = await receive(incoming.stream, { path, maxBytes: limitBytes });
  await inspect(path, kind);
  const isImage = kind.format === 'IMAGE';
  const { fileBytes, thumbnailBytes } = isImage
    ? await reencode(path, { mime: kind.mime, thumbnail })
    : { fileBytes: bytes, thumbnailBytes: 0 };
  return {
    display_name: toSafeName(name, kind.extensions),
    mime_type: kind.mime,
    format: kind.format,
    file_bytes: fileBytes,
    stored_bytes: fileBytes + thumbnailBytes,
    has_thumbnail: isImage,
  };
}

/** Updates quotas and row in one transaction, so that a file that does not fit changes nothing. */
async function recordFile(ctx: SiteCtx, issued: FileRow, file: UploadResult): Promise<FileRow> {
  const quotas = quotasOf(ctx, issued);
  const { stored, hasEvicted } = await transaction(ctx, async (ctx) => {
    const hasEvicted = await consumeQuota(ctx, quotas, file.stored_bytes);
    const uploadedFile = { ...file, network: quotas.network };
    const stored = await updateStored(ctx.db, { siteId: ctx.site.id, id: issued.id }, uploadedFile, new Date());
    if (!stored) throw new AppError('UPLOAD_URL_INVALID');
    return { stored, hasEvicted };
  });
  if (hasEvicted) nudge();
  return stored;
}

/**
 * Returns the quotas of an upload. The network is that of the client that sends the bytes, because a site's own server
 * may have requested the upload URL.
 */
const quotasOf = (ctx: SiteCtx, issued: FileRow): Quotas => ({
  scope: issued.scope,
  scopeQuotaBytes: Number(issued.scope_quota_bytes),
  siteQuotaBytes: Number(issued.site_quota_bytes),
  network: issued.network === null ? null : networkOf(ctx.address),
});

/**
 * Ends a failed upload. A rejected file uses up its upload URL; after an interrupted upload or a server error, the URL
 * can be used again. The sweep removes bytes that cannot be removed now.
 */
async function releaseFailedUpload(ctx: SiteCtx, key: { siteId: string; id: string }, error: unknown): Promise<void> {
  const isRejected =
    error instanceof AppError && !['BAD_REQUEST', 'UPLOAD_STALLED', 'SERVER_BUSY', 'STORAGE_FULL'].includes(error.code);
  const steps = [
    () => ctx.env.storage.remove(storedNameOf(key)),
    () => ctx.env.storage.remove(thumbnailNameOf(key)),
    () => (isRejected ? deleteUploading(ctx.db, key) : reissueUpload(ctx.db, key, new Date())),
  ];
  for (const step of steps) {
    await step().catch((cause: unknown) =>
      ctx.log.warn({ err: cause, file: key.id }, 'a failed upload could not be released; the sweep will remove it'),
    );
  }
}
