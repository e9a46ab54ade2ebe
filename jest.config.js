import { join } from 'node:path';

// What tests start in processes of their own, Node and its packages, is compiled at the first start alone.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/postrider-tests');

/** Tests run as the ES modules they are; swc only strips the types. */
const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  // A project's own testTimeout does nothing.
  setupFilesAfterEnv: ['<rootDir>/test/patience.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
      },
    ],
  },
};

/** Only the tests over HTTP and in the browser need a local run: without one of them none is started. */
export default {
  // Many tests wait for another process; one core fewer, as is usual, would be one of two.
  maxWorkers: '100%',
  // A worker ends with up to 2 GB of modules, which Node takes a second or more to free: Jest's half a second,
  // after which it speaks of tests that leak, is for less. One that really leaks is still told of.
  workerGracefulExitTimeout: 15_000,
  testSequencer: '<rootDir>/test/longest-first.js',
  reporters: ['default', '<rootDir>/test/announce.js'],
  projects: [
    {
      ...common,
      displayName: 'units',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(api|browser)/'],
    },
    {
      ...common,
      displayName: 'api',
      testMatch: ['<rootDir>/test/{api,browser}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/api/run/global-setup.mts',
      globalTeardown: '<rootDir>/test/api/run/global-teardown.mts',
    },
  ],
};
