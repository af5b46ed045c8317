/** Our own calls under /portico/v1 about uploaded files (forms contract section 7.5). */
import { uploadFileFormats } from '@portico/domain';
import Type from 'typebox';
import { endpoint, MEGABYTE } from './endpoint.ts';
import { DateTime, Guid } from './shared.ts';

const byId = Type.Object({ fileId: Guid });
const Signed = Type.String({ minLength: 1, maxLength: 200 });

/** A file as its uploader is told. `url` names it in a submission's value; it opens only for who may read the submission. */
export const UploadedFile = Type.Object({
  id: Guid,
  url: Type.String({ maxLength: 300 }),
  /** made safe: without paths and control characters, with the extension of what was found in the bytes */
  displayName: Type.String({ minLength: 1, maxLength: 300 }),
  /** media type of what was found in the bytes */
  fileType: Type.String({ maxLength: 100 }),
  mediaType: Type.Enum([...uploadFileFormats]),
  sizeInBytes: Type.Integer(),
});

export const mediaEndpoints = {
  uploadFile: endpoint({
    id: 'media.files.upload',
    slice: 'media',
    method: 'PUT',
    path: '/portico/v1/uploads/{upload}',
    also: [['POST', '/portico/v1/uploads/{upload}']],
    summary: 'Upload one file, raw or as multipart/form-data, to an address that a form has handed out',
    query: Type.Object({ upload: Signed, filename: Type.Optional(Type.String({ maxLength: 1000 })) }),
    upload: true,
    // The address says how much may come; this is what no address exceeds.
    bodyLimit: 1025 * MEGABYTE,
    response: Type.Object({ file: UploadedFile }),
    errors: ['FILE_UPLOAD_RESTRICTIONS_ERROR', 'UPLOAD_URL_INVALID', 'UPLOAD_STALLED', 'FILE_QUOTA_REACHED'],
  }),
  downloadFile: endpoint({
    id: 'media.files.download',
    slice: 'media',
    method: 'GET',
    path: '/portico/v1/files/{fileId}',
    summary: 'The bytes of a file, always as an attachment, for who may read what it belongs to',
    query: byId,
    errors: ['FILE_NOT_FOUND'],
  }),
  downloadThumbnail: endpoint({
    id: 'media.files.thumbnail',
    slice: 'media',
    method: 'GET',
    path: '/portico/v1/files/{fileId}/thumbnail',
    summary: 'A small picture of a file that is an image',
    query: byId,
    errors: ['FILE_NOT_FOUND'],
  }),
  linkFile: endpoint({
    id: 'media.files.link',
    slice: 'media',
    method: 'POST',
    path: '/portico/v1/files/{fileId}/link',
    summary: 'An address that opens the file without a token for a few minutes',
    query: byId,
    response: Type.Object({
      url: Type.String(),
      /** null where there is no picture of it */
      thumbnailUrl: Type.Union([Type.String(), Type.Null()]),
      expiresDate: DateTime,
    }),
    errors: ['FILE_NOT_FOUND'],
  }),
  openFileLink: endpoint({
    id: 'media.files.openLink',
    slice: 'media',
    method: 'GET',
    path: '/portico/v1/file-links/{link}',
    summary: 'What such an address answers: the bytes, as an attachment',
    query: Type.Object({ link: Signed }),
    errors: ['FILE_NOT_FOUND'],
  }),
};
