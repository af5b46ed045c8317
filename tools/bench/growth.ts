/** Measures the same reads while the collection grows. With the right index, their latency hardly changes. */
import { type Bench, measure, medianFigures, printProgress } from './compare.ts';
import { READ_COLLECTION } from './data-workloads.ts';
import { fill, type PreparedSite } from './portico.ts';
import { vacuum } from './reference.ts';
import { alignColumns, type Figures } from './table.ts';
import type { Workload } from './workload.ts';
import { findWorkload } from './workloads.ts';

const READS = ['get', 'page', 'sort', 'count', 'group'];
/** Few connections, because this measures the latency of a single call. */
const CONNECTIONS = 2;

export async function measureGrowth(
  bench: Bench,
  { apiKeyHeaders }: PreparedSite,
  sizes: readonly number[],
  connection: Parameters<typeof vacuum>[0],
): Promise<string> {
  const reads = READS.map((name): Workload => findWorkload(name));
  const figures = new Map<string, Figures[]>();
  let rows = bench.fixture.rows;
  for (const size of [rows, ...sizes.filter((size) => size > rows)]) {
    printProgress(`Growing to ${size.toLocaleString('en')} items.`);
    await fill(bench.installation, apiKeyHeaders, READ_COLLECTION, { from: rows, to: size });
    rows = size;
    await vacuum(connection);
    const grown: Bench = { ...bench, fixture: { ...bench.fixture, rows } };
    for (const read of reads) {
      const few = { ...read, connections: CONNECTIONS };
      await measure(grown, few, 'portico', 0.5);
      const rounds: Figures[] = [];
      for (let n = 0; n < bench.options.rounds; n += 1) {
        rounds.push(await measure(grown, few, 'portico', bench.options.seconds));
      }
      figures.set(read.title, [...(figures.get(read.title) ?? []), medianFigures(rounds)]);
    }
  }
  const all = [bench.fixture.rows, ...sizes.filter((size) => size > bench.fixture.rows)];
  return alignColumns([
    ['p50 ms at items', ...all.map((size) => size.toLocaleString('en'))],
    ...[...figures].map(([title, each]) => [title, ...each.map(({ p50 }) => p50.toFixed(2))]),
  ]);
}
