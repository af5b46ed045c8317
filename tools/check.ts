/**
 * Checks everything that can be checked without running the product. `npm run check` runs all parts, `npm run check --
 * types lint` only the named ones. Two programs run at a time.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const binPath = (name: string): string => `${root}node_modules/.bin/${name}`;
/** Builds incrementally, so that unchanged files are not checked again. */
const tscCommand = (folder: string): Command => [
  binPath('tsc'),
  ...['-p', folder, '--incremental', '--tsBuildInfoFile', `.cache/types/${folder}.tsbuildinfo`],
];

type Command = readonly [program: string, ...args: string[]];

/** A line of the report. Its commands run one after another until one fails. */
interface Step {
  readonly name: string;
  readonly commands: readonly Command[];
}

/** The steps of each part, the longest first. The TypeScript project of e2e/ also contains tools/. */
const parts: Readonly<Record<string, readonly Step[]>> = {
  lint: [{ name: 'lint, format, import rules', commands: [[binPath('biome'), 'check', '--error-on-warnings', '.']] }],
  types: [
    ...['server', 'dashboard', 'e2e', 'react', 'embed', 'sdk', 'contract', 'domain', 'docs', 'conformance', 'site'].map(
      (folder) => ({ name: `types of ${folder}`, commands: [tscCommand(folder)] }),
    ),
  ],
  generated: [{ name: 'generated files', commands: [[process.execPath, 'tools/gen.ts', '--check']] }],
  unused: [{ name: 'unused files, exports and packages', commands: [[binPath('knip')]] }],
};

/** Both TypeScript and knip read the route types of the site, which are generated and not committed. */
const routeTypes: Step = { name: 'route types of site', commands: [[binPath('react-router'), 'typegen', 'site']] };

/** The types of conformance/ need these packages, and so does the generator of the packages' reference. */
const vendorPackages: Step = {
  name: 'packages of conformance',
  commands: [[process.execPath, 'tools/conformance-install.ts']],
};

const MAX_CONCURRENT_STEPS = 2;

const HELP = `npm run check -- [part …]

  lint       lint, format and import rules (biome.json)
  types      types of every package; installs the vendor's packages of conformance/ if they are missing
  generated  generated files match their sources (npm run gen writes them); needs a database, and the packages of
             conformance/ as types does
  unused     unused files, exports and packages

Without a part, all of them run, and the endpoints that still return 501 are listed.`;

await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<void> {
  if (names.includes('--help') || names.includes('-h')) return console.log(HELP);
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const selected = names.length === 0 ? Object.keys(parts) : [...new Set(names)];
  if (selected.includes('types') || selected.includes('unused')) await check(routeTypes);
  if (selected.includes('types') || selected.includes('generated')) await check(vendorPackages);
  const queue = selected.flatMap((name) => parts[name] as readonly Step[]);
  const workers = Array.from({ length: MAX_CONCURRENT_STEPS }, async () => {
    for (let step = queue.shift(); step; step = queue.shift()) await check(step);
  });
  await Promise.all(workers);
  if (names.length === 0) await printUnservedEndpoints();
}

/** Runs a step and prints its result at once; the output of its commands follows only if it fails. */
async function check({ name, commands }: Step): Promise<void> {
  const began = performance.now();
  for (const command of commands) {
    const { failed, output } = await run(command);
    if (!failed) continue;
    console.log(`FAILED ${name}\n${output}`);
    process.exitCode = 1;
    return;
  }
  console.log(`ok     ${name} (${((performance.now() - began) / 1_000).toFixed(1)} s)`);
}

function run([program, ...args]: Command): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ failed: true, output: error.message }));
    child.on('close', (code) => resolve({ failed: code !== 0, output }));
  });
}

async function printUnservedEndpoints(): Promise<void> {
  const { endpoints } = await import('@portico/contract');
  const { boundEndpoints } = await import('../server/src/app.ts');
  const unserved = endpoints.filter(({ id }) => !boundEndpoints.has(id));
  console.log(`\n${endpoints.length - unserved.length} of ${endpoints.length} endpoints are served; these return 501:`);
  for (const { method, path } of unserved) console.log(`  ${method.padEnd(6)} ${path}`);
}
