/** Field masks of update requests. */
import { AppError } from '../kernel/app-error.ts';

const MAX_PATHS = 1_000;

/**
 * Returns the paths of a mask.
 * @param mask a FieldMask as protobuf's JSON writes it (`name,steps`), a list of paths, or `{ paths }`
 * @throws AppError INVALID_MASK
 */
export function maskPaths(mask: unknown): readonly string[] {
  const paths = typeof mask === 'string' ? mask.split(',') : ((mask as { paths?: unknown }).paths ?? mask);
  if (!Array.isArray(paths) || paths.length > MAX_PATHS || !paths.every((path) => typeof path === 'string')) {
    throw new AppError('INVALID_MASK', { path: 'mask' });
  }
  return paths;
}
