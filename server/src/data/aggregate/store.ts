/** SQL that runs pipelines. */

import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Reach } from '../collections/reach.ts';
import { bind, type Params } from '../query/params.ts';
import { runShared } from '../table/shared-reads.ts';
import { aggregateLimits } from './limits.ts';
import { invalidInput } from './read-input.ts';
import { pipelineToSql } from './to-sql.ts';
import type { Stage } from './tree.ts';

/**
 * Returns the rows of a page as JSON texts, and one more row if there is a next page.
 * @throws AppError WDE0080 if a value or the page grows too large
 */
export async function listResults(
  db: Db,
  reach: Reach,
  stages: readonly Stage[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const params: Params = [];
  const { from, where, order, document } = pipelineToSql(stages, reach, params);
  const page = `limit ${bind(params, limit + 1, 'int')} offset ${bind(params, offset, 'int')}`;
  // A running total aborts a page that is too large before PostgreSQL builds it.
  const bytes = 'sum(pg_column_size(data)) over (rows unbounded preceding)';
  const text = `select case when ${bytes} > ${aggregateLimits.pageBytes} then portico.too_large() else data::text end as data
    from (select ${document} as data from ${from} where ${where} order by ${order} ${page}) as page`;
  return (await runBounded<{ data: string }>(db, reach, text, params)).map(({ data }) => data);
}

/** Returns the number of result rows, counted up to the bound. @throws AppError WDE0080 if a value grows too large */
export async function countResults(db: Db, reach: Reach, stages: readonly Stage[], bound: number): Promise<number> {
  const params: Params = [];
  const { from, where } = pipelineToSql(stages, reach, params);
  const text = `select count(*)::int as count from (select from ${from} where ${where} limit ${bind(params, bound, 'int')}) as counted`;
  const rows = await runBounded<{ count: number }>(db, reach, text, params);
  return rows[0]?.count ?? 0;
}

async function runBounded<Row>(db: Db, { collection }: Reach, text: string, params: Params): Promise<readonly Row[]> {
  const { boundValues, documentBytes } = aggregateLimits;
  if (params.length > boundValues)
    throw invalidInput('pipeline.stages', 'the pipeline is too large', { limit: boundValues });
  try {
    return await runShared<Row>(db, collection, ...withoutUnusedParams(text, params));
  } catch (error) {
    if (error instanceof Error && 'code' in error && TOO_LARGE.has(String(error.code))) {
      const reason = 'the results or a value between two stages grow too large';
      throw new AppError('WDE0080', { reason, limit: documentBytes }, error);
    }
    throw error;
  }
}

/**
 * Removes parameters of sorts that a later stage replaced, because PostgreSQL cannot infer the types of unused
 * parameters.
 */
function withoutUnusedParams(text: string, params: Params): [text: string, params: unknown[]] {
  const numbers = new Map<string, number>();
  const renumberedText = text.replace(/\$(\d+)/g, (_, number: string) => {
    if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
    return `$${numbers.get(number)}`;
  });
  return [renumberedText, [...numbers.keys()].map((number) => params[Number(number) - 1])];
}

/**
 * Portico's SQL functions raise PT413 (migration 0012). PostgreSQL raises the other codes if a value exceeds 1 GB or a
 * statement exceeds a limit, such as the stack depth.
 */
const TOO_LARGE: ReadonlySet<string> = new Set(['PT413', '54000', '54001', '54011', '54023']);
