import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import all from '../all.config.ts';
import { bareEnvironment } from '../bare-environment.ts';
import { expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('tests and files that never end fail with their names, and the run goes on to its end', () => {
  const config = join(temporaryFolder(), 'config.json');
  const testMatch = ['waits', 'loops', 'loads'].map(
    (name) => `<rootDir>/test/never-ending/${name}.ts`,
  );
  writeFileSync(config, JSON.stringify({ ...all, rootDir: root, testMatch, maxWorkers: 2 }));

  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/jest/bin/jest.js'), '--config', config],
    { cwd: root, env: { ...bareEnvironment(), TEST_LIMIT_MS: '20000' }, encoding: 'utf8' },
  );

  expect(status).toBe(1);
  expect(stderr).toContain('a promise that is never kept: not ended after 20000 ms');
  expect(stderr).toMatch(/does not answer, so it is ended: a loop\n/);
  expect(stderr).toMatch(/does not answer, so it is ended: \S+never-ending\/loads\.ts\n/);
  expect(stderr).toMatch(/Test Suites: 3 failed, 3 total\nTests: +1 failed, 1 passed, 2 total/);
});
