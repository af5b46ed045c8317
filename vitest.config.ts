import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each of these files runs in a separate process, because it changes global state or starts other programs. */
const isolatedFiles = [
  'e2e/*.test.ts',
  'conformance/*.test.ts',
  'server/src/process-tests/*.test.ts',
  'server/src/db/{embedded,backup}/*.test.ts',
  'server/src/kernel/hash-threads.test.ts',
  'server/src/data/without-fast-paths.test.ts',
  'tools/**/*.test.ts',
];

// The time limits are generous, because tests are slow on a busy machine, and full runs repeat them ten times as often.
const shared = {
  testTimeout: process.env.PORTICO_FULL ? 300_000 : 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

const SLOWEST_FILE = '/e2e/screens.test.ts';

/** Starts the slowest file first. Started last, it would run alone while the other workers are idle. */
class SlowestFileFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlowest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(SLOWEST_FILE);
    return [...sorted.filter(isSlowest), ...sorted.filter((file) => !isSlowest(file))];
  }
}

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/global-setup.ts'],
    // One more than the cores of a small machine, because many tests mostly wait for processes, deadlines and polls.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFileFirst },
    projects: [
      { test: { ...shared, name: 'isolated', include: isolatedFiles, exclude: configDefaults.exclude } },
      {
        test: {
          ...shared,
          name: 'shared',
          include: ['**/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...isolatedFiles],
          // A worker process loads the server once for all files that it runs.
          isolate: false,
        },
      },
    ],
  },
});
