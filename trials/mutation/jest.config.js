import project from '../../jest.config.js';

const [units] = project.projects;

/** The units' project by itself, with the tests that `MUTATION_TESTS` names: Stryker knows no projects. */
export default {
  ...units,
  rootDir: '..',
  testMatch: (process.env.MUTATION_TESTS ?? 'test')
    .split(',')
    .map((path) => (path.endsWith('.ts') ? `<rootDir>/${path}` : `<rootDir>/${path}/**/*.test.ts`)),
};
