import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/src/**/*.test.ts', 'tools/**/*.test.ts', 'conformance/*.test.ts', 'e2e/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
