import { mediaEndpoints as endpoints } from '@portico/contract/media';
import { bind, bindOpen, type Route } from '../http/bind.ts';
import { downloadFile, downloadThumbnail, linkFile, openFileLink } from './read-file.ts';
import { uploadFile } from './upload-file.ts';

export const mediaRoutes: readonly Route[] = [
  bindOpen(endpoints.uploadFile, uploadFile),
  bind(endpoints.downloadFile, downloadFile),
  bind(endpoints.downloadThumbnail, downloadThumbnail),
  bind(endpoints.linkFile, linkFile),
  bindOpen(endpoints.openFileLink, openFileLink),
];
