import type { Readable } from 'node:stream';
import type { Input, Output } from '@portico/contract/endpoint';
import type { mediaEndpoints } from '@portico/contract/media';
import { AppError } from '../kernel/app-error.ts';
import type { Ctx, OpenCtx, SiteCtx } from '../kernel/ctx.ts';
import { HttpResponse } from '../kernel/http-response.ts';
import { isGuid } from '../kernel/ids.ts';
import { type FileVariant, linkUrl, readLink } from './file-urls.ts';
import { mayRead } from './readers.ts';
import { attachmentHeader } from './safe-name.ts';
import { type FileRow, findClaimed } from './store.ts';
import { type StoredFile, storedNameOf, thumbnailNameOf, toStoredFile } from './wire.ts';

type Endpoints = typeof mediaEndpoints;

const LINK_LIFETIME_MS = 600_000;

/**
 * Returns a claimed file to callers who may read the submission that contains it.
 * @throws AppError FILE_NOT_FOUND, the same for unknown ids, files of other sites, unclaimed files and missing rights
 */
export async function readFile(ctx: SiteCtx, id: string): Promise<{ file: StoredFile; stream: Readable }> {
  const row = await findReadableFile(ctx, id);
  return { file: toStoredFile(ctx.site, row), stream: await open(ctx, row, 'file') };
}

export async function downloadFile(ctx: SiteCtx, { query }: Input<Endpoints['downloadFile']>): Promise<HttpResponse> {
  return buildFileResponse(ctx, await findReadableFile(ctx, query.fileId), 'file');
}

export async function downloadThumbnail(
  ctx: SiteCtx,
  { query }: Input<Endpoints['downloadThumbnail']>,
): Promise<HttpResponse> {
  return buildFileResponse(ctx, await findReadableFile(ctx, query.fileId), 'thumbnail');
}

/**
 * Returns a link for images and downloads in pages, because a page cannot send an Authorization header with them. The
 * link is valid for ten minutes, for anyone who has it.
 */
export async function linkFile(
  ctx: SiteCtx,
  { query }: Input<Endpoints['linkFile']>,
): Promise<Output<Endpoints['linkFile']>> {
  const row = await findReadableFile(ctx, query.fileId);
  const expires = new Date(ctx.now.getTime() + LINK_LIFETIME_MS);
  const link = (variant: FileVariant) => linkUrl(ctx.env, { site: ctx.site, id: row.id, variant, expires });
  return {
    url: link('file'),
    thumbnailUrl: row.has_thumbnail ? link('thumbnail') : null,
    expiresDate: expires.toISOString(),
  };
}

export async function openFileLink(ctx: OpenCtx, { query }: Input<Endpoints['openFileLink']>): Promise<HttpResponse> {
  const link = await readLink(ctx.env, query.link, ctx.now);
  const row = link && (await findClaimed(ctx.db, { siteId: link.site.id, id: link.id }));
  if (!row) throw new AppError('FILE_NOT_FOUND');
  return buildFileResponse(ctx, row, link.variant);
}

async function findReadableFile(ctx: SiteCtx, id: string): Promise<FileRow> {
  const row = isGuid(id) ? await findClaimed(ctx.db, { siteId: ctx.site.id, id }) : undefined;
  if (!row?.owner || !(await mayRead(ctx, row.owner))) throw new AppError('FILE_NOT_FOUND');
  return row;
}

async function open(ctx: Pick<Ctx, 'env'>, row: FileRow, variant: FileVariant): Promise<Readable> {
  const key = { siteId: row.site_id, id: row.id };
  const exists = variant === 'file' || row.has_thumbnail;
  const name = variant === 'file' ? storedNameOf(key) : thumbnailNameOf(key);
  const stream = exists ? await ctx.env.storage.read(name) : null;
  if (!stream) throw new AppError('FILE_NOT_FOUND');
  return stream;
}

/**
 * Returns the response with a file. Threat: a visitor's file that runs as a page of the site or dashboard. It is served
 * as an attachment, browsers must not sniff its type, and a sandbox would stop it if it were displayed anyway.
 */
async function buildFileResponse(ctx: Pick<Ctx, 'env'>, row: FileRow, variant: FileVariant): Promise<HttpResponse> {
  const isFile = variant === 'file';
  const bytes = isFile ? Number(row.file_bytes) : Number(row.stored_bytes) - Number(row.file_bytes);
  const headers = {
    'content-type': isFile ? row.mime_type : 'image/webp',
    'content-length': String(bytes),
    'content-disposition': attachmentHeader(isFile ? row.display_name : `${row.display_name}.webp`),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': isFile ? 'no-store' : 'private, max-age=600',
  };
  return new HttpResponse(200, headers, await open(ctx, row, variant));
}
