/** Portico's calls on uploaded files under /portico/v1 (forms contract section 7.5). */
import { uploadFileFormats } from '@portico/domain';
import Type from 'typebox';
import { endpoint, MEGABYTE } from './endpoint.ts';
import { DateTime, Guid } from './shared.ts';

const byId = Type.Object({ fileId: Guid });
const SignedPart = Type.String({ minLength: 1, maxLength: 200 });

/**
 * A file in the response to its uploader. `url` identifies it in the value of a submission. Only callers who may read
 * the submission can open it.
 */
export const UploadedFile = Type.Object(
  {
    id: Guid,
    url: Type.String({ maxLength: 300 }),
    /** The sanitized name: without paths and control characters, and with the extension of the detected type. */
    displayName: Type.String({ minLength: 1, maxLength: 300 }),
    /** The media type that the server detected from the bytes. */
    fileType: Type.String({ maxLength: 100 }),
    mediaType: Type.Enum([...uploadFileFormats]),
    sizeInBytes: Type.Integer(),
  },
  {
    title: 'UploadedFile',
    description: 'An uploaded file. Submissions refer to it by its `url`.',
    examples: [
      {
        id: '7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        url: 'https://harbour-choir.example.org/portico/v1/files/7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11',
        displayName: 'score.pdf',
        fileType: 'application/pdf',
        mediaType: 'DOCUMENT',
        sizeInBytes: 48213,
      },
    ],
  },
);

export const mediaEndpoints = {
  uploadFile: endpoint({
    id: 'media.files.upload',
    slice: 'media',
    access: 'open',
    method: 'PUT',
    path: '/portico/v1/uploads/{upload}',
    also: [['POST', '/portico/v1/uploads/{upload}']],
    summary: 'Upload one file, raw or as multipart/form-data, to an upload URL issued by a form',
    query: Type.Object({ upload: SignedPart, filename: Type.Optional(Type.String({ maxLength: 1000 })) }),
    upload: true,
    // This is the maximum for any upload URL. The limit of a single URL may be lower and is part of the URL.
    bodyLimit: 1025 * MEGABYTE,
    response: Type.Object({ file: UploadedFile }),
    errors: ['FILE_UPLOAD_RESTRICTIONS_ERROR', 'UPLOAD_URL_INVALID', 'UPLOAD_STALLED', 'FILE_QUOTA_REACHED'],
  }),
  downloadFile: endpoint({
    id: 'media.files.download',
    slice: 'media',
    access: 'file',
    method: 'GET',
    path: '/portico/v1/files/{fileId}',
    summary: 'Download a file as an attachment, with permission to read what it belongs to',
    query: byId,
    errors: ['FILE_NOT_FOUND'],
  }),
  downloadThumbnail: endpoint({
    id: 'media.files.thumbnail',
    slice: 'media',
    access: 'file',
    method: 'GET',
    path: '/portico/v1/files/{fileId}/thumbnail',
    summary: 'Get a thumbnail of an image file',
    query: byId,
    errors: ['FILE_NOT_FOUND'],
  }),
  linkFile: endpoint({
    id: 'media.files.link',
    slice: 'media',
    access: 'file',
    method: 'POST',
    path: '/portico/v1/files/{fileId}/link',
    summary: 'Create a URL that opens the file without a token for a few minutes',
    query: byId,
    response: Type.Object({
      url: Type.String(),
      /** Null if the file has no thumbnail. */
      thumbnailUrl: Type.Union([Type.String(), Type.Null()]),
      expiresDate: DateTime,
    }),
    errors: ['FILE_NOT_FOUND'],
  }),
  openFileLink: endpoint({
    id: 'media.files.openLink',
    slice: 'media',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/file-links/{link}',
    summary: 'Download a file by its signed URL, as an attachment',
    query: Type.Object({ link: SignedPart }),
    errors: ['FILE_NOT_FOUND'],
  }),
};
