/**
 * Runs the tests and prints `N passed, N failed, N skipped` at the end. `--full` runs all rounds of repeated tests
 * (npm run prove). Other arguments are passed to Vitest, for example a file name.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const full = args.includes('--full');
const report = `${root}.cache/tests.json`;
mkdirSync(`${root}.cache`, { recursive: true });
rmSync(report, { force: true });

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const command = [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...args.filter((arg) => arg !== '--full'),
];
const env = { ...process.env, ...(full ? { PORTICO_FULL: '1' } : {}) };
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
const line = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`;
writeFileSync(`${root}.cache/tests.txt`, `${line}\n`);
console.log(line);
process.exitCode = status ?? 1;
