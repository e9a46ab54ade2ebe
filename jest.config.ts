import type { Config } from 'jest';
import all from './test/all.config.ts';

/**
 * `npm test`: everything that needs no process beside the tests but the one local run that they share. The other tests lie in
 * the folders below, or their file ends in `.run.test.ts`, because it starts processes or takes over three seconds of
 * processor time: `npm run test:all` runs them, too.
 */
export default {
  ...all,
  rootDir: '.',
  testPathIgnorePatterns: [
    '\\.run\\.test\\.ts$',
    '/test/(package|api/documents|api/local-run|api/selftest)/',
    '/test/browser/(?!smoke)',
  ],
} satisfies Config;
