/** Runs bulk calls on many submissions, 100 per call. */

/** A submission or spam report. It contains the form, because a bulk call takes only submissions of one form. */
export interface SubmissionRef {
  readonly id: string;
  readonly formId: string;
}

/** Acts on submissions of one form and returns the ids for which it succeeded. */
export type BatchAction = (formId: string, ids: readonly string[]) => Promise<readonly string[]>;

/** The maximum number of ids that a bulk call accepts. */
export const BATCH_SIZE = 100;

/**
 * Runs an action on all submissions, form by form and batch by batch.
 * @param onProgress receives the number of processed submissions after each batch
 * @returns the submissions for which the action succeeded, in their order
 */
export async function runInBatches(
  refs: readonly SubmissionRef[],
  action: BatchAction,
  onProgress: (count: number) => void = () => {},
): Promise<SubmissionRef[]> {
  const doneIds = new Set<string>();
  let processed = 0;
  for (const [formId, ids] of batchesOf(refs)) {
    for (const id of await action(formId, ids)) doneIds.add(id);
    processed += ids.length;
    onProgress(processed);
  }
  return refs.filter(({ id }) => doneIds.has(id));
}

function batchesOf(refs: readonly SubmissionRef[], size = BATCH_SIZE): (readonly [formId: string, ids: string[]])[] {
  const byForm = Map.groupBy(refs, ({ formId }) => formId);
  return [...byForm].flatMap(([formId, formRefs]) =>
    Array.from(
      { length: Math.ceil(formRefs.length / size) },
      (_, index) => [formId, formRefs.slice(index * size, (index + 1) * size).map(({ id }) => id)] as const,
    ),
  );
}

/** Returns a batch action that makes one call per id. Only a few calls run at once, to avoid overloading the server. */
export const runOneByOne =
  (call: (id: string) => Promise<unknown>, concurrency = 4): BatchAction =>
  async (_formId, ids) => {
    const queue = [...ids];
    const done: string[] = [];
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        await call(id);
        done.push(id);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return done;
  };
