import { AppError, ViolationError } from '../kernel/app-error.ts';

export interface BulkAnswer<Item> {
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
 * Does the same with each of a list, one after the other and each for itself: what one refuses does not undo what
 * another did (forms contract section 2.2). One result for each, in the order asked for.
 * @param act answers the id where it was made only now, and the item where it is to be returned
 */
export async function eachOf<Input, Item = never>(
  inputs: readonly Input[],
  idOf: (input: Input) => string | undefined,
  act: (input: Input) => Promise<{ id?: string; item?: Item } | undefined>,
): Promise<BulkAnswer<Item>> {
  const results: BulkAnswer<Item>['results'] = [];
  for (const [originalIndex, input] of inputs.entries()) {
    const id = idOf(input);
    const named = id === undefined ? {} : { id };
    try {
      const done = await act(input);
      const itemMetadata = { ...named, ...(done?.id ? { id: done.id } : {}), originalIndex, success: true };
      results.push({ itemMetadata, ...(done?.item ? { item: done.item } : {}) });
    } catch (error) {
      results.push({ itemMetadata: { ...named, originalIndex, success: false, error: refusalOf(error) } });
    }
  }
  const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length;
  const totalFailures = results.length - totalSuccesses;
  return { results, bulkActionMetadata: { totalSuccesses, totalFailures, undetailedFailures: 0 } };
}

/** What is refused is told of the item; what breaks ends the call. */
function refusalOf(error: unknown): { code: string; description: string; data?: Record<string, unknown> } {
  if (error instanceof ViolationError) {
    const { violations } = error;
    const description = violations.map((violation) => `${violation.field} ${violation.description}`).join('; ');
    return { code: violations[0]?.ruleName ?? 'INVALID_ARGUMENT', description, data: { fieldViolations: violations } };
  }
  if (error instanceof AppError) return { code: error.code, description: error.message, data: { ...error.data } };
  throw error;
}
