import { afterAll } from 'vitest';
import { endFile } from './end-of-file.ts';

// Test files of a worker share its process and its modules. Each begins with the variables and the folder that the
// worker began with. A test may put another object in the place of the variables, in which TZ would change nothing.
const worker = globalThis as { variables?: NodeJS.ProcessEnv };
worker.variables ??= process.env;
const env = worker.variables;
process.env = env;
const variables = { ...env };
const folder = process.cwd();
afterAll(endFile);
afterAll(() => {
  process.chdir(folder);
  for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
  Object.assign(env, variables);
});
