/** Everything that can be checked without running the product: types, lint, format, import rules, generated files, unused code. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@portico/contract';
import { boundEndpoints } from '../server/src/app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => `${root}node_modules/.bin/${name}`;

const steps: readonly (readonly [string, string, readonly string[]])[] = [
  ...['domain', 'contract', 'server', 'sdk', 'react', 'dashboard', 'e2e'].map(
    (room) => [`types of ${room}`, bin('tsc'), ['-p', room]] as const,
  ),
  ['route types of site', bin('react-router'), ['typegen', 'site']],
  ['types of site', bin('tsc'), ['-p', 'site']],
  ['lint, format, import rules', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['generated files', process.execPath, ['tools/gen.ts', '--check']],
  ['unused files, exports and packages', bin('knip'), []],
];

let failed = 0;
for (const [name, command, args] of steps) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (status === 0) continue;
  failed += 1;
  console.log(`${stdout}${stderr}`);
}

const waiting = endpoints.filter((endpoint) => !boundEndpoints.has(endpoint.id));
console.log(
  `\n${endpoints.length - waiting.length} of ${endpoints.length} endpoints are served; these still answer 501:`,
);
for (const endpoint of waiting) console.log(`  ${endpoint.method.padEnd(6)} ${endpoint.path}`);
process.exitCode = failed === 0 ? 0 : 1;
