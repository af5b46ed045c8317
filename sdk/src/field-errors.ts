import { PorticoError } from './error.ts';

/** An error of one value. `errorPath` starts with the target of its field (forms contract section 5.1). */
export interface FieldError {
  readonly errorPath: string;
  readonly errorType: string;
  readonly errorMessage?: string;
  readonly params?: Record<string, unknown>;
  readonly useCustomErrorMessage?: boolean;
}

/** Returns the errors by field of a rejected submission, or an empty list if it was rejected for another reason. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof PorticoError)) return [];
  return error.violations.flatMap((violation) => (violation.data?.errors ?? []) as FieldError[]);
}
