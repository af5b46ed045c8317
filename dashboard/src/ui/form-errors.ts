import { PorticoError } from '@portico/sdk/admin';

/**
 * The server's violations by field of a form, for `form.setErrors`. Null when the error names none of the form's
 * fields: then it belongs above the form.
 * @param nameOf the form's field for the violation's path; undefined when it has none
 */
export function fieldErrorsOf(
  error: unknown,
  nameOf: (path: string) => string | undefined,
): Record<string, string> | null {
  if (!(error instanceof PorticoError)) return null;
  const errors: Record<string, string> = {};
  for (const { field, description } of error.violations) {
    const name = nameOf(field);
    if (name === undefined) return null;
    errors[name] ??= description;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}
