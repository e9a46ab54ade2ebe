import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'postrider-announce-'));
  const config = { rootDir: project, reporters: [path('announce.js')] };
  await writeFile(join(project, 'jest.config.json'), JSON.stringify(config));
  await writeFile(join(project, 'one.test.cjs'), "test('runs', () => undefined);");
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** What a run of Jest prints with the reporter alone. */
async function printed(...words: string[]): Promise<string> {
  const argv = [path('../node_modules/jest/bin/jest.js'), '-c', join(project, 'jest.config.json')];
  const testMatch = ['--testMatch', '**/*.test.cjs'];
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...argv, ...testMatch, ...words],
    { cwd: project },
  );
  return stdout + stderr;
}

describe('a run of tests', () => {
  test('says how long it takes when it is all of them', async () => {
    expect(await printed()).toBe(
      '1 test files: this takes about 10 minutes on two cores, and longer on a busy machine.\n',
    );
  });

  test.each([
    ['files', '--testPathPatterns=one'],
    ['tests', '--testNamePattern=runs'],
    ['files that use another', '--findRelatedTests', 'one.test.cjs'],
  ])('says nothing when it is some %s', async (_, ...words) => {
    expect(await printed(...words)).toBe('');
  });
});
