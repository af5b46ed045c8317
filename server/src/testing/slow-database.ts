import type { KyselyPlugin } from 'kysely';
import { onChange, type Topic } from '../db/changes.ts';
import type { Db } from '../db/index.ts';

/**
 * The database seen through a slow network: the first answer waits until `letGo` is called, the others pass. Counts
 * the queries. For tests of what happens while something is being read.
 */
export function slowDatabase(db: Db): { db: Db; letGo(): void; queries(): number } {
  let queries = 0;
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1;
      if (queries === 1) await gate;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), letGo, queries: () => queries };
}

/** Resolves when this process is told of the next change of the topic. */
export const told = (topic: Topic): Promise<void> =>
  new Promise((resolve) => {
    const stop = onChange(topic, () => {
      stop();
      resolve();
    });
  });
