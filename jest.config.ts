import type { Config } from 'jest';
import all from './test/all.config.ts';

/** `npm test`: everything that needs no process beside the tests but the one local run that they share. */
export default {
  ...all,
  rootDir: '.',
  testPathIgnorePatterns: ['\\.run\\.test\\.ts$', '/test/package/', '/test/browser/(?!smoke)'],
} satisfies Config;
