/**
 * `npm run bench`: Portico beside a bare server with one database round trip, on the same PostgreSQL, in one run, by
 * turns; then how it bears logins, and whether its times tell who is registered. docs/benchmark.md says how to read the
 * tables, `npm run bench -- --help` what can be chosen.
 */
import { createInstallation } from '../../server/src/testing/installation-process.ts';
import { type Bench, compare, say } from './compare.ts';
import { enumerationTable } from './enumeration.ts';
import { measureEnumeration } from './enumeration-desk.ts';
import { cutWords, cutWordsText } from './forms-words.ts';
import { measureGrowth } from './growth.ts';
import { memoryText } from './memory.ts';
import { measureMixed, REST_SECONDS } from './mixed.ts';
import { type Options, readOptions } from './options.ts';
import { connectionOf, measureStarts, preparePortico, type Starts } from './portico.ts';
import { startReference, vacuum } from './reference.ts';
import { measureSaturation, saturationTable, startLoad } from './saturation.ts';
import { type Line, median, table } from './table.ts';
import { measureVerification, verificationText } from './verification.ts';

const STARTS = 7;

const stopping: (() => Promise<unknown>)[] = [];
let tidied: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidy().finally(() => process.exit(1)));
try {
  const options = readOptions();
  if (options) for (const text of await bench(options)) console.log(`\n${text}`);
} finally {
  await tidy();
}

/** The tables. */
async function bench(options: Options): Promise<string[]> {
  const tables: string[] = [];
  const loaded =
    options.chosen.length > 0 || options.saturation || options.sizes.length > 0 || options.mixedMinutes > 0;
  const verified = options.verify ? verificationText(await measureVerification()) : null;
  if (!loaded && !options.enumeration && !options.starts) return verified ? [verified] : [];

  const installation = await createInstallation();
  stopping.push(() => installation.remove());
  say('Starting Portico.');
  const portico = await installation.start();
  const rows = loaded ? options.rows : 0;
  say(`Filling it with ${rows.toLocaleString('en')} items and some members.`);
  const { submissions } = options;
  const prepared = await preparePortico(installation, { rows, submissions });
  if (loaded) {
    const { scene } = prepared;
    const connection = connectionOf(installation);
    const reference = await startReference(connection, scene, submissions);
    stopping.push(reference.stop);
    const load = startLoad();
    stopping.push(async () => load.kill());
    if (submissions > 0) {
      say('Waiting until the words of the submissions are cut.');
      tables.push(cutWordsText(await cutWords(installation, connection, scene.forms)));
    }
    await vacuum(connection);
    const postmasterPid = installation.postmaster()?.pid ?? Number.NaN;
    const bench: Bench = { installation, portico, reference, postmasterPid, load, scene, options };
    const lines: Line[] = [];
    for (const workload of options.chosen) {
      if (workload.searchesWords) await cutWords(installation, connection, scene.forms);
      lines.push(await compare(bench, workload));
    }
    if (lines.length > 0) tables.push(table(lines));
    if (options.mixedMinutes > 0) tables.push(await measureMixed(bench, options.mixedMinutes));
    if (options.sizes.length > 0) tables.push(await measureGrowth(bench, prepared, options.sizes, connection));
    if (options.saturation) tables.push(saturationTable(await measureSaturation(bench)));
    await reference.stop();
  }
  if (verified) tables.push(verified);
  await portico.stop();
  if (options.enumeration) {
    tables.push(enumerationTable(await measureEnumeration(installation, prepared, options.pairs)));
  }
  if (options.starts) tables.push(startsText(await measureStarts(installation, STARTS, REST_SECONDS)));
  return tables;
}

function startsText({ taken, idle }: Starts): string {
  const [low, middle, high] = [Math.min(...taken), median(taken), Math.max(...taken)].map(Math.round);
  return [
    `Start to the first 200, database there: median ${middle} ms of ${STARTS} (${low} to ${high}).`,
    `Memory of the server ${REST_SECONDS} s after a start, idle: ${memoryText(idle)}.`,
  ].join('\n');
}

/** Once, whoever asks: work that fails because it is being stopped must wait until all is. */
function tidy(): Promise<void> {
  tidied ??= stopAll();
  return tidied;
}

async function stopAll(): Promise<void> {
  // Last in, first out: the reference's connections end before its database does.
  for (const stop of stopping.splice(0).reverse()) await stop();
}
