import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { type HttpResponse, jsonTextResponse } from '../../kernel/http-response.ts';
import { itemText } from '../table/wire.ts';
import type { Action, Outcome } from '../values/outcome.ts';

/**
 * Returns the response of a bulk call: a result for each item in the order of the request. The JSON is concatenated
 * because the items are JSON text already.
 */
export function bulkResponse(action: Action, collectionId: string, outcomes: readonly Outcome[]): HttpResponse {
  const failures = outcomes.filter(({ error }) => error).length;
  const results = outcomes.map((outcome, originalIndex) => {
    const { id, error, data } = outcome;
    const idProperty = id === undefined ? '' : `"id":${JSON.stringify(id)},`;
    const failure = error
      ? `,"error":${JSON.stringify({ code: error.code, description: error.message, data: error.data })}`
      : '';
    const item = id !== undefined && data ? `,"dataItem":${itemText(collectionId, { id, data })}` : '';
    return `{"action":"${outcome.action ?? action}","itemMetadata":{${idProperty}"originalIndex":${originalIndex},"success":${!error}${failure}}${item}}`;
  });
  const bulkActionMetadata = {
    totalSuccesses: outcomes.length - failures,
    totalFailures: failures,
    undetailedFailures: 0,
  };
  return jsonTextResponse(
    `{"results":[${results.join(',')}],"bulkActionMetadata":${JSON.stringify(bulkActionMetadata)}}`,
  );
}

/** @throws AppError WDE0006 or WDE0069 if a bulk call has too many items, WDE0080 if it has none */
export function assertBulkSize(items: readonly unknown[], field: 'dataItems' | 'dataItemIds' | 'patches'): void {
  const limit = dataLimits.bulkItems;
  if (items.length === 0) throw new AppError('WDE0080', { reason: `${field} is empty`, field });
  if (items.length > limit) throw new AppError(field === 'dataItemIds' ? 'WDE0069' : 'WDE0006', { limit });
}
