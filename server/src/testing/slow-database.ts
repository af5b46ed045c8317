import type { KyselyPlugin } from 'kysely';
import { onChange, type Topic } from '../db/changes.ts';
import type { Db } from '../db/index.ts';

/**
 * Wraps the database so that the result of the first query is held back until `release` is called. Later queries are
 * not delayed. Counts the queries. Used to test changes that happen during a read.
 */
export function createSlowDatabase(db: Db): { db: Db; release(): void; queries(): number } {
  let queries = 0;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1;
      if (queries === 1) await gate;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), release, queries: () => queries };
}

/** Resolves when this process receives the next change of the topic. */
export const waitForChange = (topic: Topic): Promise<void> =>
  new Promise((resolve) => {
    const stop = onChange(topic, () => {
      stop();
      resolve();
    });
  });
