/**
 * Types of files that visitors may upload. The browser offers these in its file dialog, and the server checks the bytes
 * against them.
 */
import type { uploadFileFormats } from './forms/vocabulary.ts';

export type UploadFileFormat = (typeof uploadFileFormats)[number];

/** A type of file that may be uploaded. */
export interface AcceptedFileType {
  /** Media type under which the file is stored and served. */
  readonly mime: string;
  readonly format: UploadFileFormat;
  /** Extensions in lower case, without the dot. The first is the preferred one. */
  readonly extensions: readonly string[];
  /** Media types that the file-type library may detect in the bytes. Empty for plain text, which has no signature. */
  readonly signatures: readonly string[];
}

const type = (mime: string, format: UploadFileFormat, extensions: string, signatures = mime): AcceptedFileType => ({
  mime,
  format,
  extensions: extensions.split(' '),
  signatures: signatures === '' ? [] : signatures.split(' '),
});

const TEXT = '';
const OFFICE_MIME_PREFIX = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT_MIME_PREFIX = 'application/vnd.oasis.opendocument';

/**
 * The list excludes SVG, HTML and XML (browsers run scripts in them), programs, installers and office files with
 * macros. It also excludes HEIC, JPEG XL and BMP images, because the server cannot re-encode them to remove the
 * location of the photo.
 */
export const acceptedFileTypes: readonly AcceptedFileType[] = [
  type('image/jpeg', 'IMAGE', 'jpg jpeg jpe jfif'),
  type('image/png', 'IMAGE', 'png apng', 'image/png image/apng'),
  type('image/gif', 'IMAGE', 'gif'),
  type('image/webp', 'IMAGE', 'webp'),
  type('image/avif', 'IMAGE', 'avif'),
  type('image/tiff', 'IMAGE', 'tiff tif'),

  type('video/mp4', 'VIDEO', 'mp4 m4v', 'video/mp4 video/x-m4v'),
  type('video/quicktime', 'VIDEO', 'mov qt'),
  type('video/webm', 'VIDEO', 'webm'),
  type('video/x-matroska', 'VIDEO', 'mkv', 'video/matroska'),
  type('video/x-msvideo', 'VIDEO', 'avi', 'video/vnd.avi'),
  type('video/mpeg', 'VIDEO', 'mpg mpeg', 'video/mpeg video/MP1S video/MP2P'),
  type('video/3gpp', 'VIDEO', '3gp 3g2', 'video/3gpp video/3gpp2'),
  type('video/ogg', 'VIDEO', 'ogv', 'video/ogg'),
  type('video/x-ms-wmv', 'VIDEO', 'wmv', 'video/x-ms-asf application/vnd.ms-asf'),

  type('audio/mpeg', 'AUDIO', 'mp3'),
  type('audio/mp4', 'AUDIO', 'm4a', 'audio/mp4 audio/x-m4a'),
  type('audio/aac', 'AUDIO', 'aac'),
  type('audio/wav', 'AUDIO', 'wav'),
  type('audio/ogg', 'AUDIO', 'ogg oga opus', 'audio/ogg application/ogg'),
  type('audio/flac', 'AUDIO', 'flac'),
  type('audio/webm', 'AUDIO', 'weba', 'video/webm'),
  type('audio/aiff', 'AUDIO', 'aiff aif'),
  type('audio/amr', 'AUDIO', 'amr'),
  type('audio/x-ms-wma', 'AUDIO', 'wma', 'audio/x-ms-asf application/vnd.ms-asf'),

  type('application/pdf', 'DOCUMENT', 'pdf'),
  type(`${OFFICE_MIME_PREFIX}.wordprocessingml.document`, 'DOCUMENT', 'docx'),
  type(`${OFFICE_MIME_PREFIX}.spreadsheetml.sheet`, 'DOCUMENT', 'xlsx'),
  type(`${OFFICE_MIME_PREFIX}.presentationml.presentation`, 'DOCUMENT', 'pptx'),
  type('application/msword', 'DOCUMENT', 'doc', 'application/x-cfb'),
  type('application/vnd.ms-excel', 'DOCUMENT', 'xls', 'application/x-cfb'),
  type('application/vnd.ms-powerpoint', 'DOCUMENT', 'ppt', 'application/x-cfb'),
  type(`${OPEN_DOCUMENT_MIME_PREFIX}.text`, 'DOCUMENT', 'odt'),
  type(`${OPEN_DOCUMENT_MIME_PREFIX}.spreadsheet`, 'DOCUMENT', 'ods'),
  type(`${OPEN_DOCUMENT_MIME_PREFIX}.presentation`, 'DOCUMENT', 'odp'),
  type('application/vnd.apple.pages', 'DOCUMENT', 'pages'),
  type('application/vnd.apple.numbers', 'DOCUMENT', 'numbers'),
  type('application/vnd.apple.keynote', 'DOCUMENT', 'key'),
  type('application/rtf', 'DOCUMENT', 'rtf'),
  type('application/epub+zip', 'DOCUMENT', 'epub'),
  type('text/plain', 'DOCUMENT', 'txt text log md', TEXT),
  type('text/csv', 'DOCUMENT', 'csv tsv', TEXT),

  type('application/zip', 'ARCHIVE', 'zip'),
  type('application/vnd.rar', 'ARCHIVE', 'rar', 'application/x-rar-compressed'),
  type('application/x-7z-compressed', 'ARCHIVE', '7z'),
  type('application/gzip', 'ARCHIVE', 'gz tgz', 'application/gzip'),
  type('application/x-tar', 'ARCHIVE', 'tar'),
  type('application/x-bzip2', 'ARCHIVE', 'bz2'),
  type('application/x-xz', 'ARCHIVE', 'xz'),

  type('model/gltf-binary', 'MODEL_3D', 'glb'),
  type('model/gltf+json', 'MODEL_3D', 'gltf', TEXT),
  type('model/obj', 'MODEL_3D', 'obj', TEXT),
  type('model/stl', 'MODEL_3D', 'stl'),
  type('model/3mf', 'MODEL_3D', '3mf'),
  type('model/vnd.usdz+zip', 'MODEL_3D', 'usdz', 'application/zip'),
  type('application/x-fbx', 'MODEL_3D', 'fbx', 'application/x-ft-fbx'),
];

