import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';

export type BulkResult = Output<(typeof bulkEndpoints)['bulkInsertItems']>;
type Action = BulkResult['results'][number]['action'];

/** What became of one item of a bulk call: done, or why not. */
export interface Outcome {
  readonly id?: string;
  readonly error?: AppError;
}

/** The answer to a bulk call: a result for each item in the order it was sent, failures among them. */
export function bulkResult(action: Action, outcomes: readonly Outcome[]): BulkResult {
  const failures = outcomes.filter((outcome) => outcome.error).length;
  return {
    results: outcomes.map(({ id, error }, originalIndex) => ({
      action,
      itemMetadata: {
        ...(id === undefined ? {} : { id }),
        originalIndex,
        success: !error,
        ...(error ? { error: { code: error.code, description: error.message, data: { ...error.data } } } : {}),
      },
    })),
    bulkActionMetadata: {
      totalSuccesses: outcomes.length - failures,
      totalFailures: failures,
      undetailedFailures: 0,
    },
  };
}

/** @throws AppError WDE0006 or WDE0069 for more than a bulk call takes, WDE0080 for none */
export function assertBulkSize(given: readonly unknown[], field: 'dataItems' | 'dataItemIds'): void {
  const limit = dataLimits.bulkItems;
  if (given.length === 0) throw new AppError('WDE0080', { reason: `${field} is empty`, field });
  if (given.length > limit) throw new AppError(field === 'dataItems' ? 'WDE0006' : 'WDE0069', { limit });
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
