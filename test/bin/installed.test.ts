import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../jest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the compile cache is in a folder of the project, for child processes too', () => {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const print =
    'console.log(require("node:module").getCompileCacheDir() + "\\n" + process.env.NODE_COMPILE_CACHE)';
  const words = ['--import', './bin/installed.js', '--eval', print];

  const { stdout } = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });

  const folder = `${root}node_modules/.cache/postrider-code`;
  const [used, handedOn] = stdout.trim().split('\n');
  expect(used?.startsWith(`${folder}/`)).toBe(true);
  expect(handedOn).toBe(folder);
});
