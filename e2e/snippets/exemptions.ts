/** The code blocks of the documentation that no test runs literally, with the reason. */
import type { Snippet } from '../../docs/src/snippets.ts';

export interface Exemption {
  readonly file: string;
  /** The beginning of the code block. */
  readonly start: string;
  readonly reason: string;
  /** The test that makes the same calls, if there is one. */
  readonly coveredBy?: string;
}

const IN_A_CLONE = 'It replaces the packages that the running tests use.';
const ON_ANOTHER_HOST = 'It changes users, services or folders of the machine.';
const NEEDS_CONTAINERS = 'It needs a container runtime or a Kubernetes cluster.';
const NEEDS_CITUS = 'It needs a Citus cluster of several machines.';
const MAKES_A_BUNDLE = 'It makes a bundle, which takes minutes; the test makes one and runs it with the same commands.';
const COMMAND_LINE_TEST = 'server/src/process-tests/command-line.test.ts';
const BUNDLE_TEST = 'tools/bundle/bundle.test.ts';

export const exemptions: readonly Exemption[] = [
  { file: 'README.md', start: 'npm ci && npm start', reason: IN_A_CLONE, coveredBy: COMMAND_LINE_TEST },
  { file: 'README.md', start: 'npm ci && npm test', reason: 'It is the command that runs this test.' },
  {
    file: 'docs/installation.md',
    start: 'npm ci && npm start',
    reason: IN_A_CLONE,
    coveredBy: COMMAND_LINE_TEST,
  },
  { file: 'docs/installation.md', start: 'npm ci\n', reason: MAKES_A_BUNDLE, coveredBy: BUNDLE_TEST },
  { file: 'docs/installation.md', start: 'tar -xzf', reason: MAKES_A_BUNDLE, coveredBy: BUNDLE_TEST },
  { file: 'docs/installation.md', start: 'openssl genpkey', reason: MAKES_A_BUNDLE, coveredBy: BUNDLE_TEST },
  { file: 'docs/installation.md', start: 'openssl pkeyutl', reason: MAKES_A_BUNDLE, coveredBy: BUNDLE_TEST },
  {
    file: 'docs/installation.md',
    start: 'useradd --system',
    reason: ON_ANOTHER_HOST,
    coveredBy: 'tools/deploy.test.ts',
  },
  { file: 'docs/installation.md', start: 'sudo -u portico', reason: ON_ANOTHER_HOST },
  {
    file: 'docs/installation.md',
    start: 'docker build',
    reason: NEEDS_CONTAINERS,
    coveredBy: 'tools/bundle/image.test.ts',
  },
  { file: 'docs/installation.md', start: 'docker compose', reason: NEEDS_CONTAINERS },
  { file: 'docs/installation.md', start: 'kubectl apply', reason: NEEDS_CONTAINERS, coveredBy: 'tools/deploy.test.ts' },
  {
    file: 'docs/upgrading.md',
    start: './portico upgrade-database',
    reason: 'It needs PostgreSQL of two major versions.',
    coveredBy: 'server/src/process-tests/upgrade-database.test.ts',
  },
  {
    file: 'docs/backups.md',
    start: 'PORTICO_DATA_DIR=./recovered',
    reason: 'It needs an archive of the write-ahead log that reaches to the moment it names.',
    coveredBy: 'server/src/process-tests/point-in-time.test.ts',
  },
  {
    file: 'docs/benchmark.md',
    start: 'npm run bench\n',
    reason: 'The benchmark takes an hour, and disturbs tests on the same machine.',
  },
  {
    file: 'docs/benchmark.md',
    start: 'npm run bench -- --only get',
    reason: 'Each part of the benchmark takes minutes, and disturbs tests on the same machine.',
  },
  {
    file: 'docs/reliability.md',
    start: 'npm test -- server/src/process-tests',
    reason: 'It is a part of the run that contains this test.',
    coveredBy: 'server/src/process-tests/kill-server.test.ts',
  },
  {
    file: 'docs/frameworks.md',
    start: 'git clone',
    reason: 'It downloads a repository of several hundred megabytes; this test runs if the repository is there.',
    coveredBy: 'conformance/templates.test.ts',
  },
  {
    file: 'docs/scale.md',
    start: 'create extension citus;',
    reason: NEEDS_CITUS,
    coveredBy: 'server/src/db/cluster/cluster.test.ts',
  },
  {
    file: 'docs/scale.md',
    start: 'npm run -s portico -- cluster distribute',
    reason: NEEDS_CITUS,
    coveredBy: 'server/src/db/cluster/cluster.test.ts',
  },
  {
    file: 'docs/data.md',
    start: 'A query reads many items',
    reason: 'It is a line of the log. The server writes it only for large collections.',
    coveredBy: 'server/src/data/indexes/missing-index.test.ts',
  },
  {
    file: 'docs/data.md',
    start: 'POST /portico/v1/data/schema-changes/preview',
    reason: 'It is a list of calls, which the test makes.',
    coveredBy: 'server/src/data/schema-changes/schema-changes.test.ts',
  },
  {
    file: 'docs/data.md',
    start: 'POST /portico/v1/data/bulk-changes/preview',
    reason: 'It is a list of calls, which the test makes.',
    coveredBy: 'server/src/data/bulk/bulk-changes.test.ts',
  },
];

export const exemptionOf = ({ file, code }: Pick<Snippet, 'file' | 'code'>): Exemption | undefined =>
  exemptions.find((exemption) => exemption.file === file && code.startsWith(exemption.start));
