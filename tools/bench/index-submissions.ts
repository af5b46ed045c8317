/**
 * Runs the indexing of submissions before searches are measured, so that it does not slow them down. The rows are
 * inserted without events, so Portico indexes them only when the first search starts the indexing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { searchFor } from './forms-workloads.ts';
import type { FormsFixture } from './workload.ts';

const POLL_INTERVAL_MS = 250;

export interface IndexingResult {
  readonly submissions: number;
  readonly seconds: number;
}

/** Searches once, and waits until every submission is indexed. */
export async function indexSubmissions(
  installation: Installation,
  connection: pg.ClientConfig,
  forms: FormsFixture,
): Promise<IndexingResult> {
  const client = new pg.Client(connection);
  await client.connect();
  const countUnindexed = async (limit: number | null): Promise<number> => {
    const { rows } = await client.query(
      `select count(*)::int as count from
         (select from submissions where site_id = $1 and words is null and deleted_at is null limit $2) as unindexed`,
      [forms.apiKeyHeaders['wix-site-id'], limit],
    );
    return rows[0].count;
  };
  try {
    const submissions = await countUnindexed(null);
    const startedAt = performance.now();
    // The search starts the indexing. It is itself rejected with SEARCH_INDEXING if too many submissions are unindexed.
    await call(installation, '/v4/submissions/namespace/search', searchFor(forms, 'word'), forms.apiKeyHeaders).catch(
      (error: Error) => {
        if (!error.message.includes('SEARCH_INDEXING')) throw error;
      },
    );
    while ((await countUnindexed(1)) > 0) await sleep(POLL_INTERVAL_MS);
    return { submissions, seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    await client.end();
  }
}

export const formatIndexing = ({ submissions, seconds }: IndexingResult): string =>
  `Indexed ${submissions.toLocaleString('en')} submissions for searches in ${seconds.toFixed(0)} s, in the worker: ${Math.round(submissions / seconds).toLocaleString('en')} per second.`;
