/** What an update of a form changes (contract section 1: no client of the vendor sends a mask; the specification knows one). Pure. */
import { AppError } from '../../kernel/app-error.ts';

const MOST_PATHS = 1_000;

/**
 * Of a form that was sent, the parts that the mask names; all that is present where there is none. A path within a part
 * names the whole part: fields, steps and rules are replaced as a whole.
 * @param mask a FieldMask as protobuf's JSON writes it (`name,steps`), a list of paths, or `{ paths }`
 * @throws AppError INVALID_MASK
 */
export function maskedForm<Form extends object>(form: Form, mask: unknown): Partial<Form> {
  if (mask === undefined || mask === null) return form;
  const paths = typeof mask === 'string' ? mask.split(',') : ((mask as { paths?: unknown }).paths ?? mask);
  if (!Array.isArray(paths) || paths.length > MOST_PATHS || !paths.every((path) => typeof path === 'string')) {
    throw new AppError('INVALID_MASK', { path: 'mask' });
  }
  const named = new Set(paths.map((path: string) => path.replace(/^form\./, '').split('.')[0]));
  return Object.fromEntries(Object.entries(form).filter(([key]) => named.has(key))) as Partial<Form>;
}
