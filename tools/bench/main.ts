/**
 * `npm run bench`: compares Portico with a bare server that makes one database round trip, alternately and on the same
 * PostgreSQL. It also measures reads during logins, and whether response times reveal who is registered.
 * docs/benchmark.md explains the tables, and `npm run bench -- --help` lists the options.
 */
import { createInstallation } from '../../server/src/testing/installation-process.ts';
import { type Bench, compare, printProgress, waitUntilIndexed } from './compare.ts';
import { formatEnumeration } from './enumeration.ts';
import { measureEnumeration } from './enumeration-site.ts';
import { measureGrowth } from './growth.ts';
import { formatIndexingCosts } from './index-items.ts';
import { formatIndexing, indexSubmissions } from './index-submissions.ts';
import { formatMemory } from './memory.ts';
import { IDLE_SECONDS, measureMixed } from './mixed.ts';
import { type Options, readOptions } from './options.ts';
import { connectionOf, measureStarts, preparePortico, type StartMeasurement } from './portico.ts';
import { startReference, vacuum } from './reference.ts';
import { formatSaturation, measureSaturation, startLoad } from './saturation.ts';
import { computeMedian, formatTable, type Line } from './table.ts';
import { formatVerification, measureVerification } from './verification.ts';

const START_COUNT = 7;

const stopFunctions: (() => Promise<unknown>)[] = [];
let stopped: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
try {
  const options = readOptions();
  if (options) for (const text of await runBench(options)) console.log(`\n${text}`);
} finally {
  await cleanUp();
}

/** Runs the selected parts. Returns each table as text. */
async function runBench(options: Options): Promise<string[]> {
  const tables: string[] = [];
  const needsLoad =
    options.chosenWorkloads.length > 0 ||
    options.measuresSaturation ||
    options.sizes.length > 0 ||
    options.mixedMinutes > 0;
  const verificationTable = options.measuresVerification ? formatVerification(await measureVerification()) : null;
  if (!needsLoad && !options.measuresEnumeration && !options.measuresStarts)
    return verificationTable ? [verificationTable] : [];

  const installation = await createInstallation();
  stopFunctions.push(() => installation.remove());
  printProgress('Starting Portico.');
  const portico = await installation.start();
  const rows = needsLoad ? options.rows : 0;
  printProgress(`Filling Portico with ${rows.toLocaleString('en')} items and some members.`);
  const { submissions } = options;
  const prepared = await preparePortico(installation, { rows, submissions });
  if (needsLoad) {
    const { fixture } = prepared;
    const connection = connectionOf(installation);
    const reference = await startReference(connection, fixture, submissions);
    stopFunctions.push(reference.stop);
    const load = startLoad();
    stopFunctions.push(async () => load.kill());
    if (submissions > 0) {
      printProgress('Waiting until the submissions are indexed.');
      tables.push(formatIndexing(await indexSubmissions(installation, connection, fixture.forms)));
    }
    const postmasterPid = installation.postmaster()?.pid ?? Number.NaN;
    const bench: Bench = {
      ...{ installation, portico, reference, connection, postmasterPid, load, fixture, options },
      indexing: [],
    };
    printProgress('Waiting until the items are indexed.');
    await waitUntilIndexed(bench);
    await vacuum(connection);
    const lines: Line[] = [];
    for (const workload of options.chosenWorkloads) {
      if (workload.searchesWords) await indexSubmissions(installation, connection, fixture.forms);
      lines.push(await compare(bench, workload));
    }
    if (bench.indexing.length > 0) tables.push(formatIndexingCosts(bench.indexing));
    if (lines.length > 0) tables.push(formatTable(lines));
    if (options.mixedMinutes > 0) tables.push(await measureMixed(bench, options.mixedMinutes));
    if (options.sizes.length > 0) tables.push(await measureGrowth(bench, prepared, options.sizes, connection));
    if (options.measuresSaturation) tables.push(formatSaturation(await measureSaturation(bench)));
    await reference.stop();
  }
  if (verificationTable) tables.push(verificationTable);
  await portico.stop();
  if (options.measuresEnumeration) {
    tables.push(formatEnumeration(await measureEnumeration(installation, prepared, options.pairs)));
  }
  if (options.measuresStarts) tables.push(formatStarts(await measureStarts(installation, START_COUNT, IDLE_SECONDS)));
  return tables;
}

function formatStarts({ durationsMs, idle }: StartMeasurement): string {
  const [low, middle, high] = [Math.min(...durationsMs), computeMedian(durationsMs), Math.max(...durationsMs)].map(
    Math.round,
  );
  return [
    `From start to the first 200 response with an existing database: median of ${START_COUNT} starts ${middle} ms (${low} to ${high}).`,
    `Memory of the idle server ${IDLE_SECONDS} s after a start: ${formatMemory(idle)}.`,
  ].join('\n');
}

/**
 * Stops everything once. Every call returns the same promise, so code that fails because of the stop can wait for its
 * end.
 */
function cleanUp(): Promise<void> {
  stopped ??= stopAll();
  return stopped;
}

async function stopAll(): Promise<void> {
  // Stops in reverse order: the connections of the reference server end before its database does.
  for (const stop of stopFunctions.splice(0).reverse()) await stop();
}