const typesByExtension = new Map(
  acceptedFileTypes.flatMap((kind) => kind.extensions.map((name) => [name, kind] as const)),
);
const typesByMime = new Map(acceptedFileTypes.map((kind) => [kind.mime, kind] as const));

/**
 * Returns the type that a file claims to have: by the last extension of its name, or by its media type if the name has
 * no extension. Returns null if that type is not accepted, or if name and media type contradict each other. A media
 * type of the same format, or none, is no contradiction: Windows labels CSV files as spreadsheets, and browsers send no
 * media type for many files.
 */
export function fileTypeOfName(filename: string, mime: string): AcceptedFileType | null {
  const mediaType = (mime.split(';')[0] as string).trim().toLowerCase();
  const extension = /[^.]\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase();
  const kind = extension === undefined ? typesByMime.get(mediaType) : typesByExtension.get(extension);
  return kind && matchesMediaType(kind, mediaType) ? kind : null;
}

function matchesMediaType({ format }: AcceptedFileType, mediaType: string): boolean {
  if (['', 'application/octet-stream', 'binary/octet-stream'].includes(mediaType)) return true;
  const known = typesByMime.get(mediaType);
  if (known)
    return (
      known.format === format || (isAudioOrVideo(known.format) && isAudioOrVideo(format)) || mediaType === 'text/plain'
    );
  const [topLevelType] = mediaType.split('/');
  if (topLevelType === 'image') return format === 'IMAGE' && mediaType !== 'image/svg+xml';
  if (topLevelType === 'audio' || topLevelType === 'video') return isAudioOrVideo(format);
  if (topLevelType === 'text') return mediaType === 'text/markdown' || mediaType === 'text/tab-separated-values';
  return topLevelType === 'model'
    ? format === 'MODEL_3D'
    : topLevelType === 'application' && !EXECUTABLE_MEDIA_TYPES.has(mediaType);
}

/** Containers such as MP4 hold audio or video, and programs label the same file as either. */
const isAudioOrVideo = (format: UploadFileFormat): boolean => format === 'AUDIO' || format === 'VIDEO';

const EXECUTABLE_MEDIA_TYPES: ReadonlySet<string> = new Set([
  'application/xhtml+xml',
  'application/xml',
  'application/javascript',
  'application/x-javascript',
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/java-archive',
  'application/x-shockwave-flash',
  'application/x-sh',
  'application/hta',
]);
