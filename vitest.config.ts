import { configDefaults, defineConfig } from 'vitest/config';

/** Each has a process of its own: they alter the process they run in, or start programs beside which its age is nothing. */
const apart = [
  'e2e/*.test.ts',
  'conformance/*.test.ts',
  'server/src/process-tests/*.test.ts',
  'server/src/db/{embedded,backup}/*.test.ts',
  'server/src/kernel/hash-threads.test.ts',
  'server/src/data/without-fast-paths.test.ts',
  'tools/**/*.test.ts',
];

// Patience for a busy machine: what is waited for comes at once, or not at all.
const shared = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/global-setup.ts'],
    // One more than a small machine has cores: many files mostly wait for processes, deadlines and polls.
    maxWorkers: 3,
    projects: [
      { test: { ...shared, name: 'apart', include: apart, exclude: configDefaults.exclude } },
      {
        test: {
          ...shared,
          name: 'together',
          include: ['**/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...apart],
          // One process loads the server once for all its files.
          isolate: false,
        },
      },
    ],
  },
});
