import { PorticoError } from '@portico/sdk/admin';

/** For `form.onSubmit`: after a refusal the first input that is wrong takes the focus, in the order of the page. */
export function focusFirstError(_errors: unknown, _values: unknown, event?: { currentTarget: Element }): void {
  const form = event?.currentTarget;
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

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
