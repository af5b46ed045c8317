/** The parts of a form that an update changes. A mask is optional, and the vendor's clients send none. */
import { maskPaths } from '../mask.ts';

/**
 * Returns the parts of a request's form that the mask names, or all of them without a mask. A path within a part names
 * the whole part, because fields, steps and rules can only be replaced completely.
 * @param mask a FieldMask as protobuf's JSON writes it (`name,steps`), a list of paths, or `{ paths }`
 * @throws AppError INVALID_MASK
 */
export function applyMask<Form extends object>(form: Form, mask: unknown): Partial<Form> {
  if (mask === undefined || mask === null) return form;
  const maskedKeys = new Set(maskPaths(mask).map((path) => path.replace(/^form\./, '').split('.')[0]));
  return Object.fromEntries(Object.entries(form).filter(([key]) => maskedKeys.has(key))) as Partial<Form>;
}
