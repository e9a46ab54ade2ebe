import { defineConfig } from 'vitest/config';
import { units } from '../../vitest.config.ts';

/** The units' tests that `MUTATION_TESTS` names: Stryker knows no projects. */
export default defineConfig({
  test: {
    ...units,
    root: '.',
    include: (process.env.MUTATION_TESTS ?? 'test')
      .split(',')
      .map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`)),
  },
});
