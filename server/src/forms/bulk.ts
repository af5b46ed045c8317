import { AppError, ViolationError } from '../kernel/app-error.ts';

export interface BulkResponse<Item> {
  results: {
    itemMetadata: {
      id?: string;
      originalIndex: number;
      success: boolean;
      error?: { code: string; description: string; data?: Record<string, unknown> };
    };
    item?: Item;
  }[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
}

/**
 * Runs an action for each input, one after another. An error affects only the result of its own input (forms contract
 * section 2.2). Returns one result per input, in the same order.
 * @param act returns `id` if it has created an object, and `item` if the response contains the object
 */
export async function runBulk<Input, Item = never>(
  inputs: readonly Input[],
  idOf: (input: Input) => string | undefined,
  act: (input: Input) => Promise<{ id?: string; item?: Item } | undefined>,
): Promise<BulkResponse<Item>> {
  const results: BulkResponse<Item>['results'] = [];
  for (const [originalIndex, input] of inputs.entries()) {
    const id = idOf(input);
    const inputId = id === undefined ? {} : { id };
    try {
      const outcome = await act(input);
      const itemMetadata = { ...inputId, ...(outcome?.id ? { id: outcome.id } : {}), originalIndex, success: true };
      results.push({ itemMetadata, ...(outcome?.item ? { item: outcome.item } : {}) });
    } catch (error) {
      results.push({ itemMetadata: { ...inputId, originalIndex, success: false, error: bulkErrorOf(error) } });
    }
  }
  const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length;
  const totalFailures = results.length - totalSuccesses;
  return { results, bulkActionMetadata: { totalSuccesses, totalFailures, undetailedFailures: 0 } };
}

/** Converts an API error to the error in the item's result. Rethrows any other error, which ends the call. */
function bulkErrorOf(error: unknown): { code: string; description: string; data?: Record<string, unknown> } {
  if (error instanceof ViolationError) {
    const { violations } = error;
    const description = violations.map((violation) => `${violation.field} ${violation.description}`).join('; ');
    return { code: violations[0]?.ruleName ?? 'INVALID_ARGUMENT', description, data: { fieldViolations: violations } };
  }
  if (error instanceof AppError) return { code: error.code, description: error.message, data: { ...error.data } };
  throw error;
}
