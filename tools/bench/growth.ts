/** The same reads of one collection while it grows: with the right index they should hardly notice. */
import { type Bench, measure, middle, say } from './compare.ts';
import { READ } from './data-workloads.ts';
import { fill, type Prepared } from './portico.ts';
import { vacuum } from './reference.ts';
import { aligned, type Figures } from './table.ts';
import type { Workload } from './workload.ts';
import { workloadNamed } from './workloads.ts';

const READS = ['get', 'page', 'sort', 'count', 'group'];
/** few at a time: what is asked is how long one takes */
const CONNECTIONS = 2;

export async function measureGrowth(
  bench: Bench,
  { asKey }: Prepared,
  sizes: readonly number[],
  connection: Parameters<typeof vacuum>[0],
): Promise<string> {
  const reads = READS.map((name): Workload => workloadNamed(name));
  const figures = new Map<string, Figures[]>();
  let rows = bench.scene.rows;
  for (const size of [rows, ...sizes.filter((size) => size > rows)]) {
    say(`Growing to ${size.toLocaleString('en')} items.`);
    await fill(bench.installation, asKey, READ, { from: rows, to: size });
    rows = size;
    await vacuum(connection);
    const grown: Bench = { ...bench, scene: { ...bench.scene, rows } };
    for (const read of reads) {
      const few = { ...read, connections: CONNECTIONS };
      await measure(grown, few, 'portico', 0.5);
      const rounds: Figures[] = [];
      for (let n = 0; n < bench.options.rounds; n += 1) {
        rounds.push(await measure(grown, few, 'portico', bench.options.seconds));
      }
      figures.set(read.title, [...(figures.get(read.title) ?? []), middle(rounds)]);
    }
  }
  const all = [bench.scene.rows, ...sizes.filter((size) => size > bench.scene.rows)];
  return aligned([
    ['p50 ms at items', ...all.map((size) => size.toLocaleString('en'))],
    ...[...figures].map(([title, each]) => [title, ...each.map(({ p50 }) => p50.toFixed(2))]),
  ]);
}
