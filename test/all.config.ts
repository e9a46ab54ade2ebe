import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from 'jest';

// The processes that tests start keep their compiled code here: each file is compiled only at its first start.
process.env.NODE_COMPILE_CACHE ??= join(
  import.meta.dirname,
  '../node_modules/.cache/postrider-tests',
);

/** `npm run test:all`: all tests. The processes of the runner keep their modules from file to file (decision 0051). */
export default {
  rootDir: '..',
  roots: ['<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  runner: '<rootDir>/test/runner/runner.ts',
  // Many tests wait for another process or for a deadline: two processes a core keep the cores busy.
  maxWorkers: 2 * availableParallelism(),
  setupFilesAfterEnv: ['<rootDir>/test/runner/setup.ts'],
  globalSetup: '<rootDir>/test/offer/start.ts',
  globalTeardown: '<rootDir>/test/offer/stop.ts',
  transform: {},
  watchman: false,
} satisfies Config;
