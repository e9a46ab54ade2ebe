import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The processes that tests start keep their compiled code here: only the first start of a file compiles it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/postrider-tests');

const common = {
  // Tests start processes and wait for silent servers, on machines that do other work too: five seconds, the default,
  // would be a claim about the machine.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The files of a worker share its modules: to load the AWS SDK and the CDK for each takes longer than most tests.
  isolate: false,
  setupFiles: 'test/shared-worker.ts',
  sequence: { hooks: 'list' as const },
};

/** The tests over HTTP and in the browser share one local run, which the setup starts. */
const withLocalRun = { ...common, globalSetup: 'test/api/run/global-setup.mts' };

/** The tests that start what they need themselves. */
export const units = {
  ...common,
  name: 'units',
  include: ['test/**/*.test.ts'],
  exclude: ['**/node_modules/**', 'test/{api,browser,package}/**'],
};

export default defineConfig({
  test: {
    // Many tests wait for another process or for a deadline: two workers a core keep the cores busy.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      { test: units },
      {
        test: {
          ...withLocalRun,
          name: 'api',
          include: ['test/api/**/*.test.ts', 'test/browser/smoke.test.ts'],
        },
      },
      {
        test: {
          ...withLocalRun,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: ['test/browser/smoke.test.ts'],
        },
      },
      { test: { ...common, name: 'package', include: ['test/package/**/*.test.ts'] } },
    ],
  },
});
