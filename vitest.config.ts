import { configDefaults, defineConfig } from 'vitest/config';

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

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/global-setup.ts'],
    // One more than the cores of a small machine, because many tests mostly wait for processes, deadlines and polls.
    maxWorkers: 3,
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
