import { PorticoError } from '@portico/sdk/admin';
import { flushSync } from 'react-dom';

/** For `form.onSubmit`: moves the focus to the first invalid input of the form. */
export function focusFirstError(_errors: unknown, _values: unknown, event?: { currentTarget: Element }): void {
  focusFirstInvalid(event?.currentTarget ?? null);
}

/** Moves the focus to the first invalid input of a form, once its errors are rendered. */
export function focusFirstInvalid(form: Element | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/**
 * Renders the errors of a response and moves the focus to the first invalid input. Uses `flushSync`, because React
 * could otherwise render the errors only after the frame in which the input is searched for.
 */
export function showErrors(form: Element | null, setErrors: () => void): void {
  flushSync(setErrors);
  focusFirstInvalid(form);
}

/**
 * Turns the server's violations into messages by form field, for `form.setErrors`.
 * @param nameOf returns the form field for the path of a violation, undefined if there is none
 * @returns null if a violation belongs to no field of the form; the caller then shows the error above the form
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
