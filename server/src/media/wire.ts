/** File rows in the wire's format, and the storage names of their bytes. */
import type { Output } from '@portico/contract/endpoint';
import type { mediaEndpoints } from '@portico/contract/media';
import type { UploadFileFormat } from '@portico/domain';
import type { Site } from '../kernel/ctx.ts';
import { fileUrlOf } from './file-urls.ts';
import type { FileKey, FileRow } from './store.ts';

/** A stored file as other slices use it. */
export interface StoredFile {
  readonly id: string;
  /** Permanent address, at most 300 characters. Callers who may read the file's owner can open it. */
  readonly url: string;
  readonly displayName: string;
  /** Media type, detected from the bytes. */
  readonly fileType: string;
  readonly format: UploadFileFormat;
  readonly sizeInBytes: number;
  readonly hasThumbnail: boolean;
}

export const toStoredFile = (site: Site, row: FileRow): StoredFile => ({
  id: row.id,
  url: fileUrlOf(site, row.id),
  displayName: row.display_name,
  fileType: row.mime_type,
  format: row.format as UploadFileFormat,
  sizeInBytes: Number(row.file_bytes),
  hasThumbnail: row.has_thumbnail,
});

export function uploadedToWire(site: Site, row: FileRow): Output<(typeof mediaEndpoints)['uploadFile']>['file'] {
  const { id, url, displayName, fileType, format, sizeInBytes } = toStoredFile(site, row);
  return { id, url, displayName, fileType, mediaType: format, sizeInBytes };
}

export const storedNameOf = ({ siteId, id }: FileKey): string => `${siteId}/${id}`;
export const thumbnailNameOf = (key: FileKey): string => `${storedNameOf(key)}.thumbnail`;
