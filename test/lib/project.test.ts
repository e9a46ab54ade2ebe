import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerPath, dataFolder, projectFolder, settingsFile } from '../../lib/project.ts';
import { afterEach, beforeEach, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let project: string;
let below: string;
beforeEach(() => {
  project = realpathSync(temporaryFolder());
  below = join(project, 'apps/shop');
  mkdirSync(below, { recursive: true });
  for (const name of ['npm_lifecycle_event', 'INIT_CWD', 'POSTRIDER_SETTINGS', 'POSTRIDER_DATA']) {
    delete process.env[name];
  }
});
afterEach(() => {
  process.chdir(tmpdir());
  rmSync(project, { recursive: true });
});

test('the project is the nearest folder upwards that has a postrider.json', () => {
  writeFileSync(join(project, 'postrider.json'), '{}');
  process.chdir(below);

  expect([projectFolder(), settingsFile(), dataFolder()]).toEqual([
    project,
    join(project, 'postrider.json'),
    join(project, '.local'),
  ]);
});

test('of two settings files the nearer one counts', () => {
  writeFileSync(join(project, 'postrider.json'), '{}');
  writeFileSync(join(project, 'apps/postrider.json'), '{}');
  process.chdir(below);

  expect(projectFolder()).toBe(join(project, 'apps'));
});

test('without a settings file the project is the working directory, and paths are short', () => {
  process.chdir(below);

  expect([projectFolder(), settingsFile(), dataFolder()]).toEqual([
    below,
    'postrider.json',
    '.local',
  ]);
});

test('the variables POSTRIDER_SETTINGS and POSTRIDER_DATA win', () => {
  writeFileSync(join(project, 'postrider.json'), '{}');
  process.chdir(project);
  Object.assign(process.env, { POSTRIDER_SETTINGS: 'other.json', POSTRIDER_DATA: '/data' });

  expect([settingsFile(), dataFolder()]).toEqual(['other.json', '/data']);
});

test('a path is from the folder in which the user typed a script of the checkout', () => {
  process.chdir(project);
  Object.assign(process.env, { npm_lifecycle_event: 'postrider', INIT_CWD: below });

  expect(callerPath('templates')).toBe('apps/shop/templates');
});

test("a path is from the working directory in another project's script", () => {
  process.chdir(project);
  Object.assign(process.env, { npm_lifecycle_event: 'mail', INIT_CWD: below });

  expect(callerPath('templates')).toBe('templates');
});
