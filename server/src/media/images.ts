/**
 * Re-encodes images. The uploaded bytes are never stored, which removes everything hidden inside or after the image
 * data.
 */
import { rename, stat } from 'node:fs/promises';
import type { Sharp, SharpConstructor } from 'sharp';
import { AppError } from '../kernel/app-error.ts';
import { createSemaphore } from '../kernel/semaphore.ts';
import { uploadError } from './inspect.ts';

/**
 * Maximum number of pixels (width × height) over all frames. It allows the 48 megapixels of a camera, which take
 * 200 MB of memory while decoded.
 */
const MAX_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 20;
const THUMBNAIL_PIXELS = 320;
const ANIMATED = ['image/gif', 'image/webp', 'image/tiff'];

/** Re-encodes at most two images at once, because each takes a full core and much memory. */
const withPermit = createSemaphore(2, 200);

/**
 * Re-encodes the image at `path` in its own format, rotated according to its EXIF orientation, without any metadata
 * (EXIF, GPS, XMP, comments, color profiles, trailing data), and writes a small WebP version to `thumbnail`.
 * @returns the sizes of both in bytes
 * @throws AppError FILE_UPLOAD_RESTRICTIONS_ERROR if the image is damaged, too large (a decompression bomb, detected by
 * its header before anything is unpacked) or takes too long; STORAGE_FULL
 */
export function reencode(
  path: string,
  { mime, thumbnail }: { readonly mime: string; readonly thumbnail: string },
): Promise<{ fileBytes: number; thumbnailBytes: number }> {
  return withPermit(async () => {
    const sharp = await loadSharp();
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
    const reencodedPath = `${path}.painted`;
    try {
      const { pages = 1 } = await sharp(path, options).metadata();
      const isAnimated = pages > 1 && ANIMATED.includes(mime);
      const image = sharp(path, { ...options, animated: isAnimated });
      const uprightImage = isAnimated ? image : image.autoOrient();
      await encodeAs(uprightImage.timeout({ seconds: TIMEOUT_SECONDS }), mime).toFile(reencodedPath);
      await rename(reencodedPath, path);
      const { size: thumbnailBytes } = await sharp(path, options)
        .timeout({ seconds: TIMEOUT_SECONDS })
        .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 75 })
        .toFile(thumbnail);
      return { fileBytes: (await stat(path)).size, thumbnailBytes };
    } catch (error) {
      if (isDiskFull(error)) throw new AppError('STORAGE_FULL', {}, error);
      throw uploadError(reasonOf(error), error);
    }
  });
}

function encodeAs(image: Sharp, mime: string): Sharp {
  switch (mime) {
    case 'image/jpeg':
      return image.jpeg({ quality: 90 });
    case 'image/gif':
      return image.gif();
    case 'image/webp':
      return image.webp({ quality: 90 });
    case 'image/avif':
      return image.avif({ quality: 70, effort: 2 });
    case 'image/tiff':
      return image.tiff({ compression: 'lzw' });
    default:
      return image.png();
  }
}

/** The image library reports a failed write only in its message. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && /no space left on device|disk quota exceeded/i.test(error.message);

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message)) return `it is an image of more than ${MAX_PIXELS / 1_000_000} megapixels`;
  if (/timeout/i.test(message)) return 'it is an image that takes too long to process';
  return 'it is an image that is damaged or of an unknown kind';
}

let loaded: Promise<SharpConstructor> | undefined;

/**
 * Loads sharp with the first image, because it is large. Blocks the decoders of formats that may not be uploaded.
 * Threat: a file that exploits such a decoder.
 */
function loadSharp(): Promise<SharpConstructor> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    const readers = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff'];
    sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}`) });
    return sharp;
  });
  return loaded;
}
