import { defineConfig } from 'vitest/config';
import { units } from '../../vitest.config.ts';

/** The unit tests that `MUTATION_TESTS` names. Stryker cannot choose one of Vitest's projects. */
export default defineConfig({
  test: {
    ...units,
    root: '.',
    include: (process.env.MUTATION_TESTS ?? 'test')
      .split(',')
      .map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`)),
  },
});
