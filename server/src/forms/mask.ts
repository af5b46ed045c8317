/** Which parts of what was sent an update changes. Pure. */
import { AppError } from '../kernel/app-error.ts';

const MOST_PATHS = 1_000;

/**
 * The paths that a mask names.
 * @param mask a FieldMask as protobuf's JSON writes it (`name,steps`), a list of paths, or `{ paths }`
 * @throws AppError INVALID_MASK
 */
export function maskPaths(mask: unknown): readonly string[] {
  const paths = typeof mask === 'string' ? mask.split(',') : ((mask as { paths?: unknown }).paths ?? mask);
  if (!Array.isArray(paths) || paths.length > MOST_PATHS || !paths.every((path) => typeof path === 'string')) {
    throw new AppError('INVALID_MASK', { path: 'mask' });
  }
  return paths;
}
