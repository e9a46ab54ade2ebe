import { afterAll } from 'vitest';
import { endFile } from './end-of-file.ts';

// Test files of a worker share its process and its modules. Each begins with the variables and the folder that the
// worker began with.
const variables = { ...process.env };
const folder = process.cwd();
afterAll(endFile);
afterAll(() => {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
});
