import project from '../../jest.config.js';

const [units] = project.projects;

/** Only the project of unit tests, with the tests that `MUTATION_TESTS` names: Stryker knows no Jest projects. */
export default {
  ...units,
  rootDir: '../..',
  testMatch: (process.env.MUTATION_TESTS ?? 'test')
    .split(',')
    .map((path) => (path.endsWith('.ts') ? `<rootDir>/${path}` : `<rootDir>/${path}/**/*.test.ts`)),
};
