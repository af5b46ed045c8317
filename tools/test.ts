/**
 * Runs the tests and prints `N passed, N failed, N skipped` at the end. `--full` runs all rounds of repeated tests
 * (npm run prove). `--cluster` runs the server's tests on the Citus cluster whose coordinator PORTICO_TEST_CLUSTER_URL
 * names. Other arguments are passed to Vitest, for example a file name.
 *
 * If at most three files failed, they are run a second time, one by one, after all others have ended. During the first
 * run, browsers, databases and killed processes share the cores, so a test may fail only because the machine is busy.
 * A file that passes the second time is printed as flaky.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The parts of Vitest's JSON report that are read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: 'passed' | 'failed';
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const MAX_SECOND_ATTEMPTS = 3;

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = `${root}node_modules/vitest/vitest.mjs`;
/** The folders whose tests run on the cluster: those that run SQL on shared tables or on tables of a site. */
const CLUSTER_FOLDERS = ['db/cluster', 'db/backup', 'backups', 'data', 'forms', 'identity', 'events'].map(
  (folder) => `server/src/${folder}/`,
);

const args = process.argv.slice(2);
const onCluster = args.includes('--cluster');
const clusterUrl = process.env.PORTICO_TEST_CLUSTER_URL;
if (onCluster && !clusterUrl) {
  console.error(
    'Set PORTICO_TEST_CLUSTER_URL to the coordinator of a Citus cluster (CONTRIBUTING.md says how to start one).',
  );
  process.exit(1);
}
const env = {
  ...process.env,
  ...(args.includes('--full') ? { PORTICO_FULL: '1' } : {}),
  ...(onCluster ? { DATABASE_URL: clusterUrl } : {}),
};
mkdirSync(`${root}.cache`, { recursive: true });

const selection = args.filter((arg) => !['--full', '--cluster'].includes(arg));
const first = runVitest(onCluster && selection.length === 0 ? CLUSTER_FOLDERS : selection);
const failedFiles = first.report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
const shouldRepeat = failedFiles.length > 0 && failedFiles.length <= MAX_SECOND_ATTEMPTS;
const second = shouldRepeat ? runVitest([...failedFiles, '--no-file-parallelism']) : undefined;

const results = [
  ...first.report.testResults.filter(({ name }) => !second || !failedFiles.includes(name)),
  ...(second?.report.testResults ?? []),
];
const statuses = results.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
const count = (...wanted: string[]): number => statuses.filter((status) => wanted.includes(status)).length;
const passed = count('passed');
const failed = count('failed');
const line = `${passed} passed, ${failed} failed, ${statuses.length - passed - failed} skipped`;
writeFileSync(`${root}.cache/tests.txt`, `${line}\n`);
for (const { name, status } of second?.report.testResults ?? [])
  if (status === 'passed')
    console.log(`flaky: ${name.slice(root.length)} failed at first and passed when it ran alone`);
console.log(line);
process.exitCode = (second ?? first).status;

/** Runs Vitest and returns its exit status and report. */
function runVitest(options: readonly string[]): { status: number; report: Report } {
  const file = `${root}.cache/tests.json`;
  rmSync(file, { force: true });
  const command = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...options];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
  return { status: status ?? 1, report: JSON.parse(readFileSync(file, 'utf8')) };
}
