/** What an update of a form changes (contract section 1: no client of the vendor sends a mask; the specification knows one). Pure. */
import { maskPaths } from '../mask.ts';

/**
 * Of a form that was sent, the parts that the mask names; all that is present where there is none. A path within a part
 * names the whole part: fields, steps and rules are replaced as a whole.
 * @param mask a FieldMask as protobuf's JSON writes it (`name,steps`), a list of paths, or `{ paths }`
 * @throws AppError INVALID_MASK
 */
export function maskedForm<Form extends object>(form: Form, mask: unknown): Partial<Form> {
  if (mask === undefined || mask === null) return form;
  const named = new Set(maskPaths(mask).map((path) => path.replace(/^form\./, '').split('.')[0]));
  return Object.fromEntries(Object.entries(form).filter(([key]) => named.has(key))) as Partial<Form>;
}
