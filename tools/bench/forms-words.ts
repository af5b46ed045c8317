/** Portico cuts the words of submissions when somebody searches, not when they come: until that is done a search measures the cutting. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from '../../server/src/testing/installation-process.ts';
import { call } from './call.ts';
import { searchFor } from './forms-workloads.ts';
import type { FormsScene } from './workload.ts';

const LOOK_MS = 250;

export interface CutWords {
  readonly submissions: number;
  readonly seconds: number;
}

/** Searches once, and waits until every submission has its words. */
export async function cutWords(
  installation: Installation,
  connection: pg.ClientConfig,
  forms: FormsScene,
): Promise<CutWords> {
  const client = new pg.Client(connection);
  await client.connect();
  const uncut = async (limit: number | null): Promise<number> => {
    const { rows } = await client.query(
      `select count(*)::int as count from
         (select from submissions where site_id = $1 and words is null and deleted_at is null limit $2) as uncut`,
      [forms.asKey['wix-site-id'], limit],
    );
    return rows[0].count;
  };
  try {
    const submissions = await uncut(null);
    const began = performance.now();
    await call(installation, '/v4/submissions/namespace/search', searchFor(forms, 'word'), forms.asKey);
    while ((await uncut(1)) > 0) await sleep(LOOK_MS);
    return { submissions, seconds: (performance.now() - began) / 1_000 };
  } finally {
    await client.end();
  }
}

export const cutWordsText = ({ submissions, seconds }: CutWords): string =>
  `Words of ${submissions.toLocaleString('en')} submissions cut in ${seconds.toFixed(0)} s, by the worker beside other work: ${Math.round(submissions / seconds).toLocaleString('en')} a second.`;
