import type { ValueError } from '@portico/domain';
import { ViolationError } from '../../kernel/app-error.ts';

/** Returns the vendor's error: one violation that contains every error of the values (forms contract section 8). */
export function invalidSubmissionError(errors: readonly ValueError[]): ViolationError {
  const description = errors
    .slice(0, 10)
    .map((error) => `${error.errorPath} ${error.errorMessage}`)
    .join('; ');
  return new ViolationError([
    { field: 'submission', description, violatedRule: 'OTHER', ruleName: 'SUBMISSION_VALIDATION', data: { errors } },
  ]);
}
