import { dataLimits } from '@portico/domain';
import { type Answer, jsonText } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import { itemText } from '../table/wire.ts';
import type { Action, Outcome } from '../values/outcome.ts';

/**
 * The answer to a bulk call: a result for each item in the order it was sent, failures among them. Printed by hand,
 * because items come as text.
 */
export function bulkAnswer(action: Action, collectionId: string, outcomes: readonly Outcome[]): Answer {
  const failures = outcomes.filter(({ error }) => error).length;
  const results = outcomes.map((outcome, originalIndex) => {
    const { id, error, data } = outcome;
    const named = id === undefined ? '' : `"id":${JSON.stringify(id)},`;
    const failure = error
      ? `,"error":${JSON.stringify({ code: error.code, description: error.message, data: error.data })}`
      : '';
    const item = id !== undefined && data ? `,"dataItem":${itemText(collectionId, { id, data })}` : '';
    return `{"action":"${outcome.action ?? action}","itemMetadata":{${named}"originalIndex":${originalIndex},"success":${!error}${failure}}${item}}`;
  });
  const bulkActionMetadata = {
    totalSuccesses: outcomes.length - failures,
    totalFailures: failures,
    undetailedFailures: 0,
  };
  return jsonText(`{"results":[${results.join(',')}],"bulkActionMetadata":${JSON.stringify(bulkActionMetadata)}}`);
}

/** @throws AppError WDE0006 or WDE0069 for more than a bulk call takes, WDE0080 for none */
export function assertBulkSize(given: readonly unknown[], field: 'dataItems' | 'dataItemIds' | 'patches'): void {
  const limit = dataLimits.bulkItems;
  if (given.length === 0) throw new AppError('WDE0080', { reason: `${field} is empty`, field });
  if (given.length > limit) throw new AppError(field === 'dataItemIds' ? 'WDE0069' : 'WDE0006', { limit });
}
