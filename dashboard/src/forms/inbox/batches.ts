/** Work on many submissions, a hundred a call. */

/** A submission or report, and the form whose bulk calls take it. */
export interface Ref {
  readonly id: string;
  readonly formId: string;
}

/** Does it to some of one form. Answers the ids that it was done to. */
export type Act = (formId: string, ids: readonly string[]) => Promise<readonly string[]>;

/** the most that a bulk call takes */
export const BATCH = 100;

/**
 * Runs the act on all, form by form and batch by batch, and says after each how many are through.
 * @returns those it was done to, in their order
 */
export async function inBatches(
  refs: readonly Ref[],
  act: Act,
  onDone: (count: number) => void = () => {},
): Promise<Ref[]> {
  const done = new Set<string>();
  let through = 0;
  for (const [formId, ids] of batchesOf(refs)) {
    for (const id of await act(formId, ids)) done.add(id);
    through += ids.length;
    onDone(through);
  }
  return refs.filter(({ id }) => done.has(id));
}

function batchesOf(refs: readonly Ref[], size = BATCH): (readonly [formId: string, ids: string[]])[] {
  const byForm = Map.groupBy(refs, ({ formId }) => formId);
  return [...byForm].flatMap(([formId, own]) =>
    Array.from(
      { length: Math.ceil(own.length / size) },
      (_, index) => [formId, own.slice(index * size, (index + 1) * size).map(({ id }) => id)] as const,
    ),
  );
}

/** For calls that take one at a time: a few at once, so that a hundred neither queue nor flood. */
export const oneByOne =
  (act: (id: string) => Promise<unknown>, atOnce = 4): Act =>
  async (_formId, ids) => {
    const left = [...ids];
    const done: string[] = [];
    const work = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        await act(id);
        done.push(id);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return done;
  };
