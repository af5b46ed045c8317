/** The outcomes of the items in a bulk call. */
import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Output } from '@portico/contract/endpoint';
import { AppError, type FieldViolation } from '../../kernel/app-error.ts';

export type Action = Output<(typeof bulkEndpoints)['bulkInsertItems']>['results'][number]['action'];

/** The outcome of one item: success, or the error. */
export interface Outcome {
  readonly id?: string;
  readonly error?: AppError;
  /** The action on this item, if it differs from the action of the call. */
  readonly action?: Action;
  /** JSON of the item if the request sets `returnEntity`. */
  readonly data?: string;
}

/** Runs a function and returns its result or the AppError that it throws. Other errors are rethrown. */
export function attempt<R>(prepare: () => R): R | AppError {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Returns the error for an invalid item; the client exposes `fieldViolations` (data contract section 1.2). */
export function invalidItem(violations: readonly FieldViolation[]): AppError {
  const fieldViolations = violations.map((violation) => ({ data: {}, ...violation }));
  const reason = violations.map(({ field, description }) => `${field} ${description}`).join('; ');
  return new AppError('WDE0075', { reason, fieldViolations });
}
