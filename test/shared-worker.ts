import { afterAll } from 'vitest';
import { endFile } from './end-of-file.ts';

// Test files of a worker share its process and its modules. Each begins with the variables and the folder that the
// worker began with.
const { env } = process;
const variables = { ...env };
const folder = process.cwd();
afterAll(endFile);
afterAll(() => {
  process.chdir(folder);
  // A test may have put another object in its place, in which TZ would change nothing.
  process.env = env;
  for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
  Object.assign(env, variables);
});
