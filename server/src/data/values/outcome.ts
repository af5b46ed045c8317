/** The outcome of one item among many. */
import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Output } from '@portico/contract/endpoint';
import { AppError, type FieldViolation } from '../../kernel/app-error.ts';

export type Action = Output<(typeof bulkEndpoints)['bulkInsertItems']>['results'][number]['action'];

/** What became of one item of a bulk call: done, or why not. */
export interface Outcome {
  readonly id?: string;
  readonly error?: AppError;
  /** where it is not that of the call */
  readonly action?: Action;
  /** text of the item, where the caller asked for it */
  readonly data?: string;
}

/** Runs what may refuse one item, and keeps the refusal as its outcome; anything else that goes wrong is thrown on. */
export function attempt<R>(prepare: () => R): R | AppError {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** What is wrong with one item of many; the client hands `fieldViolations` on (data contract section 1.2). */
export function invalidItem(violations: readonly FieldViolation[]): AppError {
  const fieldViolations = violations.map((violation) => ({ data: {}, ...violation }));
  const reason = violations.map(({ field, description }) => `${field} ${description}`).join('; ');
  return new AppError('WDE0075', { reason, fieldViolations });
}
